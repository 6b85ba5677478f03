"""A session with a tool: requests are heard at any time, and done one position after another."""

import time
from collections.abc import Callable
from typing import Final, Self

from obversi import __version__
from obversi.analysis import Analysis
from obversi.board import Board
from obversi.engine import Engine
from obversi.errors import FormatError, ObversiError
from obversi.serve.analysis.queue import Job, Queue
from obversi.serve.search_thread import SECONDS_BETWEEN_STOPS, SearchThread
from obversi.wire import analysis_lines
from obversi.wire.analysis_lines import Answer, Defaults, Found, Refusal

__all__ = ["AnalysisSession"]

_PROGRAM: Final = "Obversi"

# So many positions wait at most, which takes some tens of megabytes.
_MOST_WAITING: Final = 10_000


class AnalysisSession:
    """Answers requests with one engine; `say` is called with every answer, from two threads."""

    def __init__(
        self,
        engine: Engine,
        say: Callable[[Answer], None],
        defaults: Defaults | None = None,
        most_waiting: int = _MOST_WAITING,
    ) -> None:
        """Begin to wait for requests; `defaults` is for what they do not say."""
        self._engine = engine
        self._say = say
        self._defaults = defaults or Defaults()
        self._queue = Queue(most_waiting)
        self._thread = SearchThread(engine, self._work)

    def __enter__(self) -> Self:
        """Be closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop at once what is still under way."""
        self._queue.close(at_once=True)
        self._thread.stop()

    @property
    def waiting(self) -> int:
        """How many positions wait for their turn."""
        return self._queue.waiting

    def hear(self, line: str | FormatError) -> None:
        """Do what a line asks, or begin to; blank lines are nothing."""
        self._thread.check()
        if isinstance(line, FormatError):
            self._say(Refusal(None, str(line)))
            return
        if not line.strip():
            return
        try:
            request = analysis_lines.parse_request(line, self._defaults)
        except analysis_lines.RequestError as error:
            self._say(Refusal.of(error))
            return
        self._obey(request)

    def wait_for_room(self) -> None:
        """Wait until much more can be asked for without being refused."""
        self._queue.wait_for_room()

    def finish(self) -> None:
        """Wait until all is answered."""
        self._queue.close(at_once=False)
        self._thread.finish()

    def _obey(self, request: analysis_lines.Request) -> None:
        match request:
            case analysis_lines.Analyse():
                if refusal := self._queue.add(request):
                    self._say(refusal)
            case analysis_lines.Terminate(number, target):
                self._say(analysis_lines.Terminated(number, target, self._terminate(target)))
            case analysis_lines.AskVersion(number):
                self._say(analysis_lines.VersionTold(number, _PROGRAM, __version__))
            case analysis_lines.AskStatus(number):
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
            # Nobody waits for room where nothing will be done.
            self._queue.close(at_once=True)

    def _analyse(self, job: Job) -> None:
        request, board = job.request, _board(job)
        if board.is_over:
            self._say(_found(job, board, None, final=True))
            return
        found, told = None, time.monotonic()
        try:
            for found in self._engine.stream(board, request.limit, request.top):
                if job.is_stopped:
                    break
                if request.every is not None and time.monotonic() - told >= request.every:
                    self._say(_found(job, board, found))
                    told = time.monotonic()
        except ObversiError as error:
            self._say(Refusal(request.id, str(error)))
            return
        self._say(_found(job, board, found, final=True))


def _board(job: Job) -> Board:
    board = job.request.game.start.copy()
    for played in job.request.game.moves[: job.turn]:
        board.push(played.move)
    return board


def _found(job: Job, board: Board, analysis: Analysis | None, *, final: bool = False) -> Found:
    return Found(job.request.id, job.turn, board, analysis, final, final and job.is_stopped)
