"""The search tree of the site without a server: the same as the server's."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from browser.app_process import AppProcess
from browser.both_answers import answer_of_server, answers_of_page
from browser.navigation import visit
from browser.new_pages import NewPages

import obversi as ob
from obversi.heuristics import EVALUATIONS
from obversi.rules import RULES

SEARCHES = ("minimax", "alpha-beta", "maximax")


def games() -> Iterator[dict[str, Any]]:
    """Yield random positions from the start to the end of games on all boards."""
    for rules in RULES:
        for size, plies in ((4, 6), (4, 9), (6, 12), (6, 29), (8, 3), (8, 56)):
            random = Random(f"{rules} {size} {plies}")
            board = ob.Board(size, rules)
            while board.ply < plies and not board.is_over:
                board.push(random.choice(board.legal_moves))
            while board.is_over:
                board.pop()
            moves = "".join(move for move in board.move_stack if not move.is_pass)
            yield {"rules": rules, "size": size, "moves": moves}


def searches(game: dict[str, Any]) -> Iterator[dict[str, Any]]:
    random = Random(str(game))
    for search in SEARCHES:
        depth = 2 if game["size"] == 8 and len(game["moves"]) < 100 else random.randint(3, 4)
        evaluation = random.choice(list(EVALUATIONS))
        yield game | {"search": search, "depth": depth, "evaluation": evaluation}
    weights = [round(random.uniform(-9, 9), 2) for _ in range(10)]
    yield game | {"search": random.choice(SEARCHES), "depth": 2, "weights": weights}
    yield game | {"search": "mcts", "playouts": 40, "exploration": 0.7, "seed": random.randrange(9)}


@pytest.mark.few_cases
@pytest.mark.parametrize("game", [*games()], ids=lambda game: f"{game['rules']}-{game['size']}")
def test_steps_and_pictures_are_those_of_the_server(
    site_pages: NewPages, app: AppProcess, game: dict[str, Any]
) -> None:
    page = site_pages.open()
    visit(page, "/study")
    questions = list(searches(game))
    for question, found in zip(
        questions, answers_of_page(page, "/api/tree", questions), strict=True
    ):
        expected = answer_of_server(app, "/api/tree", question)
        for node, same in zip(found["nodes"], expected["nodes"], strict=True):
            assert (node.pop("x"), node.pop("y")) == pytest.approx((same.pop("x"), same.pop("y")))
        for part, content in expected.items():
            assert found[part] == content, (part, question)
    for step in (None, 3):
        request = questions[0] | {"step": step}
        [found] = answers_of_page(page, "/api/tree/picture", [request])
        assert found == answer_of_server(app, "/api/tree/picture", request), request
