"""A game to be played: its agents, its opening and its time control."""

import re
from dataclasses import dataclass

from obversi.arguments import is_finite, is_positive
from obversi.board import Board
from obversi.color import Color
from obversi.errors import InputError
from obversi.limit import Limit

# Seconds that a move may be late: no system gives a process its core at once.
GRACE = 0.05

# The clock that is shown to an agent whose time is over, but not its grace period.
_LEAST_CLOCK = 1e-3

# The rest is for the overhead of a move.
_STEADY_SHARE = 0.9

_WRITTEN = re.compile(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A limit of `seconds` for each move, or a `clock` for the game with an `increment` per move.

    An agent that moves more than `grace` seconds late loses the game; if the control is not
    `strict`, late moves are only counted. A limit in the description of an agent replaces the
    seconds per move; a clock applies to all agents.

    >>> str(TimeControl(clock=60, increment=0.5)), str(TimeControl(seconds=0.1))
    ('60 s per game + 0.5 s per move', '0.1 s per move')
    """

    seconds: float | None = None
    clock: float | None = None
    increment: float = 0.0
    grace: float = GRACE
    strict: bool = True

    def __post_init__(self) -> None:
        """Reject invalid times."""
        if (self.seconds is None) == (self.clock is None):
            raise InputError("a time control has either seconds per move or a clock for the game")
        if self.increment and self.clock is None:
            raise InputError("an increment is added to a clock, and there is none")
        for saying, value in (
            ("a move cannot take", self.seconds),
            ("a game cannot take", self.clock),
            ("a move cannot add", self.increment or None),
            ("a move cannot be late by", self.grace or None),
        ):
            if value is not None and not is_positive(value):
                expected = "a number" if is_finite(value) else "a finite number"
                raise InputError(f"{saying} {value!r} s: expected {expected} above 0")

    def limit(self, clock: float | None) -> Limit:
        """Return the limit of a mover with that clock, if there is a clock."""
        if clock is None:
            return Limit(seconds=self.seconds)
        return Limit(clock=max(clock, _LEAST_CLOCK), increment=self.increment)

    def steady_seconds(self, size: int) -> float:
        """Return the seconds per move for an agent that cannot use a clock."""
        if self.clock is None:
            assert self.seconds is not None
            return self.seconds
        return _STEADY_SHARE * (2 * self.clock / size**2 + self.increment)

    def __str__(self) -> str:
        if self.clock is None:
            return f"{self.seconds:g} s per move"
        added = f" + {self.increment:g} s per move" if self.increment else ""
        return f"{self.clock:g} s per game{added}"


def parse_clock(text: str) -> TimeControl:
    """Read ``60`` or ``60+0.5``: seconds for the game, and the increment per move."""
    found = _WRITTEN.fullmatch(text.strip())
    if not found:
        raise InputError(f"{text!r} is not a clock: expected seconds per game such as 60 or 60+0.5")
    return TimeControl(clock=float(found[1]), increment=float(found[2] or 0))


@dataclass(frozen=True, slots=True)
class PlannedAgent:
    """An agent of a game: its place among the agents, its description, and its seed."""

    agent: int
    description: str
    seed: int
    threads: int = 1


@dataclass(frozen=True, slots=True)
class GamePlan:
    """A game to play: the first agent of the pair, A, has the colour `a_color`.

    Numbers of games and pairs start at 1. With at most `adjudicate` empty squares the game ends
    with the margin of perfect play; 0 plays it out.
    """

    number: int
    pair: int
    opening: Board
    a: PlannedAgent
    b: PlannedAgent
    a_color: Color
    time: TimeControl
    adjudicate: int = 0
    round: int = 1

    def player(self, color: Color) -> PlannedAgent:
        """Return the player of a colour."""
        return self.a if color == self.a_color else self.b

    @property
    def threads(self) -> int:
        """The number of cores that the game needs; only one agent thinks at a time."""
        return max(self.a.threads, self.b.threads)
