"""Endgame puzzles by HTTP: check of a move, replies, hints."""

from collections import Counter
from typing import Any

import pytest
from web_app import AppClient, error_of

import obversi as ob
from obversi import suites

FIRST = "normal-8x8-1"


def asked(app: AppClient, path: str, **question: object) -> dict[str, Any]:
    response = app.post(f"/api/puzzles/{path}", json=question)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def right_move(app: AppClient, puzzle: str, moves: str) -> str:
    squares = asked(app, f"{puzzle}/hint", moves=moves, step=3)["squares"]
    assert squares
    return str(squares[0])


def test_the_list_is_for_both_games_and_the_easiest_come_first(app: AppClient) -> None:
    rows = app.get("/api/puzzles").json()["puzzles"]
    kinds = Counter((row["rules"], row["size"]) for row in rows)
    assert set(kinds) == {("normal", 8), ("reversed", 8), ("normal", 6), ("reversed", 6)}
    assert set(kinds.values()) == {35}
    empties = [row["empties"] for row in rows]
    assert empties == sorted(empties)
    assert (empties[0], empties[-1]) == (12, 18)
    assert len({row["id"] for row in rows}) == len(rows)
    assert {row["turn"] for row in rows} == {"black", "white"}
    assert all(row["choices"] >= 3 for row in rows)


def test_a_puzzle(app: AppClient) -> None:
    [found] = [row for row in app.get("/api/puzzles").json()["puzzles"] if row["id"] == FIRST]
    puzzle = app.get(f"/api/puzzles/{FIRST}").json()
    start = suites.read("normal-8x8")[0].start
    assert puzzle == {
        **found,
        "position": start.to_string(),
        "task": "Black to move, most discs win: find the best moves until the end of the game.",
    }
    reversed_one = app.get("/api/puzzles/reversed-6x6-5").json()
    assert "fewest discs win" in reversed_one["task"]


def test_a_wrong_move_is_taken_back(app: AppClient) -> None:
    values = suites.read("normal-8x8")[0].values
    assert (values["b7"], values["h2"]) == (10, -4)
    assert asked(app, f"{FIRST}/try", moves="h2") == {
        "right": False,
        "margin": -4,
        "best": 10,
        "lost": 14,
        "moves": "",
        "reply": None,
        "replies": [],
        "done": False,
        "text": "h2 loses 14 discs: it leads to a loss by 4, the best move to a win by 10. "
        "Try again.",
    }
    after_some = asked(app, f"{FIRST}/try", moves="b7b8h2")
    assert (after_some["right"], after_some["moves"]) == (False, "b7b8")


def test_a_right_move_is_answered(app: AppClient) -> None:
    answer = asked(app, f"{FIRST}/try", moves="b7")
    assert (answer["right"], answer["margin"], answer["best"], answer["lost"]) == (True, 10, 10, 0)
    assert answer["moves"] == "b7" + answer["reply"]
    assert answer["replies"] == [answer["reply"]]
    assert not answer["done"]
    assert answer["text"] == f"Right: b7 keeps a win by 10. White replies {answer['reply']}."
    assert asked(app, f"{FIRST}/try", moves="b7") == answer


@pytest.mark.parametrize("puzzle", [FIRST, "reversed-8x8-2", "normal-6x6-3", "reversed-6x6-4"])
def test_following_the_hints_reaches_the_best_margin(app: AppClient, puzzle: str) -> None:
    suite, _, number = puzzle.rpartition("-")
    record = suites.read(suite)[int(number) - 1]
    best = max(record.values.values())
    board = record.start.copy()
    moves, done = "", False
    while not done:
        answer = asked(app, f"{puzzle}/try", moves=moves + right_move(app, puzzle, moves))
        assert answer["right"]
        assert (answer["margin"], answer["best"], answer["lost"]) == (best, best, 0)
        moves, done = answer["moves"], answer["done"]
    for place in range(0, len(moves), 2):
        if board.must_pass:
            board.push("pass")
        board.push(moves[place : place + 2])
    assert board.is_over
    assert board.margin(record.start.turn) == best
    assert answer["text"].endswith(f"The game is over: {board.status()}.")


def test_passes_are_mentioned(app: AppClient) -> None:
    # White has no move after the second to last of these, and black goes on.
    answer = asked(app, f"{FIRST}/try", moves="b7b8g7h8d8g8h3h4h7h2h1")
    assert answer["right"]
    assert (answer["reply"], answer["replies"], answer["done"]) == (None, [], False)
    assert answer["moves"] == "b7b8g7h8d8g8h3h4h7h2h1"
    assert answer["text"] == "Right: h1 keeps a win by 10. White cannot move and passes."


def test_each_hint_says_more(app: AppClient) -> None:
    first, second, third = (asked(app, f"{FIRST}/hint", step=step) for step in (1, 2, 3))
    assert first == {
        "step": 1,
        "of": 3,
        "text": "Black can win by 10, with 37 discs to 27: most discs win.",
        "squares": [],
    }
    assert second["text"] == (
        "1 of the 9 moves keeps the best margin: look at the lower left of the board."
    )
    assert second["squares"] == []
    assert (third["text"], third["squares"]) == ("The best move is b7.", ["b7"])
    assert asked(app, f"{FIRST}/hint") == first


def test_hints_are_for_the_position_reached(app: AppClient) -> None:
    later = asked(app, f"{FIRST}/hint", moves="b7b8", step=1)
    assert later["text"] == "Black can win by 10, with 37 discs to 27: most discs win."
    after_mistakes = asked(app, f"{FIRST}/hint", moves="h2b7", step=1)
    assert "37 discs" not in after_mistakes["text"]


def test_what_cannot_be_judged(app: AppClient) -> None:
    def rejection(path: str, **question: object) -> tuple[int, str, str | None]:
        return error_of(app.post(f"/api/puzzles/{path}", json=question))

    assert rejection(f"{FIRST}/try", moves="") == (400, "'moves' has no move to check", "moves")
    assert rejection(f"{FIRST}/try", moves="b7b8") == (
        400,
        "the last move, b8, is white's: black solves this",
        "moves",
    )
    status, text, where = rejection(f"{FIRST}/try", moves="a1")
    assert (status, where) == (400, "moves")
    assert "move 1" in text
    assert rejection(f"{FIRST}/hint", moves="b7") == (
        400,
        "there is no hint: White is to reply",
        "moves",
    )
    assert rejection(f"{FIRST}/hint", step=4)[0] == 422
    assert rejection(f"{FIRST}/try")[0] == 422


def test_there_is_no_such_puzzle(app: AppClient) -> None:
    expected = (404, "there is no puzzle 'normal-8x8-53'", "id")
    assert error_of(app.get("/api/puzzles/normal-8x8-53")) == expected
    assert error_of(app.post("/api/puzzles/normal-8x8-53/try", json={"moves": "a1"})) == expected
    assert error_of(app.post("/api/puzzles/normal-8x8-53/hint", json={})) == expected


def test_a_puzzle_is_no_game_of_its_own_start(app: AppClient) -> None:
    start = ob.Board.parse(app.get(f"/api/puzzles/{FIRST}").json()["position"])
    assert len(start.empty) == 12
