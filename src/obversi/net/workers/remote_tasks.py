"""The tasks of a server for workers of a Dask cluster: searches, and stops of searches."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

from obversi import __version__
from obversi.agents.agent import StoppableAgent, Thought, think
from obversi.analysis import Analysis
from obversi.board import Board
from obversi.cluster import ClusterError
from obversi.engine import Top
from obversi.limit import Limit
from obversi.net.workers.local_context import LocalContext

# The most engines that are kept, with their transposition tables, for the next call.
_MOST_CONTEXTS = 16

# A search that ends this many seconds before its limit is finished.
_EARLY_SECONDS = 0.01


class WrongVersionError(ClusterError):
    """A worker has another version of Obversi than the server."""


@dataclass(frozen=True, slots=True)
class RemoteCaller:
    """A worker thread of a server: its unique name, its version and its memory."""

    name: str
    hash_mb: int
    version: str = __version__


@dataclass(frozen=True, slots=True)
class SearchSlice:
    """The steps of a search, and whether it was finished within its time."""

    steps: list[Analysis]
    is_finished: bool


class _Contexts:
    """The engines of the last callers, and functions that stop the tasks that run now."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._contexts: OrderedDict[str, LocalContext] = OrderedDict()
        self._stops: dict[str, Callable[[], None]] = {}

    @contextmanager
    def used_by(self, caller: RemoteCaller) -> Iterator[LocalContext]:
        """Yield the engine of a caller, for this block alone."""
        with self._lock:
            context = self._contexts.pop(caller.name, None)
        if context is None:
            context = LocalContext(caller.hash_mb)
        try:
            yield context
        finally:
            surplus = []
            with self._lock:
                self._contexts[caller.name] = context
                while len(self._contexts) > _MOST_CONTEXTS:
                    surplus.append(self._contexts.popitem(last=False)[1])
            for each in surplus:
                each.close()

    @contextmanager
    def stoppable(self, caller: RemoteCaller, stop: Callable[[], None]) -> Iterator[None]:
        """Let the caller stop the block."""
        with self._lock:
            self._stops[caller.name] = stop
        try:
            yield
        finally:
            with self._lock:
                self._stops.pop(caller.name, None)

    def stop(self, name: str) -> None:
        """Stop the task of a caller, if one runs."""
        with self._lock:
            stop = self._stops.get(name)
        if stop is not None:
            stop()


_CONTEXTS = _Contexts()


def think_remotely(caller: RemoteCaller, description: str, board: Board, limit: Limit) -> Thought:
    """Let an agent choose a move, in a worker."""
    _check_version(caller)
    with _CONTEXTS.used_by(caller) as context:
        agent = context.agent(description)
        stop = agent.stop if isinstance(agent, StoppableAgent) else _nothing
        with _CONTEXTS.stoppable(caller, stop):
            return think(agent, board, limit)


def search(caller: RemoteCaller, board: Board, limit: Limit, top: Top) -> SearchSlice:
    """Search a position, in a worker."""
    _check_version(caller)
    with (
        _CONTEXTS.used_by(caller) as context,
        _CONTEXTS.stoppable(caller, context.engine.stop),
    ):
        return search_here(context, board, limit, top)


def search_here(context: LocalContext, board: Board, limit: Limit, top: Top) -> SearchSlice:
    """Search a position within a limit of time, in this process.

    A stopped search counts as finished, since its caller does not continue it.
    """
    begun = time.monotonic()
    with closing(context.engine.stream(board, limit, top)) as stream:
        steps = list(stream)
    seconds = time.monotonic() - begun
    return SearchSlice(steps, limit.seconds is None or seconds < limit.seconds - _EARLY_SECONDS)


def stop(name: str) -> None:
    """Stop the task of a caller, in a worker."""
    _CONTEXTS.stop(name)


def _check_version(caller: RemoteCaller) -> None:
    if caller.version != __version__:
        raise WrongVersionError(f"it has Obversi {__version__}, and the server {caller.version}")


def _nothing() -> None:
    """Do nothing: the agent cannot be stopped."""
