"""Searches on a Dask cluster: as those here, through the loss of workers, and without a cluster."""

import asyncio
import importlib
import os
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from dask_workers import wait_for_workers
from game_server import LineClient

import obversi as ob
from obversi.agents.agent import Thought
from obversi.analysis import Analysis
from obversi.cluster import Cluster, ClusterError
from obversi.move import Move
from obversi.net.server import Server, ServerSettings
from obversi.net.store import GameStore
from obversi.net.workers import remote_tasks
from obversi.net.workers.job import Requester
from obversi.net.workers.pool import EnginePool

# Warnings of Dask about workers that come and go do not matter here.
pytestmark = pytest.mark.filterwarnings("default")

V1, V2 = (Requester("192.0.2.1", number) for number in ("v1", "v2"))
LEVEL = "engine:level=10"
SLOW = "engine:seconds=2"
BOARD = ob.Board()
LIMIT = ob.Limit(seconds=10)


@pytest.fixture
def address(workers: Any) -> str:
    return wait_for_workers(workers)


@asynccontextmanager
async def pool_on(address: str) -> AsyncIterator[EnginePool]:
    pool = await asyncio.to_thread(EnginePool, [SLOW], workers=1, hash_mb=1, cluster=address)
    try:
        yield pool
    finally:
        await pool.close()


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(300):
        while not await asyncio.to_thread(condition):
            await asyncio.sleep(0.02)


def processes(address: str) -> dict[str, int]:
    """Return the processes of the workers, by address."""
    with Cluster(address, workers=0) as cluster:
        found: dict[str, int] = cluster._client.run(os.getpid)
        return found


async def test_moves_and_analyses_are_those_of_the_workers(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pool_on(address) as pool:

        def never(*_: object) -> None:
            raise AssertionError("this is for the workers")

        monkeypatch.setattr("obversi.net.workers.remote_context.LocalContext", never)
        board = ob.Board(6, "reversed")
        thought = await pool.think(V1, LEVEL, board, ob.Limit(seconds=5), lambda: None)
        assert thought.move in board.legal_moves
        solved = await pool.analyse(V1, ob.Board(4), ob.Limit(seconds=60), 1)
        assert (solved.exact, solved.margin) == (True, -10)
        by_depth = await pool.analyse(V1, board, ob.Limit(depth=5), "all")
        assert by_depth.depth == 5
        assert {line.move for line in by_depth.lines} == set(board.legal_moves)


async def test_quick_moves_are_made_here(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with pool_on(address) as pool:
        monkeypatch.setattr(pool._cluster, "take", None)  # who calls it fails
        for agent in ("random", "level=1"):
            thought = await pool.think(V1, agent, ob.Board(), ob.Limit(seconds=5), lambda: None)
            assert thought.move in ob.Board().legal_moves


async def test_steps_come_while_the_search_goes_on(address: str) -> None:
    steps: list[Analysis] = []
    async with pool_on(address) as pool:
        running = pool.analyse(V1, ob.Board(), ob.Limit(seconds=3600), 1, steps.append)
        await until(lambda: len(steps) > 3 and steps[-1].depth > 8)
        assert not running.done()
        assert [step.depth for step in steps] == sorted(step.depth for step in steps)
        assert [step.nodes for step in steps] == sorted(step.nodes for step in steps)
        running.cancel()
        await until(lambda: pool.running == 0)


async def test_visitors_share_the_cluster(address: str) -> None:
    async with pool_on(address) as pool:
        many = [pool.analyse(V1, ob.Board(), ob.Limit(seconds=3600), 1) for _ in range(12)]
        await until(lambda: pool.running == 4)  # two workers with two threads each
        other = pool.analyse(V2, ob.Board(), ob.Limit(depth=3), 1)
        async with asyncio.timeout(120):
            assert (await other).depth == 3
            move = await pool.think(V2, LEVEL, ob.Board(), ob.Limit(seconds=1), lambda: None)
            assert move.move in ob.Board().legal_moves
        for each in many:
            each.cancel()


async def test_servers_share_the_cluster_by_addresses(address: str) -> None:
    async with pool_on(address) as pool:
        many = [pool.analyse(V1, ob.Board(), ob.Limit(seconds=3600), 1) for _ in range(12)]
        await until(lambda: pool.running == 4)
        assert pool.jobs_by_address() == {V1.address: 12}
        # Another server has many requests of one address.
        pool.jobs_elsewhere["192.0.2.9"] = 50
        pool.update_cluster_share()
        await until(lambda: pool.running == 2)
        pool.jobs_elsewhere.clear()
        pool.update_cluster_share()
        await until(lambda: pool.running == 4)
        for each in many:
            each.cancel()


@pytest.mark.long
async def test_a_lost_worker_costs_a_repeated_search(address: str) -> None:
    starts: list[bool] = []
    async with pool_on(address) as pool:
        thinking = pool.think(V1, SLOW, BOARD, LIMIT, lambda: starts.append(True))
        analysing = pool.analyse(V2, BOARD, ob.Limit(seconds=3), 1)
        await until(lambda: pool.running == 2 and starts)
        for process in (await asyncio.to_thread(processes, address)).values():
            os.kill(process, signal.SIGKILL)
        assert (await thinking).move in BOARD.legal_moves
        assert (await analysing).move in BOARD.legal_moves
        assert len(starts) >= 3  # the start, the loss, and the start of the repeated search


@pytest.mark.long
async def test_a_game_goes_on_without_its_workers(address: str) -> None:
    settings = ServerSettings(
        port=0, web_port=None, workers=1, hash_mb=1, agents=[SLOW], engine=address
    )
    with GameStore.open(None) as store:
        server = await asyncio.to_thread(Server, store, settings)
        await server.open()
        try:
            client = await LineClient.connect(server.address)
            clock = {"seconds": 60, "increment": 0}
            await client.send(type="join", against=SLOW, size=4, color="white", clock=clock)
            await client.receive("start")
            await until(lambda: server.engines.running == 1)
            for process in (await asyncio.to_thread(processes, address)).values():
                os.kill(process, signal.SIGKILL)
            assert (await client.finish_game())["reason"] == "finished"
            await client.close()
        finally:
            await server.close("the test is over")


def answered_by(monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], Any]) -> None:
    """Change what workers answer."""
    result = Cluster.result

    def changed(self: Cluster, future: Any, worker: str | None = None) -> Any:
        return change(result(self, future, worker))

    monkeypatch.setattr(Cluster, "result", changed)


async def test_a_worker_that_lies_is_not_believed(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def lie(answer: Any) -> Any:
        if isinstance(answer, Thought):
            return Thought(Move("a1"))
        if isinstance(answer, remote_tasks.SearchSlice):
            lines = [replace(answer.steps[-1].lines[0], move=Move("a1"))]
            return replace(answer, steps=[replace(answer.steps[-1], lines=lines)])
        return answer

    answered_by(monkeypatch, lie)
    async with pool_on(address) as pool:
        thought = await pool.think(V1, LEVEL, BOARD, LIMIT, lambda: None)
        assert thought.move in BOARD.legal_moves
        analysis = await pool.analyse(V1, BOARD, ob.Limit(depth=2), 1)
        assert analysis.move in BOARD.legal_moves
        assert pool._cluster is not None
        assert pool._cluster.capacity == 0
    assert "is not used: its moves are illegal" in caplog.text


async def test_a_worker_of_another_version_is_not_used(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with pool_on(address) as pool:
        caller = replace(pool._workers[1]._context._caller, version="0.0.1")  # type: ignore[attr-defined]
        for worker in pool._workers[1:]:
            monkeypatch.setattr(worker._context, "_caller", caller)
        thought = await pool.think(V1, LEVEL, BOARD, LIMIT, lambda: None)
        assert thought.move in BOARD.legal_moves
    assert f"it has Obversi {ob.__version__}, and the server 0.0.1" in caplog.text


@pytest.mark.long
def test_no_scheduler_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.cluster._SECONDS_TO_CONNECT", 0.2)
    with pytest.raises(ClusterError, match=r"there is no Dask scheduler at 'tcp://127.0.0.1:1'"):
        EnginePool(workers=1, hash_mb=1, cluster="tcp://127.0.0.1:1")


@pytest.mark.long
@pytest.mark.long
async def test_without_the_scheduler_searches_run_here_until_it_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    distributed: Any = importlib.import_module("distributed")
    monkeypatch.setattr("obversi.net.workers.remote_cluster._RETRY_SECONDS", 0.1)

    def started(port: int) -> Any:
        return distributed.LocalCluster(
            n_workers=1,
            threads_per_worker=1,
            processes=False,
            protocol="tcp://",
            dashboard_address=":0",
            scheduler_port=port,
        )

    first = await asyncio.to_thread(started, 0)
    address = first.scheduler_address
    async with pool_on(address) as pool:
        cluster = pool._cluster
        assert cluster is not None
        await until(lambda: cluster.capacity == 1)
        await asyncio.to_thread(first.close)
        await until(lambda: cluster.capacity == 0)
        solved = await pool.analyse(V1, ob.Board(4), ob.Limit(seconds=60), 1)
        assert solved.exact
        thought = await pool.think(V1, LEVEL, BOARD, LIMIT, lambda: None)
        assert thought.move in BOARD.legal_moves
        second = await asyncio.to_thread(started, int(address.rpartition(":")[2]))
        try:
            await until(lambda: cluster.capacity == 1)
        finally:
            await asyncio.to_thread(second.close)
