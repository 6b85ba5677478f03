"""The app server: the game server with HTTP and WebSockets for browsers."""

import asyncio
import errno
import socket
from collections.abc import Generator
from contextlib import contextmanager

import uvicorn

from obversi.errors import ObversiError
from obversi.net.client_connection import plain_reason
from obversi.net.operations.pages import OperatorPages
from obversi.net.proxies import TrustedProxies
from obversi.net.server import Server, ServerSettings
from obversi.net.store import GameStore
from obversi.net.workers.pool import preload_weights
from obversi.web.api.runs import close_runs
from obversi.web.app import make_app
from obversi.web.http.protocol import HEADER_BYTES, http_class, socket_class
from obversi.web.http.security import OwnNames
from obversi.web.services import Services
from obversi.web.settings import AppSettings

_BACKLOG = 1024
_KEEP_ALIVE_SECONDS = 15

# Seconds that open requests may still take when the app ends.
_LAST_SECONDS = 1


class PortTakenError(ObversiError):
    """Another program uses the port."""


class _HttpServer(uvicorn.Server):
    """A uvicorn server that leaves signals to its caller."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


class AppServer:
    """The game server, and an HTTP server for browsers."""

    def __init__(self, store: GameStore, settings: AppSettings) -> None:
        """Create both servers; they listen after `open`."""
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
                limits=settings.limits,
                bus=settings.bus,
                engine=settings.engine,
            ),
        )
        own = OwnNames.of(settings.host, settings.sites)
        self._app = make_app(Services(self.games.engines, settings, self.games.game_server))
        self._http = _HttpServer(
            uvicorn.Config(
                self._app,
                http=http_class(TrustedProxies(settings.proxies)),
                ws=socket_class(self.games.connections, own),
                lifespan="off",
                log_config=None,
                log_level="critical",  # the app logs its failures itself
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=_KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=_LAST_SECONDS,
                h11_max_incomplete_event_size=HEADER_BYTES,
                backlog=_BACKLOG,
            )
        )
        self._serving: asyncio.Task[None] | None = None
        self.address = ""

    async def open(self) -> int:
        """Resume the games of the store, return their number, and listen."""
        listener = _listener(self._settings.host, self._settings.port)
        preload_weights()
        try:
            games = await self.games.open()
        except BaseException:
            listener.close()
            raise
        self.address = _address(listener)
        self._serving = asyncio.create_task(self._http.serve([listener]))
        return games

    @property
    def pages(self) -> OperatorPages:
        """The pages of the operator."""
        return self.games.pages

    async def drain(self, seconds: float) -> None:
        """Accept no more players, and wait at most some seconds for searches and requests.

        Pages are still served meanwhile; the page of readiness reports that the app is not ready.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        await self.games.drain(seconds)
        if requests := list(self._http.server_state.tasks):
            await asyncio.wait(requests, timeout=max(until - loop.time(), 0.0))

    async def close(self, text: str) -> None:
        """Notify all clients of the reason and stop; games stay in the store."""
        self._http.should_exit = True
        await close_runs(self._app)
        await self.games.close(text)
        if self._serving is not None:
            await self._serving
        self._app.state.studies.store.close()
        if self._app.state.game_databases is not None:
            self._app.state.game_databases.close()


def _listener(host: str, port: int) -> socket.socket:
    try:
        family, *_ = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except (OSError, OverflowError) as error:
        text = f"the server cannot listen on {host}:{port}: {plain_reason(error)}"
        taken = getattr(error, "errno", None) == errno.EADDRINUSE
        raise (PortTakenError if taken else ObversiError)(text) from error


def _address(listener: socket.socket) -> str:
    host, port, *_ = listener.getsockname()
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
