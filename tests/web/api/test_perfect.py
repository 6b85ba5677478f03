"""Perfect play by HTTP: margins of all moves, and the line that leads there."""

from typing import Any

import pytest
from web_app import AppClient, error_of

import obversi as ob
from obversi import batch
from obversi.book import shipped_book
from obversi.rules import Rules

START = {(4, "normal"): -10, (4, "reversed"): 4, (6, "normal"): -4, (6, "reversed"): 2}


def perfect_play(app: AppClient, **game: object) -> dict[str, Any]:
    response = app.post("/api/perfect", json=game)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def end_of_line(size: int, rules: Rules, line: list[str]) -> ob.Board:
    board = ob.Board(size, rules)
    for move in line:
        if board.must_pass:
            board.push("pass")
        board.push(move)
    return board


@pytest.mark.parametrize(("size", "rules"), START)
def test_the_starts(app: AppClient, size: int, rules: Rules) -> None:
    answer = perfect_play(app, size=size, rules=rules)
    margin = START[size, rules]
    assert answer["solved"]
    assert (answer["turn"], answer["margin"]) == ("black", margin)
    assert answer["moves"] == [
        {"move": move, "margin": margin, "best": True} for move in ob.Board(size, rules).legal_moves
    ]
    end = end_of_line(size, rules, answer["line"])
    assert answer["whole"] == end.is_over
    if size == 4:
        assert end.is_over
    if end.is_over:
        assert end.margin(ob.BLACK) == margin


def test_words_for_both_games(app: AppClient) -> None:
    assert perfect_play(app, size=6)["text"] == (
        "With perfect play Black loses by 4, with 16 discs to 20: most discs win. "
        "All of the 4 moves keep this result."
    )
    assert perfect_play(app, size=6, rules="reversed")["text"] == (
        "With perfect play Black wins by 2, with 17 discs to 19: fewest discs win. "
        "All of the 4 moves keep this result."
    )


def test_best_moves_are_marked(app: AppClient) -> None:
    answer = perfect_play(app, size=4, moves="b1")
    board = ob.Board(4)
    board.push("b1")
    with ob.Engine(hash_mb=1) as engine:
        solved = engine.solve(board, top="all")
    margins = {str(line.move): line.margin for line in solved.lines}
    assert {each["move"]: each["margin"] for each in answer["moves"]} == margins
    assert [each["move"] for each in answer["moves"]] == board.legal_moves
    best = max(margins.values())
    assert {each["move"] for each in answer["moves"] if each["best"]} == {
        move for move, margin in margins.items() if margin == best
    }
    assert answer["turn"] == "white"
    assert answer["text"].startswith("With perfect play White wins by 10, with 13 discs to 3")


def test_positions_near_the_end_are_solved(app: AppClient) -> None:
    position = "-X---X--XOX-OOOOXXOOXOO-OXOO--OXOO-- X"
    answer = perfect_play(app, size=6, position=position)
    assert {each["move"]: each["margin"] for each in answer["moves"]} == {
        **{"b2": -4, "c1": -4, "f5": -10, "f4": -14, "e5": -18, "a2": -18, "e6": -20}
    }
    assert answer["whole"]
    assert "2 of the 7 moves keep this result." in answer["text"]
    board = ob.Board.parse(position)
    for move in answer["line"]:
        if board.must_pass:
            board.push("pass")
        board.push(move)
    assert board.is_over
    assert board.margin(ob.BLACK) == -4


def test_a_game_that_is_over(app: AppClient) -> None:
    answer = perfect_play(app, size=4, position="XXXXXXXXXXXXOOOO X")
    assert answer == {
        "solved": True,
        "turn": None,
        "margin": None,
        "moves": [],
        "line": [],
        "whole": True,
        "text": "The game is over: black wins by 8: black 12, white 4 (most discs win).",
    }


def test_what_takes_too_long_is_said(app: AppClient) -> None:
    position = "------" * 2 + "--XX----OO--" + "------" * 2 + " O"
    answer = perfect_play(app, size=6, position=position, rules="reversed", seconds=0.01)
    assert not answer["solved"]
    assert (answer["margin"], answer["moves"], answer["line"]) == (None, [], [])
    assert (answer["turn"], answer["whole"]) == ("white", False)
    assert answer["text"] == (
        "The moves are not solved yet: with 32 empty squares that takes long."
    )


def test_the_margin_is_known_where_the_book_ends(app: AppClient) -> None:
    book = shipped_book(6, "reversed")
    assert book is not None
    boards = (batch.to_board(row, size=6, rules="reversed") for row in book.graph().positions)
    board = next(each for each in boards if book.margins(each) is None)
    position = board.to_string()
    answer = perfect_play(app, size=6, position=position, rules="reversed", seconds=0.01)
    assert not answer["solved"]
    assert answer["margin"] == book.value(board)
    assert answer["text"].startswith("With perfect play ")
    assert answer["moves"] == []


def test_the_book_needs_no_time(app: AppClient) -> None:
    answer = perfect_play(app, size=6, rules="reversed", seconds=0.01)
    assert answer["solved"]
    assert {each["margin"] for each in answer["moves"]} == {2}


@pytest.mark.parametrize("seconds", [0, -1, 8.5, "1", None])
def test_invalid_times_are_rejected(app: AppClient, seconds: object) -> None:
    status, text, where = error_of(app.post("/api/perfect", json={"size": 6, "seconds": seconds}))
    assert (status, where) == (422, "seconds"), text


def test_the_usual_board_is_rejected(app: AppClient) -> None:
    expected = (400, "perfect play is known on 4×4 and 6×6, not on 8×8", "size")
    assert error_of(app.post("/api/perfect", json={})) == expected
    status, _, where = error_of(app.post("/api/perfect", json={"size": 6, "moves": "a1"}))
    assert (status, where) == (400, "moves")
