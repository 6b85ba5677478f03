"""The first look: who asks for an analysis hears something at once, whatever others want."""

import asyncio
from dataclasses import replace

import pytest
from game_room import found
from game_server import run

import obversi as ob
from obversi.analysis import Analysis
from obversi.net.thinkers import Asker
from obversi.net.thinking import Pool, turns
from obversi.net.thinking.first_look import FirstLook
from obversi.net.thinking.job import Job, Kind
from obversi.net.thinking.work_queue import WorkQueue

ENDLESS = ob.Limit(seconds=3600)
ANN, BEN = Asker("192.0.2.1", "v1"), Asker("192.0.2.2", "v2")


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_values_come_before_anybody_has_to_pause(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "_SHORT_TURN", 3600.0)

    async def test() -> None:
        pool = Pool(workers=1, hash_mb=1)
        begun = asyncio.Event()
        for number in range(3):
            asker = Asker("crowd", str(number))
            pool.analyse(asker, ob.Board(8, rules), ENDLESS, "all", lambda _step: begun.set())
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

    run(test())


def test_a_look_keeps_to_the_limit() -> None:
    async def test() -> None:
        pool = Pool(workers=1, hash_mb=1)
        pool.analyse(ANN, ob.Board(), ENDLESS, "all")
        steps: asyncio.Queue[Analysis] = asyncio.Queue()
        pool.analyse(BEN, ob.Board(), ob.Limit(depth=2), "all", steps.put_nowait)
        assert (await steps.get()).depth <= 2
        await pool.close()

    run(test())


def step(depth: int, nodes: int = 10) -> Analysis:
    return replace(found(ob.Board(), depth), nodes=nodes)


def looked(result: Analysis) -> "asyncio.Future[Analysis]":
    future: asyncio.Future[Analysis] = asyncio.get_running_loop().create_future()
    future.set_result(result)
    return future


def test_what_is_told_never_goes_back() -> None:
    async def test() -> None:
        told: list[Analysis] = []
        look = FirstLook(ob.Board(), ENDLESS, "all", told.append)
        look.hear(looked(step(6, nodes=20)))
        for depth, nodes in ((1, 1), (6, 9), (7, 15), (7, 30)):
            look.hear_step(step(depth, nodes))
        assert [(each.depth, each.nodes) for each in told] == [(6, 20), (7, 20), (7, 30)]
        told.clear()
        late = FirstLook(ob.Board(), ENDLESS, "all", told.append)
        late.hear_step(step(1))
        late.hear(looked(step(6)))
        late.hear_step(step(2))
        assert [each.depth for each in told] == [1, 2]

    run(test())


def test_one_that_fails_or_is_not_wanted_says_nothing() -> None:
    async def test() -> None:
        told: list[Analysis] = []
        look = FirstLook(ob.Board(), ENDLESS, "all", told.append)
        failed: asyncio.Future[Analysis] = asyncio.get_running_loop().create_future()
        failed.set_exception(ob.ObversiError("no"))
        look.hear(failed)
        cancelled: asyncio.Future[Analysis] = asyncio.get_running_loop().create_future()
        cancelled.cancel()
        look.hear(cancelled)
        assert told == []

    run(test())


def test_who_plays_comes_before_who_looks() -> None:
    async def test() -> None:
        queue = WorkQueue()
        loop = asyncio.get_running_loop()

        def job(kind: Kind) -> Job:
            return Job(ANN, kind, lambda _job, _tools: None, loop.create_future())

        look, quick = job(Kind.LOOK), job(Kind.QUICK)
        queue.put(look)
        queue.put(quick)
        both = [Kind.QUICK, Kind.LOOK]
        assert [queue.take(both), queue.take(both)] == [quick, look]

    run(test())
