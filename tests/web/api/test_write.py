"""A game or a position to copy or to keep, by HTTP."""

from typing import Any

import pytest
from web_app import AppClient, error_of

from obversi import Board
from obversi.formats import json_lines, obf


def write(app: AppClient, format: str, **more: object) -> dict[str, Any]:
    response = app.post("/api/write", json={"moves": "f5d6c3", "format": format, **more})
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def after(moves: list[str]) -> Board:
    board = Board()
    for move in moves:
        board.push(move)
    return board


def test_a_transcript(app: AppClient) -> None:
    assert write(app, "transcript") == {
        "text": "f5d6c3",
        "file_name": "obversi-game.txt",
        "media_type": "text/plain",
        "warnings": [],
    }


def test_sgf_has_all_variations(app: AppClient) -> None:
    lines = ["f5d6c3", "f5d6c4d3", "f5f6"]
    text = write(app, "sgf", lines=lines)["text"]
    assert text.endswith(";B[f5](;W[d6](;B[c3])(;B[c4];W[d3]))(;W[f6]))")
    [game] = app.post("/api/read", json={"text": text}).json()["games"]
    assert (game["moves"], game["lines"]) == ("f5d6c3", lines)
    reply = error_of(app.post("/api/write", json={"format": "sgf", "lines": ["a1"]}))
    assert reply[0] == 400


def test_games_have_their_players(app: AppClient) -> None:
    names = {"black": " Ann\nB. ", "white": "Bob"}
    written = write(app, "ggf", **names)
    assert written["file_name"] == "ann-b-bob.ggf"
    assert "PB[Ann B.]PW[Bob]" in written["text"]
    record = json_lines.parse(write(app, "json", rules="reversed", **names)["text"])
    assert (record.black, record.rules, record.transcript()) == ("Ann B.", "reversed", "f5d6c3")


@pytest.mark.parametrize(("ply", "moves"), [(None, 3), (3, 3), (1, 1), (0, 0)])
def test_positions(app: AppClient, ply: int | None, moves: int) -> None:
    board = after(["f5", "d6", "c3"][:moves])
    written = write(app, "board", ply=ply)
    assert written["text"] == board.to_string()
    assert written["file_name"] == f"obversi-position-{moves}.txt"
    assert obf.parse(write(app, "obf", ply=ply)["text"]).start == board
    assert write(app, "svg", ply=ply) == {
        "text": board.svg(),
        "file_name": f"obversi-position-{moves}.svg",
        "media_type": "image/svg+xml",
        "warnings": [],
    }


def test_what_a_format_does_not_keep_is_reported(app: AppClient) -> None:
    anti = {"rules": "reversed", "black": "A]"}
    assert write(app, "transcript", **anti)["warnings"] == [
        "a transcript does not keep: the size and the rules",
        "a transcript does not keep: the players' names",
    ]
    assert write(app, "obf", **anti)["warnings"] == ["OBF does not keep: the rules"]
    board = write(app, "board", **anti)
    assert (board["text"][-9:], board["warnings"]) == (" reversed", [])
    [loss] = write(app, "ggf", **anti)["warnings"]
    assert loss == "GGF does not keep: some characters of the players' names"


def test_a_game_from_another_start(app: AppClient) -> None:
    position = "X----OX--XO----- O"
    for format in ("transcript", "ggf", "json", "sgf"):
        game = {"size": 4, "position": position, "moves": "d2", "rules": "normal"}
        text = write(app, format, **game)["text"]
        [read] = app.post("/api/read", json={"text": text}).json()["games"]
        assert {name: read[name] for name in game} == game


@pytest.mark.parametrize(
    ("more", "status", "text", "where"),
    [
        ({"format": "pgn"}, 422, "'format' cannot be 'pgn': expected 'transcript'", "format"),
        ({"format": "svg", "ply": 4}, 400, "'ply' cannot be 4: the game has 3 plies", "ply"),
        ({"format": "ggf", "black": "x" * 101}, 422, "'black' cannot be", "black"),
        ({}, 422, "the field 'format' is missing", "format"),
    ],
)
def test_what_is_rejected(
    app: AppClient, more: dict[str, object], status: int, text: str, where: str
) -> None:
    reply = error_of(app.post("/api/write", json={"moves": "f5d6c3", **more}))
    assert (reply[0], reply[2]) == (status, where)
    assert reply[1].startswith(text)
