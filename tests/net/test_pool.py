"""Who thinks for the server: offers, fair shares, quick answers, the end of what is cancelled."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

import obversi as ob
from obversi.analysis import Analysis
from obversi.net.workers.job import BusyError, Job, Kind, Requester, WorkerContext
from obversi.net.workers.pool import EnginePool
from obversi.net.workers.queue import JobQueue

ENDLESS = ob.Limit(seconds=3600)
LIMIT = ob.Limit(seconds=10)


ALL = [Kind.MOVE, Kind.ANALYSIS, Kind.QUICK]

V1, V2, V9 = (Requester("192.0.2.1", number) for number in ("v1", "v2", "v9"))


def ignore(_found: Analysis) -> None:
    """Ignore intermediate results."""


def ignored() -> None:
    """Ignore the start of the job."""


async def test_offers_are_simple_agents_levels_and_those_of_the_settings() -> None:
    pool = EnginePool(["r4:depth=2"], workers=1, hash_mb=1)
    offered = {offer.description: offer.words for offer in pool.offers()}
    levels = [f"engine:level={number}" for number in range(13)]
    assert list(offered) == ["random", "greedy", *levels, "r4:depth=2"]
    assert all(offered.values())
    assert pool.checked(" level=3 ") == "engine:level=3"
    assert pool.checked("r4:depth=2") == "r4:depth=2"
    for wrong in ("level=13", "engine", "engine:level=3:seconds=900", "r4", "cs303:a.py", ""):
        with pytest.raises(ob.ObversiError, match="this server has no agent"):
            pool.checked(wrong)
    with pytest.raises(ob.ObversiError, match="did you mean 'greedy'"):
        pool.think(V1, "gredy", ob.Board(), LIMIT, ignored)
    await pool.close()


@pytest.mark.parametrize(
    ("description", "reason"),
    [
        ("nboard:edax", "obversi connect --agent"),
        ("gtp:edax", "obversi connect --agent"),
        ("cs303:agent.py", "obversi connect --agent"),
        ("gredy", "did you mean 'greedy'"),
        ("engine:level=13", "level"),
        ("r4:depth=0", "depth"),
    ],
)
def test_a_bad_agent_in_the_settings_is_an_error(description: str, reason: str) -> None:
    with pytest.raises(ob.ObversiError, match=reason):
        EnginePool([description], workers=1, hash_mb=1)


async def test_agents_play_all_games() -> None:
    pool = EnginePool(workers=1, hash_mb=1)
    for rules in ("normal", "reversed"):
        for size in ob.SIZES:
            board = ob.Board(size, rules)
            for agent in ("random", "greedy", "level=1", "level=8", "engine:level=12"):
                limit = ob.Limit(clock=0.5)
                thought = await pool.think(V1, agent, board, limit, ignored)
                assert thought.move in board.legal_moves
            assert board == ob.Board(size, rules)
    await pool.close()


async def test_an_analysis_reports_its_steps_and_its_result() -> None:
    pool = EnginePool(workers=1, hash_mb=1)
    steps: list[Analysis] = []
    loop = asyncio.get_running_loop()

    def receive(step: Analysis) -> None:
        assert asyncio.get_running_loop() is loop
        steps.append(step)

    board = ob.Board(4, "reversed")
    found = await pool.analyse(V1, board, ob.Limit(depth=12), "all", receive)
    assert found.exact
    assert found.margin == 4
    assert [step.depth for step in steps] == sorted(step.depth for step in steps)
    assert replace(steps[-1], seconds=0.0) == replace(found, seconds=0.0)
    await pool.close()


async def test_long_searches_do_not_delay_quick_moves() -> None:
    pool = EnginePool(workers=2, hash_mb=1)
    searches = [
        pool.analyse(Requester("a", str(number)), ob.Board(), ENDLESS, 1, ignore)
        for number in range(4)
    ]
    for _ in range(3):
        await pool.think(V9, "level=3", ob.Board(), LIMIT, ignored)
        await pool.think(V1, "random", ob.Board(), LIMIT, ignored)
    assert not any(search.done() for search in searches)
    await pool.close()
    assert all(search.cancelled() for search in searches)


async def test_analyses_do_not_delay_moves() -> None:
    pool = EnginePool(workers=2, hash_mb=1)
    for number in range(3):
        requester = Requester(V1.address, f"crowd {number}")
        pool.analyse(requester, ob.Board(), ENDLESS, 1, ignore)
    limit = ob.Limit(seconds=0.01)
    for _ in range(2):
        await pool.think(V1, "level=12", ob.Board(), limit, ignored)
    await pool.close()


async def test_a_cancelled_job_ends_and_others_continue() -> None:
    pool = EnginePool(workers=1, hash_mb=1)
    begun = asyncio.Event()
    first = pool.analyse(V1, ob.Board(), ENDLESS, 1, lambda _step: begun.set())
    await begun.wait()
    second = pool.think(V1, "level=12", ob.Board(), LIMIT, ignored)
    third = pool.analyse(V2, ob.Board(), ob.Limit(depth=1), 1, ignore)
    second.cancel()
    first.cancel()
    assert (await third).depth == 1
    assert second.cancelled()
    # The next one is not stopped in place of the one before.
    assert (await pool.analyse(V1, ob.Board(), ob.Limit(depth=4), 1, ignore)).depth == 4
    await pool.close()


@pytest.mark.parametrize("agent", ["engine:seconds=3600", "engine:level=12:seconds=3600"])
async def test_an_agent_stops_at_its_deadline_or_when_cancelled(
    agent: str,
) -> None:
    pool = EnginePool([agent], workers=1, hash_mb=1)
    begun = asyncio.Event()
    left = pool.think(V1, agent, ob.Board(), LIMIT, begun.set)
    await begun.wait()
    left.cancel()
    moment = ob.Limit(seconds=0.01)
    thought = await pool.think(V2, agent, ob.Board(), moment, ignored)
    assert thought.move in ob.Board().legal_moves
    await pool.close()


async def test_the_error_of_an_agent_is_raised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "failing_agent.py").write_text("def worth(board):\n    raise LookupError('no')\n")
    monkeypatch.syspath_prepend(tmp_path)

    pool = EnginePool(["python:failing_agent:worth:depth=1"], workers=1, hash_mb=1)
    with pytest.raises(ob.ObversiError, match="failing_agent"):
        await pool.think(V1, "python:failing_agent:worth:depth=1", ob.Board(), LIMIT, ignored)
    assert (
        await pool.think(V1, "random", ob.Board(), LIMIT, ignored)
    ).move in ob.Board().legal_moves
    await pool.close()


# The order of work


def no_work(_job: Job, _tools: WorkerContext) -> None:
    """Do nothing."""


def job(number: str, *, address: str = "", kind: Kind = Kind.MOVE) -> Job:
    """Return a job of a requester, with an address of its own if none is given."""
    loop = asyncio.get_running_loop()
    return Job(Requester(address or number, number), kind, no_work, loop.create_future())


async def test_requesters_take_turns() -> None:
    queue = JobQueue()
    jobs = [job(number) for number in "aaabbc"]
    for each in jobs:
        queue.put(each)
    taken = [queue.take(ALL) for _ in range(4)]
    assert [each and each.requester.number for each in taken] == ["a", "b", "c", "a"]
    # While the work of a and c is done, it is b's turn although a has waited longer.
    assert taken[1] is not None
    queue.done(taken[1])
    last = [queue.take(ALL) for _ in range(2)]
    assert [each and each.requester.number for each in last] == ["b", "a"]


async def test_addresses_take_turns_before_clients_of_one_address() -> None:
    queue = JobQueue()
    crowd = [job(str(number), address="crowd") for number in range(9)]
    for each in (*crowd, crowd_again := job("0", address="crowd"), job("b"), job("c")):
        queue.put(each)
    taken = [queue.take(ALL) for _ in range(4)]
    assert [each and each.requester.number for each in taken] == ["0", "b", "c", "1"]
    # Two jobs of the crowd are under way: another address does not wait for a third.
    queue.put(job("d"))
    for number in ["d", *"2345678"]:
        work = queue.take(ALL)
        assert work is not None
        assert work.requester.number == number
    assert queue.remove(crowd_again)
    queue.put(quick := job("x", kind=Kind.QUICK))
    assert queue.take(ALL) is quick


async def test_the_quick_worker_takes_quick_jobs_only_and_the_others_long_ones_first() -> None:
    queue = JobQueue()
    long, quick, another = job("a"), job("a", kind=Kind.QUICK), job("b", kind=Kind.QUICK)
    for each in (quick, long, another):
        queue.put(each)
    assert queue.take(ALL) is long
    assert queue.take([Kind.QUICK]) is quick
    assert queue.take(ALL) is another
    assert not queue.remove(long)
    queue.close()
    assert queue.take([Kind.QUICK]) is None
    with pytest.raises(BusyError, match="about to end"):
        queue.put(long)


async def test_a_full_queue_raises_busy_error() -> None:
    queue = JobQueue(most_per_requester=2, most_per_address=3, most=5)
    jobs = [job("a"), job("a", kind=Kind.QUICK), job("b")]
    for each in jobs:
        queue.put(each)
    with pytest.raises(BusyError, match="2 of your requests wait"):
        queue.put(job("a"))
    queue.put(job("c", address="a"))
    with pytest.raises(BusyError, match="3 requests of your address wait"):
        queue.put(job("d", address="a"))
    queue.put(job("e"))
    with pytest.raises(BusyError, match="too many requests"):
        queue.put(job("f"))
    assert queue.remove(jobs[0])
    assert not queue.remove(jobs[0])
    queue.put(job("a"))
