"""What the site without a server reads and writes: the same as the server."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from browser.app_process import AppProcess
from browser.both_answers import answer_of_server, answers_of_page
from browser.navigation import visit
from browser.new_pages import checked_pages
from browser.static_host import Host
from playwright.sync_api import Browser, Page

import obversi as ob
from obversi.formats import json_lines
from obversi.formats.record import record_from_moves
from obversi.rules import RULES, Rules

START = "---------------------------OX------XO---------------------------"

TEXTS = [
    "f5d6c3d3c4",
    "F5 D6 C3 d3 c4\nf5f6e6f4",
    "1. f5 d6 2. c3 d3 3. c4",
    "1) f5 2) d6 3) c3",
    "f5-d6-c3-d3, c4",
    "ｆ５ｄ６ｃ３",
    "my game: f5 d6 c3 d3 c4, see you",
    "f5d6c3d3c4f4a1h8",
    "a letter to my aunt",
    "b2a2c3",  # legal on another size only
    "d3b4a1d2d4b1d1a2a4c1c4",
    "1. f5 d6\n2. c3 d3\n3. c4 f4",
    f"{START} X",
    f"{START} X reversed f5d6",
    f"{START}",
    "-----OX--XO----- X\nb1",
    "  a b c d\n1 . . . .\n2 . O X .\n3 . X O .\n4 . . . .\nBlack to move",
    f"{START} X; F5:+0; d3:+0; % known\n{START} X; +2;",
    f"(;GM[Othello]PC[x]DT[2001.1.2]PB[Ann]PW[Bob]TY[8]RE[+4.000]BO[8 {START.replace('X', '*')} *]"
    "B[F5/1.5/2]W[D6//1]B[C3]W[D3];)",
    f"(;GM[Othello]PB[A]PW[B]TY[8a]RE[?]BO[8 {START.replace('X', '*')} *]B[f5]W[d6];)"
    f"(;GM[Othello]PB[C]PW[D]TY[8]RE[?]BO[8 {START.replace('X', '*')} *]B[f5]W[a1];)",
    f"(;GM[Othello]PB[A]PW[B]VA[1/2]TY[8]BO[8 {START.replace('X', '*')} *]B[f5]C[good]W[d6];)\n"
    f"(;GM[Othello]PB[A]PW[B]VA[2/2]TY[8]BO[8 {START.replace('X', '*')} *]B[f5]W[f6]CR[a1];)",
    f"(;GM[Othello]PB[A]PW[B]TY[8]BO[8 {START.replace('X', '*')} *]B[f5]W[d6]",
    "(;GM[2]SZ[8]RU[Reversed]PB[Ann \\] x]PW[Bob]RE[B+12];B[f5];W[d6])",
    "(;FF[4]GM[2]GN[Title]PB[A];B[f5]C[one\ntwo]LB[a1:A][b2:BC](;W[d6]TR[c3:d4];B[c3])"
    "(;W[f6]N[other]AR[a1:b2]CR[a1]))",
    "(;GM[2]SZ[4]AB[b2][c3]AW[c2][b3]PL[W];W[b1])",
    "(;GM[2]SZ[8];B[f5];W[a1])",
    "(;GM[2];B[fe];W[df]",
    '[Event "x"]\n[Black "Ann"]\n[White "Bob"]\n[Date "2020.1.1"]\n[Result "33-31"]\n\n'
    "1. f5 {good} d6 2. c3 (2. f3 g4) d3 33-31\n",
    '[Black "A"]\n\n1. f5 d6 *\n[Black "B"]\n\n1. f5 f6 *\n',
    '{"moves": ["f5", "d6", "c3"], "players": {"black": "A", "white": "B"}, "result": 4}',
    '[{"moves": "f5d6"}, {"moves": "f5f6", "rules": "reversed", "date": "2001"}]',
    '{"position": {"moves": [{"m": "f5"}, {"m": "d6"}]}}',
    '["f5", "d6", "-"]',
    '{"moves": "f5"}\n{"moves": "d3c5"}',
    "{broken",
]


@pytest.fixture(scope="module")
def page(browser: Browser, site: Host) -> Iterator[Page]:
    with checked_pages(browser, site.address) as pages:
        opened = pages.open()
        visit(opened, "/study")
        yield opened


def test_texts_are_read_as_by_the_server(page: Page, app: AppProcess) -> None:
    found = answers_of_page(page, "/api/read", [{"text": text} for text in TEXTS])
    for text, answer in zip(TEXTS, found, strict=True):
        expected = answer_of_server(app, "/api/read", {"text": text})
        for games in (answer["games"], expected["games"]):
            for game in games:
                game["lines"] = []
        assert answer["games"] == expected["games"], text
        assert answer["format"] == expected["format"], text
        assert bool(answer["problems"]) == bool(expected["problems"]), text


def test_what_cannot_be_read_is_named(page: Page) -> None:
    texts = {
        "(;GM[2];B[f5] ? (;W[f6]))": "“? (;W[f6]))” cannot be read.",
        "(;GM[2];B[f5];": "The game is cut off.",
    }
    found = answers_of_page(page, "/api/read", [{"text": text} for text in texts])
    assert [answer["problems"][0]["text"] for answer in found] == [*texts.values()]


def study_with_notes(rules: Rules, size: int, random: Random) -> dict[str, Any]:
    """Make a random study with variations, passes, comments and drawings."""
    boards = [ob.Board(size, rules)]
    nodes: list[dict[str, Any]] = [{"comment": "The start [1] (;GM[2]\nnext"}]
    taken: set[tuple[int, str]] = set()
    for _ in range(60):
        parent = random.choice([len(boards) - 1, random.randrange(len(boards))])
        board = boards[parent].copy()
        if board.is_over:
            continue
        move = random.choice(board.legal_moves)
        if (parent, str(move)) in taken:
            continue
        taken.add((parent, str(move)))
        board.push(move)
        boards.append(board)
        node: dict[str, Any] = {"parent": parent, "move": str(move)}
        if random.random() < 0.3:
            shape = random.choice(["circle", "square", "triangle", "cross", "label"])
            text = "A" if shape == "label" else ""
            node |= {
                "comment": "a \\ b ] c",
                "name": "Line",
                "arrows": [{"start": "a1", "end": "b2"}],
            }
            node["marks"] = [{"square": "b1", "shape": shape, "text": text}]
        nodes.append(node)
    return {"title": "A title", "rules": rules, "size": size, "black": "Ann", "nodes": nodes}


@pytest.mark.few_cases
@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_studies_are_written_and_read_as_by_the_server(
    page: Page, app: AppProcess, rules: Rules, size: int
) -> None:
    def both(path: str, question: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        [found] = answers_of_page(page, path, [question])
        return found, answer_of_server(app, path, question)

    study = study_with_notes(rules, size, Random(f"{rules} {size}"))
    trees = both("/api/studies/positions", {"study": study})
    # Passes at the ends of lines have other numbers.
    one, other = (
        sorted((node["board"], node["ply"]) for node in each["positions"]) for each in trees
    )
    assert one == other
    assert len({len(each["study"]["nodes"]) for each in trees}) == 1
    for name in ("sgf", "ggf"):
        found, expected = both("/api/write", {"format": name, "study": study})
        assert found["text"] == expected["text"]
        assert found["file_name"] == expected["file_name"]
        one, other = (each["games"][0] for each in both("/api/read", {"text": found["text"]}))
        assert one["study"] == other["study"]


def test_games_are_written_as_by_the_library(page: Page) -> None:
    for rules in RULES:
        for size in (4, 6, 8):
            random, board = Random(f"{rules} {size}"), ob.Board(size, rules)
            while not board.is_over and random.random() < 0.97:
                board.push(random.choice(board.legal_moves))
            record = record_from_moves(board.move_stack, board.root(), black="Ann", white="Bo B.")
            moves = record.transcript()
            game = {"rules": rules, "size": size, "moves": moves, "black": "Ann", "white": "Bo B."}
            formats = ("transcript", "board", "obf", "json", "svg")
            found = answers_of_page(
                page, "/api/write", [{"format": name, **game} for name in formats]
            )
            texts = dict(zip(formats, (each["text"] for each in found), strict=True))
            end = board.to_string()
            assert texts["transcript"].removesuffix("pass") == moves
            assert texts["board"] == end + (" reversed" if rules == "reversed" else "")
            assert texts["obf"] == f"{end};"
            assert json.loads(texts["json"]) == json_lines.to_object(record)
            drawn, own = texts["svg"].splitlines(), board.svg().splitlines()
            assert drawn[2:] == own[2:]
            assert found[0]["file_name"] == "ann-bo-b.txt"
