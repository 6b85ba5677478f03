"""An engine and agents on a Dask cluster, which jobs use like those of this process.

A search whose worker is lost is repeated. Without a cluster jobs run in this process.
"""

import logging
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any
from uuid import uuid4

from obversi.agents.agent import Agent, BaseAgent, StoppableAgent, Thought, think
from obversi.analysis import Analysis
from obversi.board import Board
from obversi.engine import Top
from obversi.limit import Limit
from obversi.machine import core_count
from obversi.move import Move
from obversi.net.workers.job import WorkerLostError, search_progress
from obversi.net.workers.local_context import LocalContext
from obversi.net.workers.remote_cluster import NoWorkersError, RemoteCluster
from obversi.net.workers.remote_tasks import (
    RemoteCaller,
    SearchSlice,
    search,
    search_here,
    think_remotely,
)

_LOG = logging.getLogger("obversi.net")

# A search runs in parts, and its steps arrive after each part. The parts become longer.
_FIRST_SECONDS = 0.2
_LONGEST_SECONDS = 3.0

# A search is not continued with less than this left, in seconds.
_LEAST_SECONDS = 0.005

# A search that has lost this many workers runs here, since it may be the cause.
_MOST_LOST = 2

# Searches in this process take turns.
_LOCAL_TURNS = threading.Semaphore(core_count())


class RemoteContext:
    """The engine and agents of the cluster that a worker thread has for its jobs."""

    def __init__(self, cluster: RemoteCluster, hash_mb: int) -> None:
        """Use a cluster; the memory is that of each engine."""
        self._cluster = cluster
        self._caller = RemoteCaller(uuid4().hex, hash_mb)
        self._worker = ""  # the last one that was used
        self._local: LocalContext | None = None
        self._stop_here: Callable[[], None] | None = None
        self.engine = RemoteEngine(self)

    def agent(self, description: str, attempt: int = 1) -> Agent:
        """Return the agent of a description; after some attempts one in this process."""
        return RemoteAgent(self, description, is_here=attempt > _MOST_LOST)

    def call(self, seconds: float | None, task: Callable[..., Any], *arguments: object) -> Any:
        """Run a task on a worker, the last one if it has an idle thread."""
        self._worker = self._cluster.take(self._worker)
        return self._cluster.call(self._worker, seconds, task, self._caller, *arguments)

    def exclude_worker(self) -> WorkerLostError:
        """Stop using the last worker, because its moves are illegal."""
        self._cluster.exclude(self._worker, "its moves are illegal")
        return WorkerLostError(f"the worker {self._worker} sends illegal moves")

    @contextmanager
    def here(self) -> Iterator[LocalContext]:
        """Yield an engine and agents of this process, when a core is free for them."""
        if self._local is None:
            self._local = LocalContext(self._caller.hash_mb)
        with _LOCAL_TURNS:
            try:
                yield self._local
            finally:
                self._stop_here = None

    def stops_by(self, stop: Callable[[], None] | None) -> None:
        """Set how the search in this process is stopped."""
        self._stop_here = stop

    def stop(self) -> None:
        """Stop the search, wherever it is, from any thread."""
        if self._worker:
            self._cluster.stop(self._worker, self._caller.name)
        if (stop := self._stop_here) is not None:
            stop()

    def close(self) -> None:
        """Release the memory of the engine in this process."""
        if self._local is not None:
            self._local.close()


class RemoteEngine:
    """Searches positions on the cluster."""

    def __init__(self, context: RemoteContext) -> None:
        """Search for this worker thread."""
        self._context = context
        self._is_stopped = threading.Event()

    def analyse(self, board: Board, limit: Limit, top: Top = 1) -> Analysis:
        """Search a position, and return the last step."""
        *_, last = self.stream(board, limit, top)
        return last

    def stream(self, board: Board, limit: Limit, top: Top = 1) -> Generator[Analysis, None, None]:
        """Search a position in parts, and yield the steps that go further than those before."""
        self._is_stopped.clear()
        nodes, seconds, length, lost = 0, 0.0, _FIRST_SECONDS, 0
        last: Analysis | None = None
        while True:
            part = _part(limit, nodes, seconds, length)
            found = self._searched(board, part, top, is_here=lost >= _MOST_LOST)
            if found is None:
                lost += 1
                continue
            for step in found.steps:
                if last is None or search_progress(step) > search_progress(last):
                    last = replace(step, nodes=nodes + step.nodes, seconds=seconds + step.seconds)
                    yield last
            if found.steps:
                nodes += found.steps[-1].nodes
            seconds += part.seconds or 0.0
            length = min(2 * length, _LONGEST_SECONDS)
            if found.is_finished or self._is_stopped.is_set() or _is_over(limit, nodes, seconds):
                return

    def stop(self) -> None:
        """Stop the search, from any thread."""
        self._is_stopped.set()
        self._context.stop()

    def _searched(
        self, board: Board, limit: Limit, top: Top, *, is_here: bool
    ) -> SearchSlice | None:
        """Search on the cluster, or here if there is none; None if the worker is lost."""
        if not is_here:
            try:
                found: SearchSlice = self._context.call(limit.seconds, search, board, limit, top)
                legal = set(board.legal_moves)
                if all(line.move in legal for step in found.steps for line in step.lines):
                    return found
                raise self._context.exclude_worker()
            except WorkerLostError as error:
                _LOG.warning("a search is repeated: %s", error)
                return None
            except NoWorkersError:
                pass
        with self._context.here() as local:
            self._context.stops_by(local.engine.stop)
            return search_here(local, board, limit, top)


class RemoteAgent(BaseAgent):
    """An agent whose moves are chosen on the cluster."""

    def __init__(self, context: RemoteContext, description: str, *, is_here: bool) -> None:
        """Use the agent of a description, which the workers have to know too."""
        self.name = description
        self._context, self._is_here = context, is_here

    def choose(self, board: Board) -> Move:
        """Choose a move without a limit."""
        return self.think(board, Limit()).move

    def think(self, board: Board, limit: Limit) -> Thought:
        """Choose a move; raises `WorkerLostError` if the search has to be repeated."""
        if not self._is_here:
            call = self._context.call
            with suppress(NoWorkersError):
                found: Thought = call(limit.seconds, think_remotely, self.name, board, limit)
                if found.move in board.legal_moves:
                    return found
                raise self._context.exclude_worker()
        with self._context.here() as local:
            agent = local.agent(self.name)
            self._context.stops_by(agent.stop if isinstance(agent, StoppableAgent) else None)
            return think(agent, board, limit)

    def stop(self) -> None:
        """Stop the search, from any thread."""
        self._context.stop()


def _part(limit: Limit, nodes: int, seconds: float, length: float) -> Limit:
    """Return what is left of a limit, for a part of the search with a length in seconds."""
    if limit.nodes is not None:
        limit = replace(limit, nodes=max(limit.nodes - nodes, 1))
    if limit.seconds is not None:
        rest = max(limit.seconds - seconds, _LEAST_SECONDS)
        length = min(rest, length)
    return replace(limit, seconds=length)


def _is_over(limit: Limit, nodes: int, seconds: float) -> bool:
    if limit.nodes is not None and nodes >= limit.nodes:
        return True
    return limit.seconds is not None and limit.seconds - seconds < _LEAST_SECONDS
