"""How much time agents have, by the move or by the game."""

import re
from dataclasses import dataclass
from math import isfinite
from typing import Final

from obversi.errors import ObversiError
from obversi.limit import Limit

__all__ = ["GRACE", "TimeControl", "parse_clock"]

# A move may come so many seconds late: no system hands a core over the moment it is wanted.
GRACE: Final = 0.05

# What is told to an agent whose clock has run out, but not by so much that it has lost.
_LEAST_CLOCK: Final = 1e-3

# The rest is for what a move takes beside thinking.
_STEADY_SHARE: Final = 0.9

_WRITTEN: Final = re.compile(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """So many `seconds` a move, or a `clock` for the whole game that each move adds to.

    Who moves more than `grace` seconds late has lost the game; if the control is not `strict`, such
    a move is only counted. A limit of an agent's own, in its description, counts instead of the
    seconds a move; a clock counts for everyone.

    >>> str(TimeControl(clock=60, increment=0.5)), str(TimeControl(seconds=0.1))
    ('60 s a game + 0.5 s a move', '0.1 s a move')
    """

    seconds: float | None = None
    clock: float | None = None
    increment: float = 0.0
    grace: float = GRACE
    strict: bool = True

    def __post_init__(self) -> None:
        """Refuse what is no time."""
        if (self.seconds is None) == (self.clock is None):
            raise ObversiError("a time control has either seconds a move or a clock for the game")
        if self.increment and self.clock is None:
            raise ObversiError("an increment is added to a clock, and there is none")
        for saying, value in (
            ("a move cannot take", self.seconds),
            ("a game cannot take", self.clock),
            ("a move cannot add", self.increment or None),
            ("a move cannot be late by", self.grace or None),
        ):
            if value is not None and not (isfinite(value) and value > 0):
                expected = "a number" if isfinite(value) else "a finite number"
                raise ObversiError(f"{saying} {value} s: expected {expected} above 0")

    def limit(self, clock: float | None) -> Limit:
        """Return what a mover is told that has so much on its clock, if there is one."""
        if clock is None:
            return Limit(seconds=self.seconds)
        return Limit(clock=max(clock, _LEAST_CLOCK), increment=self.increment)

    def steady_seconds(self, size: int) -> float:
        """Return the seconds for each move of an agent that cannot read a clock."""
        if self.clock is None:
            assert self.seconds is not None
            return self.seconds
        return _STEADY_SHARE * (2 * self.clock / size**2 + self.increment)

    def __str__(self) -> str:
        if self.clock is None:
            return f"{self.seconds:g} s a move"
        added = f" + {self.increment:g} s a move" if self.increment else ""
        return f"{self.clock:g} s a game{added}"


def parse_clock(text: str) -> TimeControl:
    """Read ``60`` or ``60+0.5``: the seconds of a game, and what each move adds."""
    found = _WRITTEN.fullmatch(text.strip())
    if not found:
        raise ObversiError(f"{text!r} is no clock: expected seconds a game such as 60 or 60+0.5")
    return TimeControl(clock=float(found[1]), increment=float(found[2] or 0))
