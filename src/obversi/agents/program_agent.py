"""The common part of all agents that are external programs."""

import time
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import ClassVar

from obversi.agents.agent import AgentFailureError, FailureKind, ThinkingAgent, Thought
from obversi.agents.program import Program
from obversi.arguments import is_positive, whole_number
from obversi.board import Board, checked_board
from obversi.errors import InputError
from obversi.formats.lines import quoted
from obversi.limit import Limit
from obversi.move import PASS
from obversi.rules import Rules

_PINGS = 5

# A longer round trip is the program's own time.
_MOST_LATENCY = 0.05

# No program gets more time to start.
_MOST_START_SECONDS = 60.0

_LONGEST_NAME = 60

# The most seconds for a move where nothing limits it.
_LONGEST_SECONDS = 3600.0


class ProgramAgent(ThinkingAgent):
    """Plays the moves of a program, which is started once for many games.

    A program that ends, hangs or floods fails for that game and is started again for the next. It
    hangs if it has not moved `grace_period` seconds after its deadline.
    """

    #: The protocol of its program.
    protocol: ClassVar[str]

    def __init__(
        self, command: str, start: float = 10.0, grace: float = 5.0, threads: int = 1
    ) -> None:
        """Start the program within `start` seconds; `threads` is its number of threads."""
        for what, value in (("start", start), ("wait longer", grace)):
            if not is_positive(value):
                raise InputError(f"a program cannot {what} in {value} s: expected more than 0")
        if start > _MOST_START_SECONDS:
            expected = f"expected {_MOST_START_SECONDS:g} s at most"
            raise InputError(f"a program cannot have {start:g} s for its start: {expected}")
        self.threads = whole_number(threads, "the number of threads", 1)
        self.latency = 0.0
        self.start_seconds, self.grace_period = start, grace
        self._program = Program(command)
        self._said_name = self._said_version = ""
        self._start()

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name that the program reports, or else that of its file."""
        return self._said_name or self._program.name

    @property
    def keeps_time(self) -> bool:
        """Whether its protocol can give it a number of seconds for a move."""
        return False

    @property
    def process(self) -> int | None:  # type: ignore[override]
        """The number of its process."""
        return self._program.process

    def seconds_per_move(self, given: float | None) -> float | None:
        """Return the seconds of the match if the protocol can pass them on."""
        return given if self.keeps_time else None

    def facts(self) -> dict[str, str]:
        """Return the program's name, version and protocol."""
        return {"name": self.name, "version": self._said_version, "protocol": self.protocol}

    def think(self, board: Board, limit: Limit) -> Thought:
        """Choose the program's move; passes are not requested."""
        if checked_board(board).is_over:
            raise InputError(f"{self.name} has no move to choose: {board.status()}")
        if board.must_pass:
            return Thought(PASS)
        if not self._program.is_started or self._has_to_start_anew(limit):
            self._start()
        seconds = self._most_seconds(limit) + self.grace_period
        try:
            with self._ended_if_it_fails():
                return self._ask(board, limit, time.monotonic() + seconds)
        except AgentFailureError as failure:
            if failure.kind is FailureKind.HANG:
                reason = f"it has not moved within {seconds:.1f} s"
                raise AgentFailureError(FailureKind.HANG, reason) from failure
            raise

    def begin(self) -> None:
        """Forget the games before; a program that has ended is started again."""
        if self._program.is_running:
            with suppress(AgentFailureError), self._ended_if_it_fails():
                self._forget(time.monotonic() + self.grace_period)
        if not self._program.is_running:
            self._start()

    def prepare(self, size: int, rules: Rules) -> None:
        """Reject a game that the program says it cannot play."""
        if not self._program.is_started:
            self._start()
        with self._ended_if_it_fails():
            self._agree(size, rules, time.monotonic() + self.grace_period)

    def close(self) -> None:
        """End the program."""
        self._program.end(self._farewell)

    @contextmanager
    def _ended_if_it_fails(self) -> Iterator[None]:
        """End the program after a failure, except after an error that it has reported."""
        try:
            yield
        except BaseException as error:
            if not (isinstance(error, AgentFailureError) and error.kind is FailureKind.ERROR):
                self._program.end()
            raise

    def _start(self) -> None:
        """Start the program, read its name and version, and measure its latency."""
        deadline = time.monotonic() + self.start_seconds
        try:
            self._greet(deadline)
            if not self.latency:
                self.latency = self._measured_latency(deadline)
        except BaseException as error:
            last = self._program.last_line
            self._program.end()
            if isinstance(error, AgentFailureError) and error.kind is FailureKind.HANG:
                reason = f"it does not answer by {self.protocol} within {self.start_seconds:g} s"
                says = f", and says {quoted(last)}" if last.strip() else ""
                raise AgentFailureError(FailureKind.HANG, reason + says) from error
            raise

    def _learn(self, name: str, version: str = "") -> None:
        """Store the name and the version that the program reports, each on one line."""
        self._said_name, self._said_version = (
            " ".join(text.split())[:_LONGEST_NAME] for text in (name, version)
        )

    def _measured_latency(self, deadline: float) -> float:
        taken = []
        for _ in range(_PINGS):
            begin = time.perf_counter()
            self._ping(deadline)
            taken.append(time.perf_counter() - begin)
        # The minimum, because the program could delay the other replies.
        return min(*taken, _MOST_LATENCY)

    def _most_seconds(self, limit: Limit) -> float:
        """Return the most seconds for a move; a limit that cannot be sent does not count."""
        if limit.clock is not None:
            return limit.clock
        if limit.seconds is not None and self.keeps_time:
            return limit.seconds
        return _LONGEST_SECONDS

    def _has_to_start_anew(self, _limit: Limit) -> bool:
        """Whether it has an old limit, which only a restart can remove."""
        return False

    # Methods for each protocol; `deadline` is by `time.monotonic`

    #: The last message to the program.
    _farewell: ClassVar[object]

    @abstractmethod
    def _greet(self, deadline: float) -> None:
        """Start the program, and make sure that it speaks the protocol."""

    @abstractmethod
    def _ping(self, deadline: float) -> None:
        """Send a request that needs no search, and wait for the reply."""

    @abstractmethod
    def _forget(self, deadline: float) -> None:
        """Make it ready for another game."""

    @abstractmethod
    def _agree(self, size: int, rules: Rules, deadline: float) -> None:
        """Make sure that it can play one of the six games, if the protocol can ask that."""

    @abstractmethod
    def _ask(self, board: Board, limit: Limit, deadline: float) -> Thought:
        """Request a move."""
