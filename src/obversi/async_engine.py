"""An engine for programs with `asyncio`: a search is stopped when its task is cancelled."""

import asyncio
import os
from collections.abc import AsyncGenerator, Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Self, TypeVar

from obversi.analysis import Analysis
from obversi.board import Board, checked_board
from obversi.engine import Engine, Top
from obversi.limit import Limit
from obversi.move import Move
from obversi.weights import WeightsFile

if TYPE_CHECKING:
    from obversi.book.book import Book
    from obversi.book.player import BookPlayer

Result = TypeVar("Result")

# A search may not have begun when a stop is requested: the request is repeated.
_SECONDS_BETWEEN_STOPS = 0.01


class AsyncEngine:
    """An `Engine` whose searches are awaited; others wait for the one that runs.

    A task that is cancelled, by `asyncio.timeout` for instance, stops its search and ends with it.

    >>> async def margin() -> float:
    ...     async with AsyncEngine() as engine:
    ...         return (await engine.solve(Board(size=4))).margin
    >>> asyncio.run(margin())
    -10
    """

    def __init__(
        self,
        threads: int = 1,
        hash_mb: int = 64,
        weights: str | os.PathLike[str] | WeightsFile | None = None,
        book: "str | os.PathLike[str] | Book | BookPlayer | None" = None,
    ) -> None:
        """Make an engine with the settings of `Engine`, and a thread that calls it."""
        self._engine = Engine(threads, hash_mb, weights, book)
        self._alone = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, "async-engine")
        self._closed = False

    async def analyse(
        self,
        board: Board,
        limit: Limit | None = None,
        top: Top = 1,
        moves: Iterable[str] | None = None,
    ) -> Analysis:
        """Search as `Engine.analyse` does."""
        analyse = partial(self._engine.analyse, _copied(board), limit, top, moves)
        return await self._run_alone(analyse)

    async def solve(
        self,
        board: Board,
        *,
        window: tuple[int, int] | None = None,
        wld: bool = False,
        top: Top = 1,
        moves: Iterable[str] | None = None,
    ) -> Analysis:
        """Search to the end of the game as `Engine.solve` does."""
        solve = partial(self._engine.solve, window=window, wld=wld, top=top, moves=moves)
        return await self._run_alone(partial(solve, _copied(board)))

    async def play(self, board: Board, limit: Limit | None = None) -> Move:
        """Choose a move as `Engine.play` does."""
        return await self._run_alone(partial(self._engine.play, _copied(board), limit))

    async def stream(
        self, board: Board, limit: Limit | None = None, top: Top = 1
    ) -> AsyncGenerator[Analysis, None]:
        """Search as `Engine.stream` does; to close the iterator stops the search."""
        steps = self._engine.stream(_copied(board), limit, top)
        async with self._alone:
            try:
                while (step := await self._run(partial(next, steps, None))) is not None:
                    yield step
            finally:
                # In the thread that has the search.
                await self._run(steps.close)

    async def close(self) -> None:
        """Stop a running search, and release threads and memory."""
        self._closed = True
        self._engine.close()
        self._thread.shutdown(wait=False)

    async def __aenter__(self) -> Self:
        """Be closed at the end of the block."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the engine."""
        await self.close()

    async def _run_alone(self, call: Callable[[], Result]) -> Result:
        async with self._alone:
            return await self._run(call)

    async def _run(self, call: Callable[[], Result]) -> Result:
        if self._closed:
            return call()  # which is short: a closed engine searches no more
        job = self._thread.submit(call)
        try:
            return await asyncio.wrap_future(job)
        except asyncio.CancelledError:
            await self._end(job)
            raise

    async def _end(self, job: "Future[Any]") -> None:
        """Stop the search of a cancelled task, and wait until it has ended."""
        job.cancel()  # if it has not begun
        while not job.done():
            self._engine.stop()
            with suppress(asyncio.CancelledError):  # it is cancelled already
                await asyncio.sleep(_SECONDS_BETWEEN_STOPS)


def _copied(board: Board) -> Board:
    return checked_board(board).copy()
