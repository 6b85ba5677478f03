"""The clocks of both players, as GTP tells of them."""

from dataclasses import dataclass, replace
from typing import Final

from obversi.color import BLACK, WHITE
from obversi.limit import Limit

__all__ = ["Clocks", "TimeSettings"]

# What may go by until a move is heard: never more than this share of its time.
_LATENCY_SECONDS: Final = 0.05
_LATENCY_SHARE: Final = 0.1

# What is thought with when the time is up: moves are still asked for.
_SHORTEST_SECONDS: Final = 0.01


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """A time for the game, and after it periods, each for so many moves."""

    main: float
    period: float
    moves: int

    @property
    def is_unlimited(self) -> bool:
        """Whether there is no clock; a period for no moves says so, and so does no time at all."""
        return (self.period > 0 and self.moves == 0) or (self.main <= 0 and self.period <= 0)

    @property
    def seconds_a_move(self) -> float:
        """What a move of a period may take; 0 if there are no periods."""
        return self.period / self.moves if self.moves else 0.0


@dataclass(frozen=True, slots=True)
class _Clock:
    """What a player has left: for the game, or for the next so many moves."""

    seconds: float
    moves: int = 0


class Clocks:
    """Knows how long a move may take; time that nobody tells of is counted here."""

    def __init__(self) -> None:
        """Have no clocks."""
        self._settings: TimeSettings | None = None
        self._left: dict[int, _Clock] = {}

    def set(self, settings: TimeSettings) -> None:
        """Set both clocks, or take them away."""
        self._settings = None if settings.is_unlimited else settings
        self.start()

    def start(self) -> None:
        """Begin a game with the same settings."""
        self._left.clear()
        if (settings := self._settings) is not None:
            first = _Clock(settings.main) if settings.main > 0 else _period(settings)
            self._left = {BLACK: first, WHITE: first}

    def tell(self, color: int, seconds: float, moves: int) -> None:
        """Hear what a clock shows."""
        self._left[color] = _Clock(seconds, moves)

    def use(self, color: int, seconds: float) -> None:
        """Count the time of a move."""
        if color not in self._left:
            return
        clock = self._left[color]
        left = replace(clock, seconds=clock.seconds - seconds)
        settings = self._settings
        if clock.moves:
            left = replace(left, moves=clock.moves - 1)
            if left.moves == 0 and settings is not None and settings.moves:
                left = _period(settings)
        elif left.seconds <= 0 and settings is not None and settings.moves:
            left = _period(settings)
        self._left[color] = left

    def limit(self, color: int) -> Limit:
        """Return how long a move may take."""
        clock = self._left.get(color)
        if clock is None:
            return Limit()
        if clock.moves:
            return Limit(seconds=_heard_in_time(clock.seconds / clock.moves))
        later = 0.0 if self._settings is None else self._settings.seconds_a_move
        return Limit(clock=max(clock.seconds, _SHORTEST_SECONDS), increment=later)


def _period(settings: TimeSettings) -> _Clock:
    return _Clock(settings.period, settings.moves)


def _heard_in_time(seconds: float) -> float:
    latency = min(_LATENCY_SECONDS, seconds * _LATENCY_SHARE)
    return max(seconds - latency, _SHORTEST_SECONDS)
