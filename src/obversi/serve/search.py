"""Searches in a thread that can be stopped, and the choice of moves."""

from collections.abc import Callable
from threading import Event, Thread

from obversi.agents.agent import Thought
from obversi.agents.levels import LevelAgent
from obversi.analysis import Analysis
from obversi.board import Board, unfinished_board
from obversi.engine import Engine
from obversi.errors import InputError
from obversi.limit import Limit
from obversi.rules import Rules

#: Seconds between two calls of stop: the search may not have begun at the first.
SECONDS_BETWEEN_STOPS = 0.01


class SearchThread:
    """Runs a function that searches with an engine, which has no other user meanwhile."""

    def __init__(self, engine: Engine, work: Callable[[], None]) -> None:
        """Start the thread."""
        self._engine = engine
        self._work = work
        self._failure: Exception | None = None
        # A thread whose `join` was interrupted by Ctrl-C counts as ended while it still runs.
        self._has_ended = Event()
        self._thread = Thread(target=self._run, name="searching")
        self._thread.start()

    def stop(self) -> None:
        """Stop the searches until the function has ended, and raise its exception.

        Ctrl-C is raised afterwards: the interpreter cannot exit during a search.
        """
        interrupt = None
        while not self._has_ended.is_set():
            try:
                self._engine.stop()
                self._has_ended.wait(SECONDS_BETWEEN_STOPS)
            except KeyboardInterrupt as error:
                interrupt = error
        if interrupt is not None:
            raise interrupt
        self.finish()

    def finish(self) -> None:
        """Wait until the function has ended, and raise its exception."""
        self._has_ended.wait()
        self._thread.join()
        self.check()

    def check(self) -> None:
        """Raise the exception of the function, once."""
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _run(self) -> None:
        try:
            self._work()
        except Exception as error:
            # It is raised in the caller's thread, which can handle it: such as a closed output.
            self._failure = error
        finally:
            self._has_ended.set()


_NO_CLOCK = Limit()


class TimedEngine:
    """Chooses moves within limits of its own and those of a clock."""

    def __init__(
        self,
        engine: Engine,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        level: int | None = None,
    ) -> None:
        """Set the limits of a search, or a level; the default is a second."""
        if level is not None and depth is not None:
            raise InputError("a level has its own depth: leave the depth or the level out")
        self.engine = engine
        self._limit = Limit(seconds=seconds, depth=depth)
        self._agent = None if level is None else LevelAgent(level, seconds=seconds, engine=engine)

    @property
    def level(self) -> int | None:
        """The number of the level, if there is one."""
        return None if self._agent is None else self._agent.level

    def prepare(self, size: int, rules: Rules) -> None:
        """Load the weights of a game, which may take longer than a move."""
        if self._agent is not None:
            self._agent.prepare(size, rules)
        self.engine.evaluate(Board(size, rules))

    def limit(self, clock: Limit = _NO_CLOCK, depth: int | None = None) -> Limit:
        """Return the limit of a search; `depth` replaces the player's own."""
        seconds = [limit.seconds for limit in (self._limit, clock) if limit.seconds is not None]
        return Limit(
            seconds=min(seconds, default=None),
            depth=depth or self._limit.depth,
            clock=clock.clock,
            increment=clock.increment,
        )

    def think(
        self,
        board: Board,
        clock: Limit = _NO_CLOCK,
        depth: int | None = None,
        on_step: Callable[[Analysis], None] | None = None,
    ) -> Thought:
        """Choose a move, and report after each step; an only move is returned at once.

        A level ignores the depth and reports no steps.
        """
        if len(unfinished_board(board).legal_moves) == 1:
            return Thought(board.legal_moves[0])
        limit = self.limit(clock, depth)
        if self._agent is not None:
            return self._agent.think(board, limit)
        if (known := self.engine.book_move(board)) is not None:
            return Thought(known.move, float(known.value), known.depth, 0)
        for found in self.engine.stream(board, limit):
            if on_step is not None:
                on_step(found)
        return Thought(found.move, float(found.margin), found.depth, found.nodes)


class Thinking:
    """Runs one function at a time, which can be stopped."""

    def __init__(self, engine: Engine) -> None:
        """Start idle; `engine` is the one that the functions search with."""
        self._engine = engine
        self._thread: SearchThread | None = None
        self._stop = Event()

    @property
    def is_stopped(self) -> bool:
        """Whether the function is to end without further results."""
        return self._stop.is_set()

    def begin(self, work: Callable[[], None]) -> None:
        """Stop the running function, and start another."""
        self.stop()
        self._stop.clear()
        self._thread = SearchThread(self._engine, work)

    def stop(self) -> None:
        """Stop the running function, and wait for its end."""
        self._stop.set()
        if self._thread is not None:
            self._thread.stop()

    def finish(self) -> None:
        """Wait until the function has ended by itself."""
        if self._thread is not None:
            self._thread.finish()
