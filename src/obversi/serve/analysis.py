"""The session of `analyse --stream`: requests of tools, a queue, and the engine's answers."""

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Condition
from typing import Self

from obversi import __version__
from obversi.analysis import Analysis
from obversi.board import Board
from obversi.engine import Engine
from obversi.errors import FormatError, ObversiError
from obversi.serve.search import SECONDS_BETWEEN_STOPS, SearchThread
from obversi.wire import analysis_lines
from obversi.wire.analysis_lines import Analyse, Answer, Defaults, Found, Id, Rejection


@dataclass(slots=True)
class Job:
    """A position of a request; `is_stopped` when the request was terminated."""

    request: Analyse
    turn: int
    is_stopped: bool = False


@dataclass(slots=True)
class _Waiting:
    request: Analyse
    turns: deque[int]


class Queue:
    """The waiting positions, at most `most`; requests take turns."""

    def __init__(self, most: int) -> None:
        """Make an empty queue."""
        self._most = most
        self._changed = Condition()
        self._requests: OrderedDict[Id, _Waiting] = OrderedDict()
        self._running: Job | None = None
        self._is_closed = False

    @property
    def running(self) -> Job | None:
        """The job that was taken last and is not done."""
        return self._running

    @property
    def waiting(self) -> int:
        """The number of waiting positions."""
        with self._changed:
            return self._count()

    def add(self, request: Analyse) -> Rejection | None:
        """Add the positions of a request, or return the reason why not, without waiting."""
        with self._changed:
            if self._is_known(request.id):
                reason = f"an analysis with the id {request.id!r} is running"
                return Rejection(request.id, reason, "id")
            waiting = self._count()
            if waiting and waiting + len(request.turns) > self._most:
                reason = f"{waiting} positions wait, and {self._most} can: ask again later"
                return Rejection(request.id, reason)
            self._requests[request.id] = _Waiting(request, deque(request.turns))
            self._changed.notify_all()
            return None

    def wait_for_room(self) -> None:
        """Wait until the queue is at most half full, or closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._count() <= self._most // 2)

    def take(self) -> Job | None:
        """Wait for a position, and return it; None if the queue is closed and empty."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._requests)
            if not self._requests:
                return None
            number, waiting = self._requests.popitem(last=False)
            self._running = Job(waiting.request, waiting.turns.popleft())
            if waiting.turns:
                self._requests[number] = waiting
            self._changed.notify_all()
            return self._running

    def done(self) -> None:
        """Mark the running job as done."""
        with self._changed:
            self._running = None
            self._changed.notify_all()

    def remove(self, number: Id) -> list[Job] | None:
        """Remove the waiting positions of a request, and stop its running one; None if unknown."""
        with self._changed:
            if not self._is_known(number):
                return None
            waiting = self._requests.pop(number, None)
            if self._running is not None and self._running.request.id == number:
                self._running.is_stopped = True
            self._changed.notify_all()
            if waiting is None:
                return []
            return [Job(waiting.request, turn, is_stopped=True) for turn in waiting.turns]

    def wait_until_stopped(self, number: Id, remind: Callable[[], None], seconds: float) -> None:
        """Wait until no job of a request runs, and call `remind` repeatedly until then.

        No other job can start meanwhile, so `remind` never stops another one.
        """
        with self._changed:
            while self._is_running(number):
                remind()
                self._changed.wait(seconds)

    def close(self, *, at_once: bool) -> None:
        """Accept no more positions; `at_once` also drops the waiting and stops the running one."""
        with self._changed:
            self._is_closed = True
            if at_once:
                self._requests.clear()
                if self._running is not None:
                    self._running.is_stopped = True
            self._changed.notify_all()

    def _count(self) -> int:
        return sum(len(waiting.turns) for waiting in self._requests.values())

    def _is_running(self, number: Id) -> bool:
        return self._running is not None and self._running.request.id == number

    def _is_known(self, number: Id) -> bool:
        return number in self._requests or self._is_running(number)


_PROGRAM = "Obversi"

# The most positions that wait, which takes some tens of megabytes.
_MOST_WAITING = 10_000


class AnalysisSession:
    """Answers requests with one engine; `say` is called with every answer, from two threads."""

    def __init__(
        self,
        engine: Engine,
        say: Callable[[Answer], None],
        defaults: Defaults | None = None,
        most_waiting: int = _MOST_WAITING,
    ) -> None:
        """Start the thread that searches; `defaults` fills in missing fields of requests."""
        self._engine = engine
        self._say = say
        self._defaults = defaults or Defaults()
        self._queue = Queue(most_waiting)
        self._thread = SearchThread(engine, self._work)

    def __enter__(self) -> Self:
        """Return the session; the end of the block closes it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the running analysis, and drop waiting ones."""
        self._queue.close(at_once=True)
        self._thread.stop()

    @property
    def waiting(self) -> int:
        """The number of waiting positions."""
        return self._queue.waiting

    def handle(self, line: str | FormatError) -> None:
        """Handle a request; blank lines are ignored."""
        self._thread.check()
        if isinstance(line, FormatError):
            self._say(Rejection(None, str(line)))
            return
        if not line.strip():
            return
        try:
            request = analysis_lines.parse_request(line, self._defaults)
        except analysis_lines.RequestError as error:
            self._say(Rejection.of(error))
            return
        self._handle_request(request)

    def wait_for_room(self) -> None:
        """Wait until the queue has room again."""
        self._queue.wait_for_room()

    def finish(self) -> None:
        """Wait until all requests are answered."""
        self._queue.close(at_once=False)
        self._thread.finish()

    def _handle_request(self, request: analysis_lines.Request) -> None:
        match request:
            case analysis_lines.Analyse():
                if rejection := self._queue.add(request):
                    self._say(rejection)
            case analysis_lines.Terminate(number, target):
                self._say(analysis_lines.Terminated(number, target, self._terminate(target)))
            case analysis_lines.VersionRequest(number):
                self._say(analysis_lines.VersionReply(number, _PROGRAM, __version__))
            case analysis_lines.StatusRequest(number):
                running = self._queue.running
                name = None if running is None else running.request.id
                self._say(analysis_lines.Standing(number, name, self.waiting))

    def _terminate(self, target: analysis_lines.Id) -> bool:
        waiting = self._queue.remove(target)
        if waiting is None:
            return False
        self._queue.wait_until_stopped(target, self._engine.stop, SECONDS_BETWEEN_STOPS)
        for job in waiting:
            self._say(_found(job, _board(job), None, final=True))
        return True

    # In the other thread

    def _work(self) -> None:
        try:
            while (job := self._queue.take()) is not None:
                try:
                    self._analyse(job)
                finally:
                    self._queue.done()
        finally:
            # Callers must not wait for room if no job will be done.
            self._queue.close(at_once=True)

    def _analyse(self, job: Job) -> None:
        request, board = job.request, _board(job)
        if board.is_over:
            self._say(_found(job, board, None, final=True))
            return
        found, reported = None, time.monotonic()
        try:
            for found in self._engine.stream(board, request.limit, request.top):
                if job.is_stopped:
                    break
                if request.every is not None and time.monotonic() - reported >= request.every:
                    self._say(_found(job, board, found))
                    reported = time.monotonic()
        except ObversiError as error:
            self._say(Rejection(request.id, str(error)))
            return
        self._say(_found(job, board, found, final=True))


def _board(job: Job) -> Board:
    board = job.request.game.start.copy()
    for played in job.request.game.moves[: job.turn]:
        board.push(played.move)
    return board


def _found(job: Job, board: Board, analysis: Analysis | None, *, final: bool = False) -> Found:
    return Found(job.request.id, job.turn, board, analysis, final, final and job.is_stopped)
