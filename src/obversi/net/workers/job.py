"""Jobs: requested in the event loop, done by a worker thread.

An analysis is a job that can be interrupted and continued. A preview is a short analysis for a
client that waits until a worker has time for the real one.
"""

import asyncio
import time
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any, NamedTuple, Protocol

from obversi.agents.agent import Agent
from obversi.analysis import Analysis
from obversi.board import Board
from obversi.engine import Top
from obversi.errors import ObversiError
from obversi.limit import Limit

#: What the task of an interrupted job returns if it can be continued.
PAUSED = object()

# An analysis is not continued with less than this left, in seconds.
_LEAST_SECONDS = 0.005

# The limits of a preview; the depth takes two milliseconds in the middle of a game.
_PREVIEW_DEPTH = 6
_PREVIEW_SECONDS = 0.05


class BusyError(ObversiError):
    """Too many jobs wait already, of this requester or in all."""


class Requester(NamedTuple):
    """The client or game that a job is for, by its number, and its address.

    Addresses have equal shares of the time of workers, and so have the requesters of an address.
    """

    address: str
    number: str


class SearchEngine(Protocol):
    """An engine in this process or on a cluster."""

    def analyse(self, board: Board, limit: Limit, top: Top, /) -> Analysis:
        """Search a position."""

    def stream(self, board: Board, limit: Limit, top: Top, /) -> Generator[Analysis, None, None]:
        """Search a position, and yield the steps."""

    def stop(self) -> None:
        """Stop the search, from any thread."""


class WorkerContext(Protocol):
    """The engine and the agents that a worker has for its jobs."""

    @property
    def engine(self) -> SearchEngine:
        """The engine."""

    def agent(self, description: str, attempt: int = 1) -> Agent:
        """Return the agent of a description, for the first attempt at a move or a later one."""

    def close(self) -> None:
        """Release everything."""


class WorkerLostError(ObversiError):
    """The process that searched is lost: the search has to be repeated."""


class Kind(Enum):
    """The kinds of jobs; a quick move and a preview take some milliseconds."""

    QUICK = auto()
    PREVIEW = auto()
    MOVE = auto()
    ANALYSIS = auto()


def _not_started() -> None:
    """Do nothing: a job that has not started has to be stopped again."""


@dataclass(slots=True, eq=False)
class Job:
    """A task, its requester, and the future of its result.

    `stop` ends the task soon, from any thread, or is None if that is impossible. A job that was
    `interrupted` may be continued; one that is `abandoned` is not. `slices` counts how often a
    worker has started or continued it, `requested_at` is the time of the request.
    """

    requester: Requester
    kind: Kind
    task: Callable[["Job", WorkerContext], Any]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)
    abandoned: bool = False
    interrupted: bool = False
    slices: int = 0
    stop: Callable[[], None] | None = _not_started
    requested_at: float = field(default_factory=time.monotonic)

    def run(self, context: WorkerContext) -> bool:
        """Run the task in this thread; return False if it was paused."""
        try:
            result = self.task(self, context)
        except BaseException as error:
            self.notify(self.future.set_exception, error)
        else:
            if result is PAUSED:
                return False
            self.notify(self.future.set_result, result)
        return True

    def notify(self, callback: Callable[[Any], None], value: object) -> None:
        """Call back in the event loop, unless the job is done by then."""

        def call() -> None:
            if not self.future.done():
                callback(value)

        with suppress(RuntimeError):  # the loop is closed
            self.loop.call_soon_threadsafe(call)


class AnalysisTask:
    """Searches a position, in one time slice or in several, within one limit.

    The engine keeps its transposition table for the next slice, unless another worker continues or
    other jobs have used the memory. So the first steps of a slice are quick. They are not reported.
    """

    def __init__(
        self,
        board: Board,
        limit: Limit,
        top: Top,
        on_slice: Callable[[Job], None],
        on_step: Callable[[Analysis], None],
    ) -> None:
        """Call back in the event loop when a slice starts, and with each step that goes further."""
        self._board = board
        self._limit = limit
        self._top = top
        self._on_slice = on_slice
        self._on_step = on_step
        self._result: Analysis | None = None
        self._nodes = 0
        self._seconds = 0.0

    def __call__(self, job: Job, context: WorkerContext) -> object:
        """Search until the limit or an interruption, and return the last result."""
        job.stop = context.engine.stop
        job.notify(self._on_slice, job)
        start, nodes, is_first = time.monotonic(), self._nodes, job.slices == 1
        with closing(context.engine.stream(self._board, self._rest(), self._top)) as steps:
            for step in steps:
                if job.abandoned:
                    break
                self._nodes = nodes + step.nodes
                if is_first or self._goes_further(step):
                    seconds = self._seconds + step.seconds
                    self._result = replace(step, nodes=self._nodes, seconds=seconds)
                    job.notify(self._on_step, self._result)
        self._seconds += time.monotonic() - start
        if job.interrupted and not job.abandoned and self._is_unfinished():
            return PAUSED
        if is_first or self._result is None:
            return self._result
        return replace(self._result, nodes=self._nodes, seconds=self._seconds)

    def _goes_further(self, step: Analysis) -> bool:
        return self._result is None or search_progress(step) > search_progress(self._result)

    def _is_unfinished(self) -> bool:
        """Whether the result is not exact and the limit is not reached."""
        if self._result is not None and self._result.exact:
            return False
        limit = self._limit
        has_time = limit.seconds is None or limit.seconds - self._seconds > _LEAST_SECONDS
        return has_time and (limit.nodes is None or self._nodes < limit.nodes)

    def _rest(self) -> Limit:
        """Return what is left of the limit."""
        limit = self._limit
        if limit.seconds is not None:
            limit = replace(limit, seconds=limit.seconds - self._seconds)
        if limit.nodes is not None:
            limit = replace(limit, nodes=limit.nodes - self._nodes)
        return limit


class Preview:
    """A short search whose result is reported unless the analysis itself is faster."""

    def __init__(
        self, board: Board, limit: Limit, top: Top, on_step: Callable[[Analysis], None]
    ) -> None:
        """Preview the analysis with these parameters; `on_step` is called in the event loop."""
        self._board = board
        self._limit = replace(
            limit,
            depth=min(_PREVIEW_DEPTH, limit.depth or _PREVIEW_DEPTH),
            seconds=min(_PREVIEW_SECONDS, limit.seconds or _PREVIEW_SECONDS),
        )
        self._top = top
        self._on_step = on_step
        self._result: Analysis | None = None
        self._is_too_late = False

    def __call__(self, job: Job, context: WorkerContext) -> Analysis:
        """Search, in a worker."""
        job.stop = context.engine.stop
        return context.engine.analyse(self._board, self._limit, self._top)

    def done(self, future: "asyncio.Future[Analysis]") -> None:
        """Report the preview, if no step of the analysis has been reported."""
        if future.cancelled() or future.exception() is not None:
            return  # the analysis itself reports the error
        if not self._is_too_late:
            self._result = future.result()
            self._on_step(self._result)

    def step(self, step: Analysis) -> None:
        """Report a step of the analysis, if it goes further than the preview."""
        self._is_too_late = True
        preview = self._result
        if preview is None:
            self._on_step(step)
        elif search_progress(step) > search_progress(preview):
            nodes, seconds = max(step.nodes, preview.nodes), max(step.seconds, preview.seconds)
            self._on_step(replace(step, nodes=nodes, seconds=seconds))


def search_progress(analysis: Analysis) -> tuple[int, int, bool]:
    """Return how far a search has come, as a key to compare."""
    return analysis.depth, analysis.selectivity, analysis.exact
