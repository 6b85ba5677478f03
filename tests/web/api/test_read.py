"""Games out of texts and files by HTTP: as far as possible, with a list of problems."""

import io
from typing import Any

import pytest
from web_app import AppClient, error_of

from obversi import Board
from obversi.errors import FormatError
from obversi.formats import ggf, record_from_moves, sgf, wthor
from obversi.formats.losses import ignore_loss
from obversi.web.games.reading import Reading

GGF = (
    "(;GM[Othello]PC[GGS]DT[2024]PB[Ann]PW[Bob]TY[8]RE[?]BO[8 "
    "---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[c3];)"
)


def read(app: AppClient, text: str, **more: object) -> dict[str, Any]:
    response = app.post("/api/read", json={"text": text, **more})
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def read_file(app: AppClient, data: bytes, **query: object) -> dict[str, Any]:
    kind = {"Content-Type": "application/octet-stream"}
    response = app.post("/api/read/file", content=data, params=query, headers=kind)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def test_a_game_of_ggf(app: AppClient) -> None:
    assert read(app, GGF) == {
        "format": "ggf",
        "games": [
            {
                "rules": "normal",
                "size": 8,
                "position": "",
                "moves": "f5d6c3",
                "lines": [],
                "study": None,
                "black": "Ann",
                "white": "Bob",
                "date": "2024",
                "result": None,
                "title": "Ann – Bob, 2024",
            }
        ],
        "problems": [],
        "left_out": 0,
    }


def test_a_game_that_was_read_can_be_requested(app: AppClient) -> None:
    [game] = read(app, "-----OX--XO----- X b1", rules="reversed")["games"]
    question = {name: game[name] for name in ("rules", "size", "position", "moves")}
    assert app.post("/api/line", json=question).json()["nodes"][-1]["move"] == "b1"


def test_rules_and_size_are_defaults_for_the_text(app: AppClient) -> None:
    [game] = read(app, "b1a1", rules="reversed", size=4)["games"]
    assert (game["rules"], game["size"], game["title"]) == ("reversed", 4, "a game of 2 moves")


def test_passes_are_no_moves_of_a_title(app: AppClient) -> None:
    [game] = read(app, "d3b4a1d2d4b1d1a2a4c1c4", size=4)["games"]
    assert game["title"] == "a game of 11 moves"  # and 4 passes


def test_a_position(app: AppClient) -> None:
    [game] = read(app, "-----OX--XO----- X")["games"]
    assert (game["position"], game["moves"]) == ("", "")
    [game] = read(app, "X----OX--XO----- O")["games"]
    assert game["position"] == "X----OX--XO----- O"
    assert game["title"] == "a position with 11 empty squares, white to move"


def test_a_result_is_the_margin_of_black(app: AppClient) -> None:
    board = Board(4)
    while not board.is_over:
        board.push(board.legal_moves[0])
    [game] = read(app, "".join(move for move in board.move_stack if move != "pass"), size=4)[
        "games"
    ]
    assert game["result"] == board.margin(-1)


def test_a_transcript_is_kept_up_to_a_bad_move(app: AppClient) -> None:
    answer = read(app, "f5d6c3d3c4f4a1b2")
    assert [game["moves"] for game in answer["games"]] == ["f5d6c3d3c4f4"]
    assert answer["problems"] == [
        {"text": "'a1' cannot be played: black would flip no disc there", "place": "move 7"}
    ]


@pytest.mark.parametrize(
    ("text", "moves", "place", "reason"),
    [
        (GGF.replace("B[c3]", "B[a1]"), "f5d6", "move 3", "'a1' cannot be played"),
        (GGF.replace("B[c3];)", "B[c3"), "f5d6", "", "'B[c3' is no tag"),
        (GGF.replace(";)", ""), "f5d6c3", "", "the game is cut off"),
        ('{"moves": ["f5", "d6", "a1"], "players": ["Ann", "Bob"]}', "f5d6", "move 3", "'a1'"),
        ('{"moves": ["f5", 7], "players": ["Ann", "Bob"]}', "f5", "move 2", "the move is no text"),
        ('[Black "Ann"]\n[White "Bob"]\n1. f5 d6 2. a1 *', "f5d6", "move 3", "'a1' cannot"),
        ('[Black "Ann"]\n[White "Bob"]\n1. f5 d6 {open', "f5d6", "", "a comment { is not closed"),
        ('[Black "Ann"]\n[White "Bob"]\n1. f5 d6 (c3', "f5d6", "", "a bracket ( is not closed"),
    ],
)
def test_so_are_games_of_other_formats(
    app: AppClient, text: str, moves: str, place: str, reason: str
) -> None:
    answer = read(app, text)
    [game] = answer["games"]
    assert (game["moves"], game["black"], game["white"]) == (moves, "Ann", "Bob")
    [problem] = answer["problems"]
    assert problem["place"] == place
    assert problem["text"].startswith(reason)


def test_of_several_games_each_has_its_place(app: AppClient) -> None:
    answer = read(app, "f5d6\nf5f5\nd3c5")
    assert [game["moves"] for game in answer["games"]] == ["f5d6", "f5", "d3c5"]
    assert [problem["place"] for problem in answer["problems"]] == ["line 2, move 2"]


def test_one_game_over_several_lines_is_kept_up_to_a_bad_move(app: AppClient) -> None:
    answer = read(app, "1. f5 d6\n2. c3 d3\n3. a1 b2")
    assert [game["moves"] for game in answer["games"]] == ["f5d6c3d3"]
    assert [problem["place"] for problem in answer["problems"]] == ["move 5"]


@pytest.mark.parametrize(
    "text",
    [
        *("f5, d6, c3", "f5-d6-c3", "F5 d6; C3", "1.f5 d6 2.c3", "f5→d6→c3"),
        *("1) f5 2) d6 3) c3", "ｆ５ｄ６ｃ３", '"f5d6c3"'),
    ],
)
def test_moves_may_be_written_in_many_ways(app: AppClient, text: str) -> None:
    answer = read(app, text)
    assert [game["moves"] for game in answer["games"]] == ["f5d6c3"]
    assert answer["problems"] == []


def test_moves_may_stand_among_words(app: AppClient) -> None:
    answer = read(app, "My best game ever: f5 d6 c3 d3 c4, and then I lost the thread.")
    assert [game["moves"] for game in answer["games"]] == ["f5d6c3d3c4"]
    assert [problem["text"] for problem in answer["problems"]] == [
        "'My best game ever:' is not part of a game: ignored",
        "'and then I lost the thread.' is not part of a game: ignored",
    ]


@pytest.mark.parametrize(
    "text", ["", "   ", "hello there", "<html>", "\N{BLACK CIRCLE} x", "f5\ud800"]
)
def test_a_text_that_is_no_game_is_no_failure(app: AppClient, text: str) -> None:
    data = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    answer = read(app, data)
    assert len(answer["games"]) <= 1
    assert answer["problems"]


def test_moves_may_stand_among_words_without_blanks(app: AppClient) -> None:
    answer = read(app, "Look: f5d6c3d3c4")
    assert [game["moves"] for game in answer["games"]] == ["f5d6c3d3c4"]
    assert [problem["text"] for problem in answer["problems"]] == [
        "'Look:' is not part of a game: ignored"
    ]


def test_a_long_text_without_a_game_takes_no_time(app: AppClient) -> None:
    for text in ("1" * 200_000, "f5 " * 3 + "9" * 200_000, "f5,d6;" * 2 + "- " * 100_000):
        assert read(app, f"? {text}")["problems"]


@pytest.mark.parametrize(
    "text",
    [
        str(Board(6)),
        Board(6).unicode(),
        "  A B C D E F\n"
        "1 . . . . . . 1\n2 . . . . . . 2\n3 . . O * . . 3\n"
        "4 . . * O . . 4\n5 . . . . . . 5\n6 . . . . . . 6\n  A B C D E F\n* to move",
    ],
)
def test_a_drawn_board(app: AppClient, text: str) -> None:
    answer = read(app, text)
    assert answer["problems"] == []
    assert [(game["size"], game["position"]) for game in answer["games"]] == [(6, "")]


@pytest.mark.parametrize(
    ("cells", "mover"),
    [("-----OX--XO-----", "X"), ("-X---XX--XO-----", "O"), ("XO--------------", "X")],
)
def test_a_board_without_a_mover(app: AppClient, cells: str, mover: str) -> None:
    answer = read(app, cells)
    color = "black" if mover == "X" else "white"
    assert answer["problems"] == [{"text": f"the mover is not given: assumed {color}", "place": ""}]
    [game] = answer["games"]
    assert (game["position"] or Board(4).to_string()) == f"{cells} {mover}"
    short = read(app, f"{cells[:-1]} {mover}")
    assert short["games"] == []


def test_moves_that_fit_another_board_alone(app: AppClient) -> None:
    moves = "b3b4a5c2b1e2"
    [game] = read(app, moves)["games"]
    assert (game["size"], game["moves"]) == (6, moves)
    [game] = read(app, "b3b4")["games"]
    assert (game["size"], game["moves"]) == (8, "")


def test_games_of_sgf(app: AppClient) -> None:
    record = record_from_moves(["b1", "a1"], Board(4, "reversed"), black="A]n\\n", white="Bob")
    [game] = read(app, sgf.dump(record))["games"]
    assert (game["rules"], game["size"], game["moves"]) == ("reversed", 4, "b1a1")
    assert (game["black"], game["white"]) == ("A]n\\n", "Bob")
    answer = read(app, "(;FF[4]GM[2]SZ[8];B[fe];W[df];B[aa];W[cc](;B[dc])(;B[cd]))")
    assert (answer["format"], answer["games"][0]["moves"]) == ("sgf", "f5d6")
    assert [problem["place"] for problem in answer["problems"]] == ["move 3"]
    other_start = "(;GM[2]SZ[4]AB[a1]AW[b1]PL[B];B[c1])"
    assert read(app, other_start)["games"][0]["position"] == "XO-------------- X"


def test_a_file_of_wthor(app: AppClient) -> None:
    record = record_from_moves(["f5", "d6"], black="Ann", white="Bob", result=2)
    file = io.BytesIO()
    wthor.write([record] * 3, file, year=2001, on_loss=ignore_loss)
    for name in ("WTH_2001.wtb", "no_ending"):
        answer = read_file(app, file.getvalue(), name=name)
        assert answer["format"] == "wthor"
        assert [game["title"] for game in answer["games"]] == ["#1 – #2, 2001"] * 3
    cut = read_file(app, file.getvalue()[:-10], name="WTH_2001.wtb")
    assert len(cut["games"]) == 2
    assert "the file ends after 58 of 68 bytes" in cut["problems"][0]["text"]


def test_a_file_of_text(app: AppClient) -> None:
    answer = read_file(app, "\ufefff5d6\n".encode(), name="x.txt", rules="reversed", size="8")
    assert [(game["moves"], game["rules"]) for game in answer["games"]] == [("f5d6", "reversed")]
    assert read_file(app, b"f5\0d6")["problems"][0]["text"].startswith("the file is neither text")


def test_of_many_games_some_are_left_out(app: AppClient) -> None:
    answer = read_file(app, b"f5d6c3\n" * 5050)
    assert (len(answer["games"]), answer["left_out"]) == (5000, 50)
    answer = read_file(app, b"f5d6c3\n" * 7000)
    assert answer["left_out"] == 1000
    assert "more than 6000 games or problems" in answer["problems"][-1]["text"]


@pytest.mark.long
@pytest.mark.parametrize("part", [b"f5zz\n", b"(;GM[Othello]", b"(;GM[2]SZ[8]B[f5]"])
def test_a_file_of_problems_alone_is_not_read_to_its_end(
    app: AppClient, part: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    met: list[object] = []
    meet = Reading._on_problem

    def counted(self: Reading, problem: FormatError) -> None:
        met.append(problem)
        meet(self, problem)

    monkeypatch.setattr(Reading, "_on_problem", counted)
    read_file(app, part * 20_000)
    assert len(met) <= 3 * 6000  # on boards of three sizes


def test_the_number_of_problems_is_limited(app: AppClient) -> None:
    assert len(read_file(app, b"f5d6\nf5f5\n" * 200)["problems"]) == 50


def test_what_is_rejected(app: AppClient) -> None:
    assert error_of(app.post("/api/read", json={})) == (422, "the field 'text' is missing", "text")
    assert error_of(app.post("/api/read", json={"text": 5}))[0] == 422
    octets = {"Content-Type": "application/octet-stream"}
    response = app.post("/api/read/file?size=5", content=b"f5", headers=octets)
    assert error_of(response) == (422, "'size' cannot be '5': expected 4, 6 or 8", "size")


def test_ggf_of_the_app_is_read_again(app: AppClient) -> None:
    written = app.post("/api/write", json={"moves": "f5d6", "format": "ggf", "black": "Ann"}).json()
    assert ggf.parse(written["text"]).transcript() == "f5d6"
    assert read(app, written["text"])["games"][0]["black"] == "Ann"
