"""Steps of puzzles that need exact margins, served by the workers of the server."""

from collections.abc import Iterator
from typing import cast

import pytest

import obversi as ob
from obversi import suites
from obversi.analysis import Analysis
from obversi.engine import Top
from obversi.net.workers.job import BusyError
from obversi.puzzles.solution import reply_steps
from obversi.web.puzzles.solving import exact_margins, run_solver
from obversi.web.services import Services


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


async def test_steps_get_the_requested_margins(solver: Solver) -> None:
    for record in suites.read("reversed-6x6")[:4]:
        reply = await run_solver(services(solver), reply_steps(record.start))
        assert record.values[reply] == max(record.values.values())


async def test_an_unproven_margin_is_not_returned(solver: Solver) -> None:
    solver.limit = ob.Limit(depth=2)
    with pytest.raises(BusyError, match="too busy to solve"):
        await exact_margins(services(solver), suites.read("normal-8x8")[-1].start)
