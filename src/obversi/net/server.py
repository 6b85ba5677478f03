"""The game server: its room, who thinks there, and the doors by which visitors come."""

import asyncio
import logging
import resource
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Final

from websockets.http11 import Request

from obversi.errors import ObversiError
from obversi.net.bounds import Bounds
from obversi.net.connection import Connection
from obversi.net.cs621_connection import Cs621Connection, Cs621Settings
from obversi.net.line_connection import LineConnection
from obversi.net.lobby import Lobby
from obversi.net.origin import WelcomePages
from obversi.net.punctual_loop import heard_at
from obversi.net.reason import plain_reason
from obversi.net.reception import Reception
from obversi.net.store import Store
from obversi.net.thinkers import Thinkers
from obversi.net.thinking import Pool
from obversi.net.web_connection import WebConnection

__all__ = ["Server", "ServerSettings"]

_LOG: Final = logging.getLogger(__name__)

_SECONDS_BETWEEN_LOOKS: Final = 1.0

# So many may knock at once: of those who do when there is no room left, the system tells nobody.
_WAITING_AT_DOOR: Final = 1024

# Beside the visitors' sockets there are files, the doors, and those who are being refused.
_OTHER_FILES: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """Where a server listens, who plays there, and what strangers may do.

    A port of 0 is any free one; without `port` there are no lines, without `web_port` there is no
    WebSocket. With `cs621` its wire is spoken over TCP, in place of lines.
    """

    host: str = "127.0.0.1"
    port: int | None = 6464
    web_port: int | None = 6465
    sites: Sequence[str] = ()
    agents: Sequence[str] = ()
    workers: int | None = None
    hash_mb: int = 16
    bounds: Bounds = field(default_factory=Bounds)
    cs621: Cs621Settings | None = None


class Server:
    """A room of games with two doors: one for lines over TCP, one for WebSockets."""

    def __init__(self, store: Store, settings: ServerSettings) -> None:
        """Make ready; nobody can come in before `open`."""
        self._settings = settings
        self._pool = Pool(settings.agents, settings.workers, settings.hash_mb)
        self.thinkers: Thinkers = self._pool
        self.lobby = Lobby(store, self._pool, settings.bounds, heard=heard_at)
        self.reception = Reception(self.lobby, settings.bounds)
        self._doors: list[asyncio.Server] = []
        self._caretaker: asyncio.Task[None] | None = None
        self.address = self.web_address = ""

    async def open(self) -> int:
        """Go on with the games of the store, whose number is returned, and let visitors in."""
        _allow_files(self._settings.bounds.connections + _OTHER_FILES)
        if self._settings.cs621 is not None:
            self._pool.checked(self._settings.cs621.against)
        games = self.lobby.restore()
        if self._settings.port is not None:
            self.address = await self._listen(self._settings.port, self._line_connection)
        if self._settings.web_port is not None:
            self.web_address = await self._listen(
                self._settings.web_port, partial(WebConnection, self.reception, self._foreign_page)
            )
        self._caretaker = asyncio.create_task(self._look_after())
        return games

    async def close(self, text: str) -> None:
        """Tell everybody why, and end; games stay as they are in the store."""
        for door in self._doors:
            door.close()
        if self._caretaker is not None:
            self._caretaker.cancel()
        self.reception.close(text)
        await self.lobby.close(text)
        for guest in self.reception:
            guest.close(text, again=True)
        await self._pool.close()
        await self.reception.wait_until_empty()

    def _line_connection(self) -> Connection:
        if self._settings.cs621 is not None:
            return Cs621Connection(self.reception, self._settings.cs621)
        return LineConnection(self.reception)

    def _foreign_page(self, request: Request) -> tuple[HTTPStatus, str] | None:
        pages = WelcomePages.of(self._settings.host, self._settings.sites)
        refusal = pages.refusal(request.headers)
        return (HTTPStatus.FORBIDDEN, refusal) if refusal else None

    async def _listen(self, port: int, make: Callable[[], Connection]) -> str:
        host = self._settings.host
        try:
            door = await asyncio.get_running_loop().create_server(
                make, host, port, backlog=_WAITING_AT_DOOR
            )
        except (OSError, OverflowError) as error:
            raise ObversiError(
                f"the server cannot listen on {host}:{port}: {plain_reason(error)}"
            ) from error
        self._doors.append(door)
        address, port, *_ = door.sockets[0].getsockname()
        return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
            try:
                self.reception.look_after(asyncio.get_running_loop().time())
                self.lobby.forget_old_games()
            except Exception:
                _LOG.exception("the server failed to look after its visitors and games")


def _allow_files(most: int) -> None:
    """Have as many open files as visitors need, or as the system allows."""
    now, allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
    if wanted > now:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, allowed))
