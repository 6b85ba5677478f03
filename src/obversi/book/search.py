"""Searches of many positions for a book, on the cores of this machine or on a Dask cluster.

The result of a search depends on its task alone, not on the worker or on its earlier searches.
"""

from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from queue import SimpleQueue
from threading import Lock, local
from typing import Any, NamedTuple, Protocol

import numpy as np

from obversi import batch
from obversi.book.graph import PASS
from obversi.book.store import Searched
from obversi.cluster import Cluster
from obversi.engine import Engine
from obversi.limit import Limit
from obversi.move import Move
from obversi.rules import Rules
from obversi.squares import SquareSet

_HASH_MB = 16
_RETRIES = 3
_POLL_SECONDS = 0.5
_SECONDS_BETWEEN_STOPS = 0.02
_TASKS_A_THREAD = 2  # that have begun or are next
# Tasks of one request to a cluster, and requests for each of its threads.
_TASKS_A_REQUEST = 4
_REQUESTS_A_THREAD = 2


class SearchTask(NamedTuple):
    """A position, the moves to search as a set of squares, and how far; depth 0 is to the end."""

    own: int
    opp: int
    moves: int
    depth: int


class SearchedGame(NamedTuple):
    """The game that is searched."""

    size: int
    rules: Rules


class Workers(Protocol):
    """Threads of this process, or workers of a cluster, that search positions."""

    def search(self, tasks: Sequence[SearchTask]) -> Generator[list[Searched], None, None]:
        """Yield results in the order in which they are found, those that are there together."""


def searched(engine: Engine, game: SearchedGame, task: SearchTask) -> Searched:
    """Search one position."""
    bits = np.array([task.own, task.opp], np.uint64)
    board = batch.to_board(bits, size=game.size, rules=game.rules)
    moves: Iterable[str] | None = None
    if not board.must_pass:
        moves = [Move(square) for square in SquareSet.from_mask(task.moves)]
    engine.clear()
    if task.depth:
        found = engine.analyse(board, Limit(depth=task.depth), moves=moves)
    else:
        found = engine.solve(board, moves=moves)
    number = PASS if found.move.is_pass else found.move.square_index
    most = game.size**2
    value = max(min(found.margin, most), -most)
    return Searched(task.own, task.opp, number, value, found.depth, found.selectivity, found.exact)


class _Threads:
    def __init__(self, game: SearchedGame, threads: int) -> None:
        self._game = game
        self._own = local()
        self._lock = Lock()
        self._engines: list[Engine] = []
        self._threads = threads
        self._begun: set[Future[Searched]] = set()
        self._pool = ThreadPoolExecutor(threads)

    def search(self, tasks: Sequence[SearchTask]) -> Generator[list[Searched], None, None]:
        waiting = iter(tasks)
        ended: SimpleQueue[Future[Searched]] = SimpleQueue()
        self._begun = begun = set()

        def begin(number: int) -> None:
            for task in islice(waiting, number):
                future = self._pool.submit(self._search, task)
                begun.add(future)
                future.add_done_callback(ended.put)

        begin(_TASKS_A_THREAD * self._threads)
        try:
            while begun:
                futures = [ended.get()]
                while not ended.empty():
                    futures.append(ended.get())
                begun.difference_update(futures)
                begin(len(futures))
                yield [future.result() for future in futures if future.exception() is None]
                for future in futures:
                    future.result()  # raises what went wrong
        finally:
            for future in begun:
                future.cancel()

    def _search(self, task: SearchTask) -> Searched:
        if not hasattr(self._own, "engine"):
            self._own.engine = Engine(hash_mb=_HASH_MB)
            with self._lock:
                self._engines.append(self._own.engine)
        return searched(self._own.engine, self._game, task)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        # A search that is just beginning does not notice a stop, so stops are repeated.
        while running := [future for future in self._begun if not future.done()]:
            for engine in self._engines:
                engine.stop()
            wait(running, _SECONDS_BETWEEN_STOPS)
        self._pool.shutdown()
        for engine in self._engines:
            engine.close()


@contextmanager
def here(game: SearchedGame, threads: int) -> Generator[Workers, None, None]:
    """Search on threads of this process."""
    workers = _Threads(game, threads)
    try:
        yield workers
    finally:
        workers.close()


class _ClusterWorkers:
    def __init__(self, game: SearchedGame, cluster: Cluster) -> None:
        self._game = game
        self._cluster = cluster

    def search(self, tasks: Sequence[SearchTask]) -> Generator[list[Searched], None, None]:
        waiting = list(tasks)[::-1]
        running: set[Any] = set()  # futures of Dask
        while waiting or running:
            most = _REQUESTS_A_THREAD * max(sum(self._cluster.workers().values()), 1)
            while waiting and len(running) < most:
                part = [waiting.pop() for _ in range(min(_TASKS_A_REQUEST, len(waiting)))]
                running.add(
                    self._cluster.begin(_searched_by_worker, self._game, part, retries=_RETRIES)
                )
            for future in self._cluster.ended(_POLL_SECONDS):
                if future in running:
                    running.remove(future)
                    yield self._cluster.result(future)


_of_thread = local()


def _searched_by_worker(game: SearchedGame, tasks: Sequence[SearchTask]) -> list[Searched]:
    """Search in a worker of a cluster, with an engine for each of its threads."""
    if not hasattr(_of_thread, "engine"):
        _of_thread.engine = Engine(hash_mb=_HASH_MB)
    return [searched(_of_thread.engine, game, task) for task in tasks]


@contextmanager
def on_cluster(game: SearchedGame, address: str, workers: int) -> Generator[Workers, None, None]:
    """Search on the workers of a Dask scheduler, or on processes of this machine ("local")."""
    with Cluster(address, workers) as cluster:
        yield _ClusterWorkers(game, cluster)
