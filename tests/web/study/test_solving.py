"""Replies in puzzles: perfect, and such that the answer is difficult to find."""

from collections.abc import Iterator
from typing import cast

import pytest

import obversi as ob
from obversi import suites
from obversi.analysis import Analysis
from obversi.engine import Top
from obversi.net.workers.job import BusyError
from obversi.web.services import Services
from obversi.web.study.solving import best_moves, exact_margins, perfect_reply


class Solver:
    """Answers as the services do, with an engine of its own."""

    def __init__(self, engine: ob.Engine) -> None:
        self.engine, self.limit = engine, ob.Limit(seconds=10)

    async def solve(self, board: ob.Board, *, top: Top = "all", seconds: float) -> Analysis:
        assert seconds > 0
        return self.engine.analyse(board, self.limit, top)


@pytest.fixture
def solver() -> Iterator[Solver]:
    with ob.Engine(hash_mb=1) as engine:
        yield Solver(engine)


def services(solver: Solver) -> Services:
    return cast(Services, solver)


async def right_share(solver: Solver, board: ob.Board, move: str) -> float:
    after = board.copy()
    after.push(move)
    if after.is_over or len(after.legal_moves) == 1:
        return 1.0
    margins = await exact_margins(services(solver), after)
    return len(best_moves(margins)) / len(margins)


async def test_a_reply_is_best_and_leaves_the_fewest_right_answers(solver: Solver) -> None:
    choices = 0
    for record in suites.read("reversed-6x6")[:12]:
        board = record.start
        reply = await perfect_reply(services(solver), board)
        best = max(record.values.values())
        equal = [move for move, margin in record.values.items() if margin == best]
        assert reply in equal
        shares = {move: await right_share(solver, board, move) for move in equal}
        assert shares[reply] == min(shares.values())
        choices += len(equal) > 1
        assert await perfect_reply(services(solver), board) == reply
    assert choices > 0


async def test_margins_are_in_the_order_of_the_board(solver: Solver) -> None:
    record = suites.read("normal-6x6")[0]
    margins = await exact_margins(services(solver), record.start)
    assert list(margins) == record.start.legal_moves
    assert margins == record.values


async def test_an_unproven_margin_is_not_returned(solver: Solver) -> None:
    solver.limit = ob.Limit(depth=2)
    with pytest.raises(BusyError, match="too busy to solve"):
        await exact_margins(services(solver), suites.read("normal-8x8")[-1].start)
