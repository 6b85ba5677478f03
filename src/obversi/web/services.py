"""The services of the endpoints: engines, settings, the game server, threads for slow work."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from fastapi import Depends, Request

from obversi.analysis import Analysis
from obversi.board import Board
from obversi.engine import Top
from obversi.limit import Limit
from obversi.net.game_server import GameServer
from obversi.net.limits import TokenBuckets, client_key
from obversi.net.workers.job import Requester
from obversi.net.workers.pool import EnginePool
from obversi.web.settings import AppSettings

Result = TypeVar("Result")


class ThreadLimiter:
    """Runs slow work in threads: one per client, and a maximum in all.

    So a client with many requests delays only itself, and the event loop stays responsive. Few
    threads are enough, because Python threads share one core.
    """

    def __init__(self, max_threads: int) -> None:
        """Set the maximum number of threads."""
        self._threads = asyncio.Semaphore(max_threads)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def run(self, client: str, work: Callable[[], Result]) -> Result:
        """Do some work for a client in a thread, after its earlier work."""
        lock = self._locks.setdefault(client, asyncio.Lock())
        async with lock, self._threads:
            return await asyncio.to_thread(work)


_MAX_THREADS = 2

# For one client key, because all students of a class may begin at once.
_NEW_PERSONS_PER_SECOND, _NEW_PERSONS_AT_ONCE = 1 / 60, 60

# Exports of all games of a person.
_EXPORTS_PER_SECOND, _EXPORTS_AT_ONCE = 1 / 10, 5

Arguments = ParamSpec("Arguments")


@dataclass(frozen=True, slots=True)
class Services:
    """Engine workers, settings, the game server with its store, and the client of a request."""

    engines: EnginePool
    settings: AppSettings
    game_server: GameServer
    address: str = ""
    _slow: ThreadLimiter = field(default_factory=lambda: ThreadLimiter(_MAX_THREADS))
    _quick: ThreadLimiter = field(default_factory=lambda: ThreadLimiter(_MAX_THREADS))
    new_persons: TokenBuckets = field(
        default_factory=lambda: TokenBuckets(_NEW_PERSONS_PER_SECOND, _NEW_PERSONS_AT_ONCE)
    )
    exports: TokenBuckets = field(
        default_factory=lambda: TokenBuckets(_EXPORTS_PER_SECOND, _EXPORTS_AT_ONCE)
    )

    async def run_slow(
        self, do: Callable[Arguments, Result], *args: Arguments.args, **named: Arguments.kwargs
    ) -> Result:
        """Do work that takes long in a thread."""
        return await self._slow.run(self.address, partial(do, *args, **named))

    async def run_quick(
        self, do: Callable[Arguments, Result], *args: Arguments.args, **named: Arguments.kwargs
    ) -> Result:
        """Do work of some milliseconds in a thread, apart from the slow work."""
        return await self._quick.run(self.address, partial(do, *args, **named))

    async def solve(self, board: Board, *, top: Top = "all", seconds: float) -> Analysis:
        """Solve a position, or search it for at most these seconds."""
        limit = Limit(seconds=min(seconds, self.settings.limits.analysis_seconds))
        return await self.search(board, limit, top)

    async def search(self, board: Board, limit: Limit, top: Top = 1) -> Analysis:
        """Search a position.

        Clients share the workers fairly with each other and with games. Raises `BusyError` if the
        queue is full.
        """
        return await self.engines.analyse(Requester(self.address, "http"), board, limit, top)


def client_of(request: Request) -> str:
    """Return the client key of a request."""
    return client_key(request.client.host) if request.client is not None else "unknown"


async def _request_services(request: Request) -> Services:
    services: Services = request.app.state.services
    return replace(services, address=client_of(request))


#: For the arguments of an endpoint: ``async def endpoint(services: InjectedServices)``.
InjectedServices = Annotated[Services, Depends(_request_services)]
