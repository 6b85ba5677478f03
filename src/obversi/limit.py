"""How long a search may go on."""

from dataclasses import dataclass

from obversi.arguments import is_positive, whole_number
from obversi.errors import InputError

# Time until a move arrives elsewhere: for this move, and for each later one. If a clock has hardly
# more, the search takes a share of it.
_LATENCY_SECONDS, _LATENCY_SECONDS_LATER = 0.02, 0.01
_LAST_SHARE = 0.1

# From here on the rest of a game is read to its end at once and takes little of the clock, so that
# the time is for the moves before.
_EMPTIES_READ_AT_ONCE = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """What ends a search: the first of these that is reached, and the end of the game.

    ``seconds`` is for this search, ``depth`` counts plies, ``nodes`` positions looked at.
    ``clock`` is what the mover has left for the whole game, in seconds, and ``increment`` what
    every move adds to it.

    >>> Limit(seconds=0.5, depth=12)
    Limit(seconds=0.5, depth=12)
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    clock: float | None = None
    increment: float = 0.0

    def __post_init__(self) -> None:
        """Keep plain numbers; reject what is none and what leaves no time."""
        for name in ("seconds", "clock"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, _seconds(value, name))
        for name in ("depth", "nodes"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, whole_number(value, f"the limit {name!r}", 1))
        if self.increment != 0:
            object.__setattr__(self, "increment", _seconds(self.increment, "increment"))
            if self.clock is None:
                raise InputError("the limit 'increment' is of no use without 'clock'")

    @property
    def is_unlimited(self) -> bool:
        """Whether nothing is limited."""
        return self == Limit()

    def seconds_for(self, empties: int) -> float | None:
        """Return the seconds for a move with this number of empties, or None without a time limit.

        Of a clock a move gets its share, and never what is needed for moves to arrive in time.
        """
        if self.clock is None:
            return self.seconds
        latency = _LATENCY_SECONDS + _LATENCY_SECONDS_LATER * (empties // 2)
        there = max(self.clock - latency, self.clock * _LAST_SHARE)
        moves_to_think_about = max(empties - _EMPTIES_READ_AT_ONCE, 0) // 2 + 2
        share = min(there / moves_to_think_about + self.increment, there)
        return share if self.seconds is None else min(share, self.seconds)

    def __repr__(self) -> str:
        """Show what is limited only."""
        names = ("seconds", "depth", "nodes", "clock", "increment")
        given = [(name, getattr(self, name)) for name in names]
        return f"Limit({', '.join(f'{name}={value!r}' for name, value in given if value)})"


def _seconds(value: float, name: str) -> float:
    if not is_positive(value):
        expected = "a finite number" if str(value) in ("inf", "nan") else "a number"
        raise InputError(f"the limit {name!r} cannot be {value!r}: expected {expected} above 0")
    return float(value)
