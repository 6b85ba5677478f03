"""What all agents have in common that are someone else's programs."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import isfinite
from typing import ClassVar, Final

from obversi.agents.failure import AgentFailureError, Fault
from obversi.agents.program import Program
from obversi.agents.thought import Thought
from obversi.board import Board
from obversi.errors import ObversiError
from obversi.formats.problems import quoted
from obversi.limit import Limit
from obversi.move import PASS, Move
from obversi.numbers import whole_number

__all__ = ["ProgramAgent"]

_PINGS: Final = 5

# More than that is no way to a program and back, but the program itself.
_MOST_LATENCY: Final = 0.05

# Who plays games one after another waits no longer for an agent.
_MOST_START_SECONDS: Final = 60.0

_LONGEST_NAME: Final = 60

# Without a limit a program may think so long about a move.
_LONGEST_SECONDS: Final = 3600.0


class ProgramAgent(ABC):
    """Plays what a program says, which is started once for many games.

    A program that ends, hangs or floods fails for that game and is started again for the next. It
    hangs if it has not moved `patience` seconds after its time was up.
    """

    #: What its program has to speak.
    protocol: ClassVar[str]

    def __init__(
        self, command: str, start: float = 10.0, patience: float = 5.0, threads: int = 1
    ) -> None:
        """Start the program, which has `start` seconds for that; `threads` is what it uses."""
        for what, value in (("start", start), ("wait longer", patience)):
            if not (isfinite(value) and value > 0):
                raise ObversiError(f"a program cannot {what} in {value} s: expected more than 0")
        if start > _MOST_START_SECONDS:
            expected = f"expected {_MOST_START_SECONDS:g} s at most"
            raise ObversiError(f"a program cannot have {start:g} s for its start: {expected}")
        self.threads = whole_number(threads, "the number of threads", 1)
        self.latency = 0.0
        self._start_seconds, self._patience = start, patience
        self._program = Program(command)
        self._said_name = self._said_version = ""
        self._start()

    @property
    def name(self) -> str:
        """What the program calls itself, or else its file."""
        return self._said_name or self._program.name

    @property
    def keeps_time(self) -> bool:
        """Whether it can be told how many seconds it has for a move."""
        return False

    @property
    def patience(self) -> float:
        """How many seconds are waited for a move after its time is up."""
        return self._patience

    @property
    def process(self) -> int | None:
        """The number of its process, for those who look how it gets on."""
        return self._program.process

    def facts(self) -> dict[str, str]:
        """Return what the program says of itself."""
        return {"name": self.name, "version": self._said_version, "protocol": self.protocol}

    def choose(self, board: Board) -> Move:
        """Choose what the program says, however long it thinks."""
        return self.think(board, Limit()).move

    def think(self, board: Board, limit: Limit) -> Thought:
        """Choose what the program says; passes are not asked for."""
        if board.is_over:
            raise ObversiError(f"{self.name} has no move to choose: {board.status()}")
        if board.must_pass:
            return Thought(PASS)
        if not self._program.is_started or self._has_to_start_anew(limit):
            self._start()
        seconds = self._most_seconds(limit) + self._patience
        try:
            with self._ended_if_it_fails():
                return self._ask(board, limit, time.monotonic() + seconds)
        except AgentFailureError as failure:
            if failure.fault is Fault.HANG:
                reason = f"it has not moved within {seconds:.1f} s"
                raise AgentFailureError(Fault.HANG, reason) from failure
            raise

    def begin(self) -> None:
        """Forget the games before; a program that has ended is started again."""
        if self._program.is_running:
            with suppress(AgentFailureError), self._ended_if_it_fails():
                self._forget(time.monotonic() + self._patience)
        if not self._program.is_running:
            self._start()

    def prepare(self, size: int, rules: str) -> None:
        """Refuse a game that the program says it cannot play."""
        if not self._program.is_started:
            self._start()
        with self._ended_if_it_fails():
            self._agree(size, rules, time.monotonic() + self._patience)

    def close(self) -> None:
        """End the program."""
        self._program.end(self._farewell)

    @contextmanager
    def _ended_if_it_fails(self) -> Iterator[None]:
        """End a program of which nobody knows what it says next; that it cannot it may say."""
        try:
            yield
        except BaseException as error:
            if not (isinstance(error, AgentFailureError) and error.fault is Fault.ERROR):
                self._program.end()
            raise

    def _start(self) -> None:
        """Start the program and learn what it is, and how long it takes to hear from it."""
        deadline = time.monotonic() + self._start_seconds
        try:
            self._greet(deadline)
            if not self.latency:
                self.latency = self._measured_latency(deadline)
        except BaseException as error:
            last = self._program.last_line
            self._program.end()
            if isinstance(error, AgentFailureError) and error.fault is Fault.HANG:
                reason = f"it does not answer by {self.protocol} within {self._start_seconds:g} s"
                says = f", and says {quoted(last)}" if last.strip() else ""
                raise AgentFailureError(Fault.HANG, reason + says) from error
            raise

    def _learn(self, name: str, version: str = "") -> None:
        """Keep what the program says of itself, on one line."""
        self._said_name, self._said_version = (
            " ".join(text.split())[:_LONGEST_NAME] for text in (name, version)
        )

    def _measured_latency(self, deadline: float) -> float:
        taken = []
        for _ in range(_PINGS):
            begin = time.perf_counter()
            self._ping(deadline)
            taken.append(time.perf_counter() - begin)
        # The least: the program decides how long the others take.
        return min(*taken, _MOST_LATENCY)

    def _most_seconds(self, limit: Limit) -> float:
        """Return how long a move may take at most; what it cannot be told does not count."""
        if limit.clock is not None:
            return limit.clock
        if limit.seconds is not None and self.keeps_time:
            return limit.seconds
        return _LONGEST_SECONDS

    def _has_to_start_anew(self, _limit: Limit) -> bool:
        """Whether it was told what does not hold for a move, and cannot be taken back."""
        return False

    # What the protocols differ in; `deadline` is by `time.monotonic`

    #: The last thing that is said to it.
    _farewell: ClassVar[object]

    @abstractmethod
    def _greet(self, deadline: float) -> None:
        """Start the program, and make sure that it speaks the protocol."""

    @abstractmethod
    def _ping(self, deadline: float) -> None:
        """Let it answer something that needs no thinking."""

    @abstractmethod
    def _forget(self, deadline: float) -> None:
        """Make it ready for another game."""

    @abstractmethod
    def _agree(self, size: int, rules: str, deadline: float) -> None:
        """Make sure that it can play one of the six games, if the protocol has words for that."""

    @abstractmethod
    def _ask(self, board: Board, limit: Limit, deadline: float) -> Thought:
        """Ask it for a move."""
