"""The app from its start to its end: the game server, and the door for browsers."""

import asyncio
import errno
import socket
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

import uvicorn

from obversi.errors import ObversiError
from obversi.net.reason import plain_reason
from obversi.net.server import Server, ServerSettings
from obversi.net.store import Store
from obversi.net.thinking.warming import read_weights_early
from obversi.web.app import make_app
from obversi.web.http.security import OwnNames
from obversi.web.http.socket import socket_class
from obversi.web.http.wire import HEADER_BYTES, HttpWire
from obversi.web.services import Services
from obversi.web.settings import AppSettings

__all__ = ["AppServer", "PortTakenError"]

_WAITING_AT_DOOR: Final = 1024
_KEPT_SECONDS: Final = 15

# So long an answer under way may take when the app ends.
_LAST_SECONDS: Final = 1


class PortTakenError(ObversiError):
    """Another program listens there already."""


class _Door(uvicorn.Server):
    """A server of HTTP that leaves signals to the one who opens it."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


class AppServer:
    """The game server, and a door by which browsers come to it and to the app's pages."""

    def __init__(self, store: Store, settings: AppSettings) -> None:
        """Make ready; nobody can come in before `open`."""
        self._settings = settings
        self.games = Server(
            store,
            ServerSettings(
                host=settings.host,
                port=settings.lines_port,
                web_port=None,
                agents=settings.agents,
                workers=settings.workers,
                hash_mb=settings.hash_mb,
                bounds=settings.bounds,
            ),
        )
        own = OwnNames.of(settings.host, settings.sites)
        self._door = _Door(
            uvicorn.Config(
                make_app(Services(self.games.thinkers, settings)),
                http=HttpWire,
                ws=socket_class(self.games.reception, own),
                lifespan="off",
                log_config=None,
                log_level="critical",  # what fails is told by the app itself
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=_KEPT_SECONDS,
                timeout_graceful_shutdown=_LAST_SECONDS,
                h11_max_incomplete_event_size=HEADER_BYTES,
                backlog=_WAITING_AT_DOOR,
            )
        )
        self._serving: asyncio.Task[None] | None = None
        self.address = ""

    async def open(self) -> int:
        """Go on with the games of the store, whose number is returned, and let visitors in."""
        listening = _listening(self._settings.host, self._settings.port)
        read_weights_early()
        try:
            games = await self.games.open()
        except BaseException:
            listening.close()
            raise
        self.address = _address_of(listening)
        self._serving = asyncio.create_task(self._door.serve([listening]))
        return games

    async def close(self, text: str) -> None:
        """Tell everybody why, and end; games stay as they are in the store."""
        self._door.should_exit = True
        await self.games.close(text)
        if self._serving is not None:
            await self._serving


def _listening(host: str, port: int) -> socket.socket:
    try:
        family, *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server((host, port), family=family, backlog=_WAITING_AT_DOOR)
    except (OSError, OverflowError) as error:
        text = f"the server cannot listen on {host}:{port}: {plain_reason(error)}"
        taken = getattr(error, "errno", None) == errno.EADDRINUSE
        raise (PortTakenError if taken else ObversiError)(text) from error


def _address_of(listening: socket.socket) -> str:
    host, port, *_ = listening.getsockname()
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
