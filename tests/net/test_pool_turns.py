"""Analyses take turns: nobody waits long for a first word, and nobody loses what was found."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from game_room import found
from game_server import run

import obversi as ob
from obversi.analysis import Analysis
from obversi.engine import Engine
from obversi.net.thinkers import Asker
from obversi.net.thinking import Pool
from obversi.net.thinking.analysis_work import AnalysisWork
from obversi.net.thinking.job import PAUSED, Job, Kind
from obversi.net.thinking.work_queue import WorkQueue

ENDLESS = ob.Limit(seconds=3600)
ANN, BEN = Asker("192.0.2.1", "v1"), Asker("192.0.2.2", "v2")
ALL = [Kind.MOVE, Kind.ANALYSIS, Kind.QUICK]


def ignore(_found: Analysis) -> None:
    """Nobody listens."""


def reach(analysis: Analysis) -> tuple[int, int, bool]:
    return analysis.depth, analysis.selectivity, analysis.exact


@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize("second", [BEN, ANN])
def test_a_long_analysis_holds_no_other_up(rules: str, second: Asker) -> None:
    """Neither another asker's, nor another one of the same."""

    async def test() -> None:
        pool = Pool(workers=1, hash_mb=1)
        events: list[str] = []
        begun = asyncio.Event()

        def first_step(_found: Analysis) -> None:
            events.append("first")
            begun.set()

        first = pool.analyse(ANN, ob.Board(8, rules), ENDLESS, "all", first_step)
        await begun.wait()
        board = ob.Board(6, rules)
        for _ in range(2):
            limit = ob.Limit(depth=4)
            await pool.analyse(second, board, limit, 1, lambda _step: events.append("second"))
        assert not first.done()
        assert events.index("second") > 0
        # It goes on, and says so when it comes further.
        while events[-1] != "first":
            await asyncio.sleep(0.01)
        await pool.close()
        assert first.cancelled()

    run(test())


def test_two_long_ones_are_both_told_of() -> None:
    async def test() -> None:
        pool = Pool(workers=1, hash_mb=4)
        steps: dict[str, list[Analysis]] = {"a": [], "b": []}
        limit = ob.Limit(seconds=1.0)
        futures = [
            pool.analyse(Asker(name, name), ob.Board(8, rules), limit, "all", steps[name].append)
            for name, rules in (("a", "normal"), ("b", "reversed"))
        ]
        finals = await asyncio.gather(*futures)
        for told, final in zip(steps.values(), finals, strict=True):
            assert [reach(step) for step in told] == sorted(reach(step) for step in told)
            assert [step.nodes for step in told] == sorted(step.nodes for step in told)
            assert [step.seconds for step in told] == sorted(step.seconds for step in told)
            assert reach(final) == reach(told[-1])
            assert final.lines == told[-1].lines
            assert final.nodes >= told[-1].nodes
        await pool.close()

    run(test())


def test_one_that_is_alone_is_not_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[ob.Limit | None] = []
    stream = Engine.stream

    def counted(self: Engine, board: ob.Board, limit: ob.Limit | None = None, top: Any = 1) -> Any:
        searches.append(limit)
        return stream(self, board, limit, top)

    monkeypatch.setattr(Engine, "stream", counted)

    async def test() -> None:
        pool = Pool(workers=1, hash_mb=1)
        limit = ob.Limit(seconds=0.8)
        await pool.analyse(ANN, ob.Board(), limit, 1, ignore)
        assert searches == [limit]
        await pool.close()

    run(test())


def test_a_move_is_not_held_up_where_one_does_everything() -> None:
    async def test() -> None:
        pool = Pool(workers=1, hash_mb=1)
        begun = asyncio.Event()
        long = pool.analyse(ANN, ob.Board(), ENDLESS, 1, lambda _step: begun.set())
        await begun.wait()
        limit = ob.Limit(seconds=0.05)
        thought = await pool.think(BEN, "level=12", ob.Board(), limit, lambda: None)
        assert thought.move in ob.Board().legal_moves
        assert not long.done()
        await pool.close()

    run(test())


def test_one_that_waits_for_its_next_turn_can_be_cancelled() -> None:
    async def test() -> None:
        pool = Pool(workers=1, hash_mb=1)
        begun = {"a": asyncio.Event(), "b": asyncio.Event()}

        def hear(name: str) -> Callable[[Analysis], None]:
            return lambda _found: begun[name].set()

        futures = {}
        for name in begun:
            asker = Asker(name, name)
            futures[name] = pool.analyse(asker, ob.Board(), ENDLESS, 1, hear(name))
            await begun[name].wait()
        # The second has been told something: it is its turn, and the first waits.
        futures["a"].cancel()
        await asyncio.sleep(0)
        assert (await pool.analyse(ANN, ob.Board(4), ob.Limit(depth=12), 1, ignore)).exact
        assert not futures["b"].done()
        futures["b"].cancel()
        assert (await pool.analyse(BEN, ob.Board(), ob.Limit(depth=3), 1, ignore)).depth == 3
        await pool.close()

    run(test())


# What an interrupted analysis does


class FakeEngine:
    """Finds what it is told to, and keeps the limits that it had."""

    def __init__(self) -> None:
        self.finds: list[Analysis] = []
        self.limits: list[ob.Limit] = []
        self.on_end: Callable[[], None] = lambda: None

    def stop(self) -> None:
        """It ends anyway."""

    def stream(self, _board: ob.Board, limit: ob.Limit, _top: Any) -> Iterator[Analysis]:
        self.limits.append(limit)
        yield from self.finds
        self.on_end()


class FakeTools:
    def __init__(self) -> None:
        self.engine: Any = FakeEngine()

    def agent(self, description: str) -> Any:
        raise AssertionError(description)


def turn(job: Job, tools: FakeTools, *finds: Analysis, interrupted: bool) -> object:
    """Have one turn of the work of a job."""
    job.turns += 1
    job.interrupted = interrupted
    tools.engine.finds = list(finds)
    return job.work(job, tools)


def step(depth: int, nodes: int = 10, *, exact: bool = False) -> Analysis:
    return replace(found(ob.Board(), depth), nodes=nodes, seconds=0.5, exact=exact)


def analysis_job(limit: ob.Limit, told: list[Analysis]) -> tuple[Job, FakeTools]:
    work = AnalysisWork(ob.Board(), limit, 1, lambda _job: None, told.append)
    future = asyncio.get_running_loop().create_future()
    return Job(ANN, Kind.ANALYSIS, work, future), FakeTools()


def test_it_goes_on_with_what_is_left_and_tells_what_is_new() -> None:
    async def test() -> None:
        told: list[Analysis] = []
        limit = ob.Limit(seconds=100, nodes=100, depth=20)
        job, tools = analysis_job(limit, told)
        assert turn(job, tools, step(4), step(7, 20), interrupted=True) is PAUSED
        assert turn(job, tools, step(4), step(7, 9), step(8, 30), interrupted=True) is PAUSED
        # One that comes no further has its time gone nevertheless.
        assert turn(job, tools, step(4), step(6, 15), interrupted=True) is PAUSED
        final = turn(job, tools, step(8, 5), interrupted=False)
        await asyncio.sleep(0)
        assert [(each.depth, each.nodes) for each in told] == [(4, 10), (7, 20), (8, 50)]
        assert isinstance(final, Analysis)
        assert (final.depth, final.nodes) == (8, 70)
        assert [each.nodes for each in tools.engine.limits] == [100, 80, 50, 35]
        assert [each.depth for each in tools.engine.limits] == [20] * 4
        seconds = [each.seconds for each in tools.engine.limits]
        assert seconds == sorted(seconds, reverse=True)

    run(test())


@pytest.mark.parametrize(
    ("limit", "last"),
    [
        (ob.Limit(seconds=100), step(9, exact=True)),
        (ob.Limit(seconds=100, nodes=20), step(9, 20)),
        (ob.Limit(seconds=0.001), step(9)),
    ],
)
def test_an_interruption_at_its_very_end_ends_it(limit: ob.Limit, last: Analysis) -> None:
    async def test() -> None:
        job, tools = analysis_job(limit, [])
        assert turn(job, tools, last, interrupted=True) == last

    run(test())


def test_what_nobody_wants_is_not_gone_on_with() -> None:
    async def test() -> None:
        told: list[Analysis] = []
        job, tools = analysis_job(ENDLESS, told)

        def give_up() -> None:
            job.given_up = True

        tools.engine.on_end = give_up
        assert turn(job, tools, step(4), interrupted=True) is not PAUSED

    run(test())


# The queue


def waiting_job(asker: Asker, kind: Kind = Kind.ANALYSIS) -> Job:
    future = asyncio.get_running_loop().create_future()
    return Job(asker, kind, lambda _job, _tools: None, future)


def test_what_is_put_back_waits_behind_all_others() -> None:
    async def test() -> None:
        queue = WorkQueue(most=2)
        first, second, third = waiting_job(ANN), waiting_job(BEN), waiting_job(ANN)
        queue.put(first)
        assert queue.take(ALL) is first
        queue.put(second)
        queue.put(third)
        queue.put_back(first)  # though there is no room for another one
        assert [queue.take(ALL) for _ in range(3)] == [second, third, first]

    run(test())


def test_what_nobody_wants_is_not_put_back() -> None:
    async def test() -> None:
        queue = WorkQueue(most_of_asker=1)
        job, other = waiting_job(ANN), waiting_job(BEN)
        queue.put(job)
        assert queue.take(ALL) is job
        job.given_up = True
        queue.put_back(job)
        queue.put(other)
        assert queue.take(ALL) is other
        # It was counted out; one that waits again is counted.
        queue.put(again := waiting_job(ANN))
        assert queue.take(ALL) is again
        queue.put_back(again)
        assert queue.remove(again)
        queue.put(waiting_job(ANN))

    run(test())


def test_who_prefers_moves_has_them_waiting() -> None:
    async def test() -> None:
        queue = WorkQueue()
        move, analysis = waiting_job(ANN, Kind.MOVE), waiting_job(ANN)
        for job in (move, analysis, waiting_job(ANN, Kind.QUICK)):
            queue.put(job)
        assert queue.waiting_for(ALL, Kind.ANALYSIS) == [move, analysis]
        only = [Kind.ANALYSIS, Kind.MOVE, Kind.QUICK]
        assert queue.waiting_for(only, Kind.ANALYSIS) == [analysis]

    run(test())
