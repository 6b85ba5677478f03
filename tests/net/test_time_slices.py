"""Analyses take turns: each has a first result soon, and none loses what it has found."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from simulated_server import analysis_of

import obversi as ob
from obversi.analysis import Analysis
from obversi.engine import Engine
from obversi.net.workers.job import PAUSED, AnalysisTask, Job, Kind, Requester
from obversi.net.workers.pool import EnginePool
from obversi.net.workers.queue import JobQueue
from obversi.rules import RULES, Rules

ENDLESS = ob.Limit(seconds=3600)
ANN, BEN = Requester("192.0.2.1", "v1"), Requester("192.0.2.2", "v2")
ALL = [Kind.MOVE, Kind.ANALYSIS, Kind.QUICK]


@pytest.fixture(autouse=True)
def _short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.net.workers.worker._SHORT_SLICE", 0.03)
    monkeypatch.setattr("obversi.net.workers.worker._LONG_SLICE", 0.12)


def ignore(_found: Analysis) -> None:
    """Ignore intermediate results."""


def reach(analysis: Analysis) -> tuple[int, int, bool]:
    return analysis.depth, analysis.selectivity, analysis.exact


@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize("second", [BEN, ANN])
async def test_a_long_analysis_does_not_delay_another(rules: Rules, second: Requester) -> None:
    """Neither another requester's, nor another one of the same."""

    pool = EnginePool(workers=1, hash_mb=1)
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


async def test_two_long_analyses_both_report_steps() -> None:
    pool = EnginePool(workers=1, hash_mb=4)
    steps: dict[str, list[Analysis]] = {"a": [], "b": []}
    limit = ob.Limit(seconds=0.3)
    futures = [
        pool.analyse(Requester(name, name), ob.Board(8, rules), limit, "all", steps[name].append)
        for name, rules in zip("ab", RULES, strict=True)
    ]
    finals = await asyncio.gather(*futures)
    for reported, final in zip(steps.values(), finals, strict=True):
        assert [reach(step) for step in reported] == sorted(reach(step) for step in reported)
        assert [step.nodes for step in reported] == sorted(step.nodes for step in reported)
        assert [step.seconds for step in reported] == sorted(step.seconds for step in reported)
        assert reach(final) == reach(reported[-1])
        assert final.lines == reported[-1].lines
        assert final.nodes >= reported[-1].nodes
    await pool.close()


async def test_a_single_job_is_not_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[ob.Limit | None] = []
    stream = Engine.stream

    def counted(self: Engine, board: ob.Board, limit: ob.Limit | None = None, top: Any = 1) -> Any:
        searches.append(limit)
        return stream(self, board, limit, top)

    monkeypatch.setattr(Engine, "stream", counted)

    pool = EnginePool(workers=1, hash_mb=1)
    limit = ob.Limit(seconds=0.2)
    await pool.analyse(ANN, ob.Board(), limit, 1, ignore)
    assert searches == [limit]
    await pool.close()


async def test_a_move_is_not_delayed_with_one_worker() -> None:
    pool = EnginePool(workers=1, hash_mb=1)
    begun = asyncio.Event()
    long = pool.analyse(ANN, ob.Board(), ENDLESS, 1, lambda _step: begun.set())
    await begun.wait()
    limit = ob.Limit(seconds=0.05)
    thought = await pool.think(BEN, "level=12", ob.Board(), limit, lambda: None)
    assert thought.move in ob.Board().legal_moves
    assert not long.done()
    await pool.close()


async def test_a_job_between_time_slices_can_be_cancelled() -> None:
    pool = EnginePool(workers=1, hash_mb=1)
    begun = {"a": asyncio.Event(), "b": asyncio.Event()}

    def receive(name: str) -> Callable[[Analysis], None]:
        return lambda _found: begun[name].set()

    futures = {}
    for name in begun:
        requester = Requester(name, name)
        futures[name] = pool.analyse(requester, ob.Board(), ENDLESS, 1, receive(name))
        await begun[name].wait()
    # The second has a result: it is its turn, and the first waits.
    futures["a"].cancel()
    await asyncio.sleep(0)
    assert (await pool.analyse(ANN, ob.Board(4), ob.Limit(depth=12), 1, ignore)).exact
    assert not futures["b"].done()
    futures["b"].cancel()
    assert (await pool.analyse(BEN, ob.Board(), ob.Limit(depth=3), 1, ignore)).depth == 3
    await pool.close()


# What an interrupted analysis does


class FakeEngine:
    """Returns prepared results, and stores the limits of its searches."""

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


class FakeContext:
    def __init__(self) -> None:
        self.engine: Any = FakeEngine()

    def agent(self, description: str, attempt: int = 1) -> Any:
        raise AssertionError(description, attempt)

    def close(self) -> None:
        """Nothing is open."""


def turn(job: Job, tools: FakeContext, *finds: Analysis, interrupted: bool) -> object:
    """Have one turn of the work of a job."""
    job.slices += 1
    job.interrupted = interrupted
    tools.engine.finds = list(finds)
    return job.task(job, tools)


def step(depth: int, nodes: int = 10, *, exact: bool = False) -> Analysis:
    return replace(analysis_of(ob.Board(), depth), nodes=nodes, seconds=0.5, exact=exact)


def analysis_job(limit: ob.Limit, reported: list[Analysis]) -> tuple[Job, FakeContext]:
    work = AnalysisTask(ob.Board(), limit, 1, lambda _job: None, reported.append)
    future = asyncio.get_running_loop().create_future()
    return Job(ANN, Kind.ANALYSIS, work, future), FakeContext()


async def test_a_time_slice_continues_and_reports_new_steps() -> None:
    reported: list[Analysis] = []
    limit = ob.Limit(seconds=100, nodes=100, depth=20)
    job, tools = analysis_job(limit, reported)
    assert turn(job, tools, step(4), step(7, 20), interrupted=True) is PAUSED
    assert turn(job, tools, step(4), step(7, 9), step(8, 30), interrupted=True) is PAUSED
    # One that comes no further has its time gone nevertheless.
    assert turn(job, tools, step(4), step(6, 15), interrupted=True) is PAUSED
    final = turn(job, tools, step(8, 5), interrupted=False)
    await asyncio.sleep(0)
    assert [(each.depth, each.nodes) for each in reported] == [(4, 10), (7, 20), (8, 50)]
    assert isinstance(final, Analysis)
    assert (final.depth, final.nodes) == (8, 70)
    assert [each.nodes for each in tools.engine.limits] == [100, 80, 50, 35]
    assert [each.depth for each in tools.engine.limits] == [20] * 4
    seconds = [each.seconds for each in tools.engine.limits]
    assert seconds == sorted(seconds, reverse=True)


@pytest.mark.parametrize(
    ("limit", "last"),
    [
        (ob.Limit(seconds=100), step(9, exact=True)),
        (ob.Limit(seconds=100, nodes=20), step(9, 20)),
        (ob.Limit(seconds=0.001), step(9)),
    ],
)
async def test_an_interruption_at_its_very_end_ends_it(limit: ob.Limit, last: Analysis) -> None:
    job, tools = analysis_job(limit, [])
    assert turn(job, tools, last, interrupted=True) == last


async def test_a_cancelled_job_gets_no_further_slice() -> None:
    reported: list[Analysis] = []
    job, tools = analysis_job(ENDLESS, reported)

    def give_up() -> None:
        job.abandoned = True

    tools.engine.on_end = give_up
    assert turn(job, tools, step(4), interrupted=True) is not PAUSED


# The queue


def waiting_job(requester: Requester, kind: Kind = Kind.ANALYSIS) -> Job:
    future = asyncio.get_running_loop().create_future()
    return Job(requester, kind, lambda _job, _tools: None, future)


async def test_what_is_put_back_waits_behind_all_others() -> None:
    queue = JobQueue(most=2)
    first, second, third = waiting_job(ANN), waiting_job(BEN), waiting_job(ANN)
    queue.put(first)
    assert queue.take(ALL) is first
    queue.put(second)
    queue.put(third)
    queue.put_back(first)  # though there is no server for another one
    assert [queue.take(ALL) for _ in range(3)] == [second, third, first]


async def test_a_cancelled_job_is_not_queued_again() -> None:
    queue = JobQueue(most_per_requester=1)
    job, other = waiting_job(ANN), waiting_job(BEN)
    queue.put(job)
    assert queue.take(ALL) is job
    job.abandoned = True
    queue.put_back(job)
    queue.put(other)
    assert queue.take(ALL) is other
    # It was counted out; one that waits again is counted.
    queue.put(again := waiting_job(ANN))
    assert queue.take(ALL) is again
    queue.put_back(again)
    assert queue.remove(again)
    queue.put(waiting_job(ANN))


async def test_waiting_jobs_come_in_the_order_of_preferred_kinds() -> None:
    queue = JobQueue()
    move, analysis = waiting_job(ANN, Kind.MOVE), waiting_job(ANN)
    for job in (move, analysis, waiting_job(ANN, Kind.QUICK)):
        queue.put(job)
    assert queue.waiting_before(ALL, Kind.ANALYSIS) == [move, analysis]
    only = [Kind.ANALYSIS, Kind.MOVE, Kind.QUICK]
    assert queue.waiting_before(only, Kind.ANALYSIS) == [analysis]
