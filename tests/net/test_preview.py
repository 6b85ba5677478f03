"""The preview: who requests an analysis gets a first report at once, whatever others want."""

import asyncio
from dataclasses import replace

import pytest
from simulated_server import analysis_of

import obversi as ob
from obversi.analysis import Analysis
from obversi.net.workers import worker as turns
from obversi.net.workers.job import Job, Kind, Preview, Requester
from obversi.net.workers.pool import EnginePool
from obversi.net.workers.queue import JobQueue
from obversi.rules import Rules

ENDLESS = ob.Limit(seconds=3600)
ANN, BEN = Requester("192.0.2.1", "v1"), Requester("192.0.2.2", "v2")


@pytest.mark.parametrize("rules", ["normal", "reversed"])
async def test_values_come_before_anybody_has_to_pause(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "_SHORT_SLICE", 3600.0)

    pool = EnginePool(workers=1, hash_mb=1)
    begun = asyncio.Event()
    for number in range(3):
        requester = Requester("crowd", str(number))
        pool.analyse(requester, ob.Board(8, rules), ENDLESS, "all", lambda _step: begun.set())
    await begun.wait()
    board = ob.Board(8, rules)
    for _ in range(3):
        board.push(board.legal_moves[0])
        steps: asyncio.Queue[Analysis] = asyncio.Queue()
        analysis = pool.analyse(BEN, board, ENDLESS, "all", steps.put_nowait)
        first = await steps.get()
        assert {line.move for line in first.lines} == set(board.legal_moves)
        assert first.depth > 1
        analysis.cancel()
    await pool.close()


async def test_a_look_keeps_to_the_limit() -> None:
    pool = EnginePool(workers=1, hash_mb=1)
    pool.analyse(ANN, ob.Board(), ENDLESS, "all")
    steps: asyncio.Queue[Analysis] = asyncio.Queue()
    pool.analyse(BEN, ob.Board(), ob.Limit(depth=2), "all", steps.put_nowait)
    assert (await steps.get()).depth <= 2
    await pool.close()


def step(depth: int, nodes: int = 10) -> Analysis:
    return replace(analysis_of(ob.Board(), depth), nodes=nodes)


def looked(result: Analysis) -> "asyncio.Future[Analysis]":
    future: asyncio.Future[Analysis] = asyncio.get_running_loop().create_future()
    future.set_result(result)
    return future


async def test_reported_depth_never_decreases() -> None:
    reported: list[Analysis] = []
    look = Preview(ob.Board(), ENDLESS, "all", reported.append)
    look.done(looked(step(6, nodes=20)))
    for depth, nodes in ((1, 1), (6, 9), (7, 15), (7, 30)):
        look.step(step(depth, nodes))
    assert [(each.depth, each.nodes) for each in reported] == [(6, 20), (7, 20), (7, 30)]
    reported.clear()
    late = Preview(ob.Board(), ENDLESS, "all", reported.append)
    late.step(step(1))
    late.done(looked(step(6)))
    late.step(step(2))
    assert [each.depth for each in reported] == [1, 2]


async def test_a_failed_or_cancelled_preview_reports_nothing() -> None:
    reported: list[Analysis] = []
    look = Preview(ob.Board(), ENDLESS, "all", reported.append)
    failed: asyncio.Future[Analysis] = asyncio.get_running_loop().create_future()
    failed.set_exception(ob.ObversiError("no"))
    look.done(failed)
    cancelled: asyncio.Future[Analysis] = asyncio.get_running_loop().create_future()
    cancelled.cancel()
    look.done(cancelled)
    assert reported == []


async def test_moves_come_before_analyses() -> None:
    queue = JobQueue()
    loop = asyncio.get_running_loop()

    def job(kind: Kind) -> Job:
        return Job(ANN, kind, lambda _job, _tools: None, loop.create_future())

    look, quick = job(Kind.PREVIEW), job(Kind.QUICK)
    queue.put(look)
    queue.put(quick)
    both = [Kind.QUICK, Kind.PREVIEW]
    assert [queue.take(both), queue.take(both)] == [quick, look]
