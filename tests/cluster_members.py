"""One of several servers that share a database and a bus."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from game_server import close_clients

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
