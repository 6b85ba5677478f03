"""The browser app for tests: called in this process, or served on a free port."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeVar

import httpx
from game_server import close_clients
from starlette.types import ASGIApp

from obversi.net.game_server import GameServer
from obversi.net.limits import ServerLimits
from obversi.net.store import GameStore
from obversi.net.workers.pool import EnginePool
from obversi.sql.interface import Place
from obversi.web.app import make_app
from obversi.web.app_server import AppServer
from obversi.web.services import Services
from obversi.web.settings import AppSettings

Result = TypeVar("Result")

#: What the app is called by in the requests of `app_client`.
HERE = "localhost:8064"


class AppClient:
    """Asks an app in this process, request by request, in a loop of its own."""

    def __init__(self, app: ASGIApp, runner: asyncio.Runner) -> None:
        self.app, self._runner = app, runner
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 50_000))
        self._client = httpx.AsyncClient(transport=transport, base_url=f"http://{HERE}")

    def request(self, method: str, path: str, **parts: Any) -> httpx.Response:
        return self._runner.run(self._client.request(method, path, **parts))

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do something in the loop of the app."""
        return self._runner.run(work)

    def get(self, path: str, **parts: Any) -> httpx.Response:
        return self.request("GET", path, **parts)

    def post(self, path: str, **parts: Any) -> httpx.Response:
        return self.request("POST", path, **parts)


@contextmanager
def app_client(store: Place = None, **settings: Any) -> Iterator[AppClient]:
    """Have the app without a server, with one worker and the games of a store."""
    app_settings = AppSettings(workers=1, hash_mb=1, **settings)
    with asyncio.Runner() as runner, GameStore.open(store) as opened:
        pool = EnginePool(app_settings.agents, workers=1, hash_mb=1)
        games = GameServer(opened, pool, app_settings.limits)
        app = make_app(Services(pool, app_settings, games))
        try:
            yield AppClient(app, runner)
        finally:
            app.state.studies.store.close()
            if app.state.game_databases is not None:
                app.state.game_databases.close()
            runner.run(pool.close())


@asynccontextmanager
async def app_server(
    path: Place = None, *, port: int = 0, limits: ServerLimits | None = None, **settings: Any
) -> AsyncIterator[AppServer]:
    """Serve the app in this process, on a free port by default, with one worker."""
    with GameStore.open(path, alone="bus" not in settings) as store:
        server = AppServer(
            store,
            AppSettings(
                port=port,
                workers=1,
                hash_mb=1,
                limits=limits or ServerLimits(),
                agents=(),
                **settings,
            ),
        )
        try:
            await server.open()
            yield server
        finally:
            await close_clients()
            await server.close("the test is over")


def error_of(response: httpx.Response) -> tuple[int, str, str | None]:
    """Return the status of a rejection, its text and the field that is to blame, and no more."""
    [(name, error)] = response.json().items()
    assert name == "error"
    assert error.keys() == {"text", "where"}
    return response.status_code, error["text"], error["where"]
