"""Several processes with the same games: here in one process, each with a store of its own."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from game_server import LineClient, Message, close_clients
from postgres_server import PostgresServer
from redis_server import RedisServer, bus  # noqa: F401 - a fixture

from obversi.net.limits import ServerLimits
from obversi.net.server import Server, ServerSettings
from obversi.net.store import GameStore


@asynccontextmanager
async def member(place: str, bus: str, **limits: Any) -> AsyncIterator[Server]:
    """Have one of several servers."""
    settings = ServerSettings(
        port=0, web_port=None, workers=1, hash_mb=1, bus=bus, limits=ServerLimits(**limits)
    )
    with GameStore.open(place, alone=False) as store:
        server = Server(store, settings)
        try:
            await server.open()
            yield server
        finally:
            await close_clients()
            await server.close("the test is over")


@pytest.fixture
async def two(postgres: PostgresServer, bus: RedisServer) -> AsyncIterator[list[Server]]:  # noqa: F811
    place = postgres.new_place()
    async with AsyncExitStack() as stack:
        servers = [await stack.enter_async_context(member(place, bus.address)) for _ in range(2)]
        await until(lambda: all(len(s.game_server.leases.members) == 2 for s in servers))
        yield servers


async def until(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(0.02)


async def test_players_of_two_processes_play_a_game(two: list[Server]) -> None:
    ann, ben = [await LineClient.connect(s.address, n) for s, n in zip(two, ("Ann", "Ben"))]
    await ann.send(type="join", against="anyone", size=4, color="black")
    await ann.receive("waiting")
    await ben.send(type="join", against="anyone", size=4, id="b")
    assert (await ben.receive("start"))["id"] == "b"
    ends = await asyncio.gather(ann.finish_game(), ben.finish_game())
    assert [end["reason"] for end in ends] == ["finished", "finished"]
    assert sorted(server.game_server.games for server in two) == [0, 0]
