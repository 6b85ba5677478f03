"""Puzzles that the site without a server makes and solves itself: the same as the server's."""

from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from browser.app_process import AppProcess
from browser.both_answers import answer_of_server, answers_of_page
from browser.navigation import visit
from browser.new_pages import NewPages

import obversi as ob
from obversi.rules import RULES, Rules

# English sentences that the page makes itself.
WORDS = {"text", "task", "lesson"}


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
def test_puzzles_of_mistakes_are_those_of_the_server(
    site_pages: NewPages, app: AppProcess, rules: Rules
) -> None:
    page = site_pages.open()
    visit(page, "/study")

    def both(path: str, question: dict[str, Any] | None = None) -> Any:
        expected = answer_of_server(app, path, question)
        kept = {name: value for name, value in expected.items() if name not in WORDS}
        [found] = answers_of_page(page, path, [question])
        assert {name: found[name] for name in kept} == kept, (path, question)
        return found

    made = 0
    for size in (4, 6, 8):
        random, board = Random(f"{rules} {size}"), ob.Board(size, rules)
        while not board.is_over:
            board.push(random.choice(board.legal_moves))
        moves = "".join(move for move in board.move_stack if not move.is_pass)
        game = {"rules": rules, "size": size, "moves": moves, "color": "black"}
        puzzles = both("/api/puzzles/mistakes", game)["puzzles"]
        made += len(puzzles)
        for puzzle in puzzles[:1]:
            path = f"/api/puzzles/{quote(puzzle['id'])}"
            both(path)
            sofar, done = "", False
            while not done:
                for step in (1, 2, 3):
                    hint = both(f"{path}/hint", {"moves": sofar, "step": step})
                tried = both(f"{path}/try", {"moves": sofar + hint["squares"][0]})
                sofar, done = tried["moves"], tried["done"]
            wrong = both(f"{path}/try", {"moves": puzzle["played"]})
            assert not wrong["right"]

    assert made >= 3


def test_endgame_is_played_to_its_end(site_pages: NewPages, app: AppProcess) -> None:
    page = site_pages.open()
    visit(page, "/study/puzzles")
    [listing] = answers_of_page(page, "/api/puzzles", [None])
    rows = listing["puzzles"]
    listed = answer_of_server(app, "/api/puzzles", None)["puzzles"]
    assert sorted(map(str, rows)) == sorted(map(str, listed))
    endgame = next(row for row in rows if row["to_find"] is None and row["size"] == 6)
    path = f"/api/puzzles/{endgame['id']}"
    [hint] = answers_of_page(page, f"{path}/hint", [{"step": 3}])
    square = hint["squares"][0]
    expected = answer_of_server(app, f"{path}/try", {"moves": square})
    [found] = answers_of_page(page, f"{path}/try", [{"moves": square}])
    assert found["right"]
    assert found["best"] == expected["best"]
    assert found["moves"].startswith(square)
