"""Several servers that share a database and a bus, in this process."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from game_server import LineClient, Message, close_clients
from redis_server import RedisServer

from obversi.net.limits import ServerLimits
from obversi.net.processes.shared_server import SharedServer
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


def process_of(server: Server) -> SharedServer:
    assert isinstance(server.game_server, SharedServer)
    return server.game_server


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.02)


@asynccontextmanager
async def members(
    place: str, bus: RedisServer, number: int = 2, **limits: Any
) -> AsyncIterator[list[Server]]:
    """Have several servers that know each other."""
    async with AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(member(place, bus.address, **limits))
            for _ in range(number)
        ]
        await until(lambda: all(len(process_of(each).leases.members) == number for each in servers))
        yield servers


async def started(first: Server, second: Server, **join: Any) -> tuple[LineClient, LineClient]:
    """Let two persons begin a game, which the first server has."""
    ann = await LineClient.connect(first.address, "Ann")
    ben = await LineClient.connect(second.address, "Ben")
    await ann.send(type="join", against="anyone", size=4, color="black", **join)
    await ann.receive("waiting")
    await ben.send(type="join", against="anyone", size=4, color="white", **join)
    return ann, ben


async def finished(*clients: LineClient) -> list[Message]:
    return await asyncio.gather(*(client.finish_game() for client in clients))


async def back(server: Server, start: Message, name: str) -> LineClient:
    client = await LineClient.connect(server.address, name)
    await client.send(type="rejoin", game=start["game"], token=start["token"])
    return client
