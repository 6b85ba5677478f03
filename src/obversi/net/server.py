"""The server: its sockets, the game server behind them, and the engine pool."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING

from obversi.errors import InputError
from obversi.extras import require
from obversi.net.client_connection import plain_reason
from obversi.net.connection_limits import ConnectionLimits
from obversi.net.cs621_connection import Cs621Connection, Cs621Settings
from obversi.net.event_loop import input_time
from obversi.net.game_server import GameServer
from obversi.net.limits import ServerLimits
from obversi.net.operations.pages import OperatorPages
from obversi.net.origin import AllowedOrigins
from obversi.net.processes.shared_server import SharedServer
from obversi.net.server_connection import Connection, LineConnection
from obversi.net.store import GameStore
from obversi.net.web_connection import WebConnection
from obversi.net.workers.pool import EnginePool

if TYPE_CHECKING:
    from websockets.http11 import Request

_LOG = logging.getLogger(__name__)

_SECONDS_BETWEEN_CHECKS = 1.0

_DRAINING = "the server is about to end: connect again"

# Connections that the system accepts before we do; beyond that it drops them without a reason.
_BACKLOG = 1024

# Open files beside the connections: the store, the listening sockets, rejected connections.
_OTHER_FILES = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """Where a server listens, its agents and its limits.

    A port of 0 is any free one. Without `port` there are no lines over TCP, without `web_port` no
    WebSockets. With `cs621` the TCP port uses that protocol instead of lines. `bus` is the address
    of a Redis or Valkey, if several processes share the store; `engine` that of a Dask scheduler
    whose workers search.
    """

    host: str = "127.0.0.1"
    port: int | None = 6464
    web_port: int | None = 6465
    sites: Sequence[str] = ()
    agents: Sequence[str] = ()
    workers: int | None = None
    hash_mb: int = 16
    bus: str | None = None
    engine: str | None = None
    limits: ServerLimits = field(default_factory=ServerLimits)
    cs621: Cs621Settings | None = None


class Server:
    """A game server that listens for lines over TCP and for WebSockets."""

    def __init__(self, store: GameStore, settings: ServerSettings) -> None:
        """Start the engine pool; `open` starts to listen."""
        require("the game server", "web", "elote")
        self._settings = settings
        self.engines = EnginePool(
            settings.agents, settings.workers, settings.hash_mb, settings.engine
        )
        self.game_server = _game_server(store, self.engines, settings)
        self.connections = ConnectionLimits(self.game_server, settings.limits)
        self.pages = OperatorPages(self.game_server, self.engines)
        self._listeners: list[asyncio.Server] = []
        self._checks: asyncio.Task[None] | None = None
        self.address = self.web_address = ""

    async def open(self) -> int:
        """Continue the unfinished games of the store, return their number, and listen."""
        _raise_file_limit(self._settings.limits.connections + _OTHER_FILES)
        if self._settings.cs621 is not None:
            self.engines.checked(self._settings.cs621.against)
        games = await self.game_server.start()
        if self._settings.port is not None:
            self.address = await self._listen(self._settings.port, self._line_connection)
        if self._settings.web_port is not None:
            make = partial(WebConnection, self.connections, self._check_origin)
            self.web_address = await self._listen(self._settings.web_port, make)
        self._checks = asyncio.create_task(self._check_often())
        return games

    async def drain(self, seconds: float) -> None:
        """Accept no more clients, and wait at most some seconds for the end of searches."""
        self.game_server.drain()
        for listener in self._listeners:
            listener.close()
        self.connections.close(_DRAINING)
        await self.engines.drain(seconds)

    async def close(self, text: str) -> None:
        """Close all connections with a reason; games stay in the store."""
        for listener in self._listeners:
            listener.close()
        if self._checks is not None:
            self._checks.cancel()
        self.connections.close(text)
        await self.game_server.close(text)
        for peer in self.connections:
            peer.close(text, again=True)
        await self.engines.close()
        await self.connections.wait_until_empty()

    def _line_connection(self) -> Connection:
        if self._settings.cs621 is not None:
            return Cs621Connection(self.connections, self._settings.cs621)
        return LineConnection(self.connections)

    def _check_origin(self, request: "Request") -> tuple[HTTPStatus, str] | None:
        origins = AllowedOrigins.of(self._settings.host, self._settings.sites)
        reason = origins.rejection(request.headers)
        return (HTTPStatus.FORBIDDEN, reason) if reason else None

    async def _listen(self, port: int, make: Callable[[], Connection]) -> str:
        host = self._settings.host
        try:
            listener = await asyncio.get_running_loop().create_server(
                make, host, port, backlog=_BACKLOG
            )
        except (OSError, OverflowError) as error:
            raise InputError(
                f"the server cannot listen on {host}:{port}: {plain_reason(error)}"
            ) from error
        self._listeners.append(listener)
        address, port, *_ = listener.sockets[0].getsockname()
        return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"

    async def _check_often(self) -> None:
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_CHECKS)
            try:
                self.connections.check(asyncio.get_running_loop().time())
                self.game_server.remove_old_games()
            except Exception:
                _LOG.exception("the server failed to check its connections and games")


def _game_server(store: GameStore, engines: EnginePool, settings: ServerSettings) -> GameServer:
    if settings.bus is None:
        return GameServer(store, engines, settings.limits, input_time=input_time)
    return SharedServer(store, engines, settings.limits, settings.bus, input_time=input_time)


def _raise_file_limit(most: int) -> None:
    """Allow this number of open files, or as many as the system allows."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    now, allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
    if limit > now:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, allowed))
