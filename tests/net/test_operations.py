"""What the operator of a server sees: metrics, readiness, and the end without haste."""

import asyncio
import importlib
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from game_server import LineClient, serving
from postgres_server import PostgresServer

from obversi import Board, Limit
from obversi.net.operations.events import EVENT, FIELDS
from obversi.net.operations.operator_port import OperatorPort
from obversi.net.operations.pages import METRICS, READINESS
from obversi.net.server import Server, ServerSettings
from obversi.net.store import GameStore
from obversi.net.workers.job import BusyError, Requester

V1 = Requester("192.0.2.1", "v1")


def samples(server: Server) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Read the page of metrics as Prometheus does."""
    parser: Any = importlib.import_module("prometheus_client.parser")
    text = server.pages.page(METRICS).body.decode()
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in parser.text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(server: Server, name: str, **labels: str) -> float | None:
    return samples(server).get((name, frozenset(labels.items())))


async def test_metrics_count_a_game() -> None:
    async with serving() as server:
        assert value(server, "obversi_games", state="running") == 0
        client = await LineClient.connect(server.address)
        await client.send(type="join", size=4)
        await client.receive("waiting")
        assert value(server, "obversi_games", state="waiting") == 1
        assert value(server, "obversi_games_begun_total") == 0
        end = await client.play(against="random", size=4, color="black")
        assert value(server, "obversi_connections") == 1
        assert value(server, "obversi_games_begun_total") == 1
        assert value(server, "obversi_games_over_total", reason=end["reason"]) == 1
        moves, answers = (
            value(server, "obversi_moves_total"),
            value(server, "obversi_answers_total", kind="move", result="ok"),
        )
        assert moves is not None
        assert answers is not None
        assert moves > answers > 0
        assert value(server, "obversi_answer_seconds_count", kind="move") == answers
        writes = value(server, "obversi_store_write_seconds_count")
        assert writes is not None
        assert writes > answers
        assert value(server, "obversi_store_write_failures_total") == 0
        jobs = value(server, "obversi_engine_slices_total", kind="quick")
        assert jobs
        assert value(server, "obversi_engine_wait_seconds_count", kind="quick") == jobs
        assert value(server, "obversi_engine_seconds_total", kind="quick")
        await client.send(type="move", game="none", move="f5")
        await client.receive("error")
        rejected = value(server, "obversi_answers_total", kind="move", result="unknown-game")
        assert rejected == 1


async def test_the_buckets_of_a_histogram_add_up() -> None:
    async with serving() as server:
        client = await LineClient.connect(server.address)
        await client.play(against="random", size=4)
        buckets = [
            number
            for (name, labels), number in samples(server).items()
            if name == "obversi_answer_seconds_bucket" and ("kind", "move") in labels
        ]
        assert buckets == sorted(buckets)
        assert buckets[-1] == value(server, "obversi_answer_seconds_count", kind="move")


async def test_metrics_show_who_waits_for_an_engine() -> None:
    async with serving() as server:
        endless = Limit(seconds=3600)
        running = [server.engines.analyse(V1, Board(), endless, 1) for _ in range(3)]
        async with asyncio.timeout(60):
            while value(server, "obversi_engine_jobs_running") != 1:
                await asyncio.sleep(0.01)
        assert value(server, "obversi_engine_queue_length", kind="analysis") == 2
        for each in running:
            each.cancel()


async def test_readiness_needs_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as server:
        assert server.pages.page(READINESS)[::2] == (200, b'{"ready": true}')
        monkeypatch.setattr("obversi.net.operations.readiness._SECONDS", -1)
        server.game_server.store.close()
        status, _, body = server.pages.page(READINESS)
        assert (status, body) == (
            503,
            b'{"ready": false, "reason": "the store does not answer"}',
        )


async def test_the_store_is_not_read_at_every_request(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as server:
        requested: list[str] = []
        monkeypatch.setattr(server.game_server.store, "game", requested.append)
        for _ in range(10):
            assert server.pages.page(READINESS).status == 200
        assert len(requested) == 1


async def test_a_drain_waits_for_searches_and_takes_no_more() -> None:
    async with serving() as server:
        client = await LineClient.connect(server.address)
        running = server.engines.analyse(V1, Board(), Limit(nodes=200_000), 1)
        await server.drain(60)
        assert running.done()
        assert not running.cancelled()
        assert server.pages.page(READINESS).status == 503
        assert value(server, "obversi_ready") == 0
        with pytest.raises(BusyError, match="about to end"):
            server.engines.analyse(V1, Board(), Limit(depth=1), 1)
        with pytest.raises(ConnectionRefusedError):
            await LineClient.connect(server.address)
        # Those who are there can still play: moves are stored.
        await client.send(type="join", against="myself", size=4)
        await client.receive("turn")


async def test_a_drain_does_not_wait_for_ever() -> None:
    async with serving() as server:
        running = server.engines.analyse(V1, Board(), Limit(seconds=3600), 1)
        await server.drain(0.05)
        assert not running.done()


async def test_an_agent_that_may_not_search_moves_after_the_restart(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("drained") / "games.db"
    async with serving(path) as server:
        client = await LineClient.connect(server.address)
        await client.send(type="join", against="random", size=4, color="black")
        start = await client.receive("start")
        turn = await client.receive("turn")
        await server.drain(1)
        await client.send(type="move", game=start["game"], move=turn["legal"][0])
        await client.receive("state")
        closing = asyncio.create_task(client.receive("closing"))
        await server.close("the server ends now")
        assert (await closing)["again"] is True
    async with serving(path) as server:
        client = await LineClient.connect(server.address)
        await client.send(type="rejoin", game=start["game"], token=start["token"])
        assert (await client.finish_game())["reason"] == "finished"


@pytest.fixture
def events() -> Iterator[list[logging.LogRecord]]:
    found: list[logging.LogRecord] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(record)

    logger, handler = logging.getLogger("obversi.net"), Kept()
    logger.addHandler(handler)
    before = logger.level
    logger.setLevel(logging.DEBUG)
    yield found
    logger.setLevel(before)
    logger.removeHandler(handler)


async def test_a_game_has_events_without_names(events: list[logging.LogRecord]) -> None:
    async with serving() as server:
        client = await LineClient.connect(server.address, "Zoë of Utrecht")
        await client.play(against="random", size=4)
        await client.close()
    said = [
        (getattr(each, EVENT), getattr(each, FIELDS)) for each in events if hasattr(each, EVENT)
    ]
    names = [name for name, _ in said]
    assert names[:3] == ["connected", "request", "game_begun"]
    assert {"move_stored", "game_over", "disconnected"} <= set(names)
    assert names.index("game_over") > max(
        place for place, name in enumerate(names) if name == "move_stored"
    )
    assert "Utrecht" not in repr(said)
    assert "127.0.0.1" not in repr(said)
    fields = dict(said)["game_over"]
    assert fields["reason"] == "finished"
    assert fields["ply"] > 4


@pytest.fixture
def ask() -> Callable[[str, bytes], Any]:
    async def requested(address: str, request: bytes) -> bytes:
        host, _, port = address.rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(request)
        writer.write_eof()
        answer = await reader.read()
        writer.close()
        return answer

    return requested


async def test_the_operator_has_a_port(ask: Callable[[str, bytes], Any]) -> None:
    async with serving() as server:
        port = OperatorPort(server.pages)
        address = await port.open("127.0.0.1", 0)
        health = await ask(address, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert health.startswith(b"HTTP/1.1 200 OK\r\n")
        assert health.endswith(b'\r\n\r\n{"status": "ok"}')
        metrics = await ask(address, b"GET /metrics?x=1 HTTP/1.1\r\n\r\n")
        assert b"\nobversi_connections 0.0\n" in metrics
        head = await ask(address, b"HEAD /healthz HTTP/1.1\r\n\r\n")
        assert head.endswith(b"Connection: close\r\n\r\n")
        assert (await ask(address, b"GET /other HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 404 ")
        assert (await ask(address, b"POST /metrics HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 405 ")
        assert await ask(address, b"nonsense") == b""
        assert await ask(address, b"x" * 100_000) == b""
        await port.close()


async def test_readiness_comes_back_with_the_database(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("obversi.net.operations.readiness._SECONDS", -1)
    settings = ServerSettings(port=None, web_port=None, workers=1, hash_mb=1)
    with GameStore.open(postgres.new_place()) as store:
        server = Server(store, settings)
        await server.open()
        try:
            assert server.pages.page(READINESS).status == 200
            postgres.stop()
            try:
                assert server.pages.page(READINESS).status == 503
            finally:
                postgres.start()
            assert server.pages.page(READINESS).status == 200
        finally:
            await server.close("the test is over")
