"""Endgame puzzles by HTTP: check of a move, replies, hints."""

from collections import Counter
from datetime import date
from typing import Any

import pytest
from web_app import AppClient, error_of

import obversi as ob
from obversi import suites
from obversi.puzzles import THEMES, daily_puzzle, shipped_puzzles
from obversi.rules import RULES
from obversi.size import SIZES

FIRST = "normal-8x8-1"


def reply_of(app: AppClient, path: str, **question: object) -> dict[str, Any]:
    response = app.post(f"/api/puzzles/{path}", json=question)
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def right_move(app: AppClient, puzzle: str, moves: str) -> str:
    squares = reply_of(app, f"{puzzle}/hint", moves=moves, step=3)["squares"]
    assert squares
    return str(squares[0])


def test_the_list_is_for_both_games_and_the_easiest_come_first(app: AppClient) -> None:
    rows = app.get("/api/puzzles").json()["puzzles"]
    kinds = Counter((row["rules"], row["size"], row["to_find"] is None) for row in rows)
    games = [(rules, size) for rules in RULES for size in SIZES]
    endgames = {(*game, True): 35 for game in games if game[1] != 4}
    assert kinds == {(*game, False): 200 for game in games} | endgames
    ratings = [row["rating"] for row in rows]
    assert ratings == sorted(ratings)
    assert {row["empties"] for row in rows} == {*range(4, 19)}
    assert len({row["id"] for row in rows}) == len(rows)
    assert {row["turn"] for row in rows} == {"black", "white"}
    assert all(row["choices"] >= 3 for row in rows)
    themes = {theme for row in rows for theme in row["themes"]}
    assert themes == {*THEMES, "endgame"}


def test_the_list_is_packed_and_not_sent_twice(app: AppClient) -> None:
    found = app.get("/api/puzzles", headers={"Accept-Encoding": "gzip"})
    assert found.headers["content-encoding"] == "gzip"
    plain = app.get("/api/puzzles", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == found.json()
    again = app.get("/api/puzzles", headers={"If-None-Match": found.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


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
    assert reply_of(app, f"{FIRST}/try", moves="h2") == {
        "right": False,
        "margin": -4,
        "best": 10,
        "lost": 14,
        "moves": "",
        "reply": None,
        "replies": [],
        "done": False,
        "rest": "",
        "lesson": "",
        "lessons": [],
        "text": "h2 loses 14 discs: it leads to a loss by 4, the best move to a win by 10. "
        "Try again.",
    }
    after_some = reply_of(app, f"{FIRST}/try", moves="b7b8h2")
    assert (after_some["right"], after_some["moves"]) == (False, "b7b8")


def test_a_right_move_is_answered(app: AppClient) -> None:
    answer = reply_of(app, f"{FIRST}/try", moves="b7")
    assert (answer["right"], answer["margin"], answer["best"], answer["lost"]) == (True, 10, 10, 0)
    assert answer["moves"] == "b7" + answer["reply"]
    assert answer["replies"] == [answer["reply"]]
    assert not answer["done"]
    assert answer["text"] == f"Right: b7 keeps a win by 10. White replies {answer['reply']}."
    assert reply_of(app, f"{FIRST}/try", moves="b7") == answer


@pytest.mark.parametrize("puzzle", [FIRST, "reversed-8x8-2", "normal-6x6-3", "reversed-6x6-4"])
def test_following_the_hints_reaches_the_best_margin(app: AppClient, puzzle: str) -> None:
    suite, _, number = puzzle.rpartition("-")
    record = suites.read(suite)[int(number) - 1]
    best = max(record.values.values())
    board = record.start.copy()
    moves, done = "", False
    while not done:
        answer = reply_of(app, f"{puzzle}/try", moves=moves + right_move(app, puzzle, moves))
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
    answer = reply_of(app, f"{FIRST}/try", moves="b7b8g7h8d8g8h3h4h7h2h1")
    assert answer["right"]
    assert (answer["reply"], answer["replies"], answer["done"]) == (None, [], False)
    assert answer["moves"] == "b7b8g7h8d8g8h3h4h7h2h1"
    assert answer["text"] == "Right: h1 keeps a win by 10. White cannot move and passes."


def test_each_hint_says_more(app: AppClient) -> None:
    first, second, third = (reply_of(app, f"{FIRST}/hint", step=step) for step in (1, 2, 3))
    assert first == {
        "step": 1,
        "of": 3,
        "text": "Black can win by 10, with 37 discs to 27: most discs win.",
        "squares": [],
        "margin": 10,
        "right": None,
        "legal": None,
        "areas": [],
        "lessons": [],
    }
    known = {"margin": 10, "right": 1, "legal": 9, "areas": ["lower left"], "lessons": []}
    assert known.items() <= second.items()
    assert second["text"] == (
        "1 of the 9 moves keeps the best margin: look at the lower left of the board."
    )
    assert second["squares"] == []
    assert (third["text"], third["squares"]) == ("The best move is b7.", ["b7"])
    assert reply_of(app, f"{FIRST}/hint") == first


def test_hints_are_for_the_position_reached(app: AppClient) -> None:
    later = reply_of(app, f"{FIRST}/hint", moves="b7b8", step=1)
    assert later["text"] == "Black can win by 10, with 37 discs to 27: most discs win."
    after_mistakes = reply_of(app, f"{FIRST}/hint", moves="h2b7", step=1)
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


# Puzzles with a solution


def test_a_solution_is_played_to_its_last_move(app: AppClient) -> None:
    seen = set()
    for puzzle in [*shipped_puzzles().values()][::97]:
        moves, replies, done = "", 0, False
        while not done:
            right = puzzle.solution[len(moves) // 2]
            answer = reply_of(app, f"{puzzle.name}/try", moves=moves + right)
            assert answer["right"], answer
            moves, done = answer["moves"], answer["done"]
            replies += len(answer["replies"])
        assert moves == "".join(puzzle.solution)
        assert all(words in answer["text"] for words in puzzle.theme_words())
        seen.add(replies)
        # The rest is best play to the end of the game.
        board = puzzle.start.copy()
        for place in range(0, len(moves + answer["rest"]), 2):
            if board.must_pass:
                board.push("pass")
            board.push((moves + answer["rest"])[place : place + 2])
        assert board.is_over
        assert board.margin(puzzle.solver) == answer["best"]
    assert {0, 1} <= seen


def test_a_wrong_move_in_a_solution(app: AppClient) -> None:
    puzzle = shipped_puzzles()["r8-100"]
    right = puzzle.solution[0]
    wrong = next(move for move in puzzle.start.legal_moves if move != right)
    answer = reply_of(app, "r8-100/try", moves=wrong)
    assert (answer["right"], answer["moves"], answer["done"]) == (False, "", False)
    assert answer["lost"] >= 2


def test_moves_off_the_solution_are_rejected(app: AppClient) -> None:
    puzzle = next(one for one in shipped_puzzles().values() if one.moves_to_find > 1)
    board = puzzle.start.copy()
    board.push(next(move for move in board.legal_moves if move != puzzle.solution[0]))
    while board.turn != puzzle.solver and not board.is_over:
        board.push(board.legal_moves[0])
    board.push(board.legal_moves[0])
    moves = "".join(move for move in board.move_stack if not move.is_pass)
    status, text, where = error_of(
        app.post(f"/api/puzzles/{puzzle.name}/try", json={"moves": moves})
    )
    assert (status, where) == (400, "moves")
    assert "leave the solution" in text


def test_the_second_hint_names_the_theme(app: AppClient) -> None:
    puzzle = next(one for one in shipped_puzzles().values() if "parity" in one.themes)
    assert "Parity: the move is in a region" in reply_of(app, f"{puzzle.name}/hint", step=2)["text"]
    third = reply_of(app, f"{puzzle.name}/hint", step=3)
    assert third["squares"] == [puzzle.solution[0]]


def test_the_puzzle_of_the_day(app: AppClient) -> None:
    found = app.get("/api/puzzles/daily").json()
    assert found["id"] == daily_puzzle(date.fromisoformat(found["date"])).name
    assert app.get(f"/api/puzzles/{found['id']}").status_code == 200


# Puzzles from mistakes

# Black misses d4 at move 5, with 8 empty squares.
GAME = {"size": 4, "moves": "b1a1a2c1d3b4c4d4"}


def test_mistakes_become_puzzles(app: AppClient) -> None:
    [found] = reply_of(app, "mistakes", **GAME, color="black")["puzzles"]
    assert (found["ply"], found["played"], found["lost"]) == (5, "d3", 4)
    assert reply_of(app, "mistakes", **GAME, color="white") == {"puzzles": []}
    puzzle = app.get(f"/api/puzzles/{found['id']}").json()
    before = ob.Board(4)
    for move in ("b1", "a1", "a2", "c1"):
        before.push(move)
    assert puzzle["position"] == before.to_string()
    assert puzzle["to_find"] == 1
    wrong = reply_of(app, f"{found['id']}/try", moves="d3")
    assert (wrong["right"], wrong["lost"]) == (False, 4)
    right = reply_of(app, f"{found['id']}/try", moves="d4")
    assert (right["right"], right["done"]) == (True, True)
    assert reply_of(app, f"{found['id']}/hint", step=3)["squares"] == ["d4"]


@pytest.mark.parametrize(
    "position",
    [
        ob.Board(8).to_string(),  # too far from the end
        "X" * 16 + " X",  # over
        "XOO-OOOO-------- O",  # one legal move at most
        "XOO-OOOO-------",
        "Z" * 64 + " X",
        "",
    ],
)
def test_positions_that_are_no_puzzles(app: AppClient, position: str) -> None:
    name = f"own-normal-{position.replace(' ', '')}"
    assert error_of(app.get(f"/api/puzzles/{name}")) == (404, f"there is no puzzle {name!r}", "id")


def test_mistakes_of_bad_games(app: AppClient) -> None:
    status, text, where = error_of(
        app.post("/api/puzzles/mistakes", json={"moves": "f5f5", "color": "black"})
    )
    assert (status, where) == (400, "moves")
    assert "move 2" in text
    assert error_of(app.post("/api/puzzles/mistakes", json={"moves": "f5"}))[0] == 422
