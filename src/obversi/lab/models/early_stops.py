"""What a measurement is worth that stops as soon as it hardly moves any more, as R2's does."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from statistics import fmean, stdev
from typing import Any, Final

from obversi.errors import ObversiError

__all__ = ["R2_WINDOW", "EarlyStops", "early_stops"]

# The last games over which the change of the estimate is looked at.
R2_WINDOW: Final = 20


@dataclass(frozen=True, slots=True)
class EarlyStops:
    """Many measurements by R2's rule: what each of them told, and of how many games it was made."""

    rule: float
    estimates: tuple[float, ...]
    games: tuple[int, ...]

    @property
    def mean(self) -> float | None:
        """What such a measurement tells on average, or None without one."""
        return fmean(self.estimates) if self.estimates else None

    @property
    def deviation(self) -> float | None:
        """How far they scatter: the standard deviation, or None with fewer than two."""
        return stdev(self.estimates) if len(self.estimates) > 1 else None

    @property
    def mean_games(self) -> float | None:
        """Of how many games one is made on average."""
        return fmean(self.games) if self.games else None

    def share_at_least(self, told: float) -> float | None:
        """Return the share of measurements that told so much or more."""
        if not self.estimates:
            return None
        return sum(estimate >= told for estimate in self.estimates) / len(self.estimates)

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {
            "rule": self.rule,
            "measurements": len(self.estimates),
            "mean": self.mean,
            "deviation": self.deviation,
            "mean_games": self.mean_games,
            "estimates": list(self.estimates),
            "games": list(self.games),
        }

    @classmethod
    def from_object(cls, told: dict[str, Any]) -> "EarlyStops":
        """Read what `to_object` returned."""
        return cls(told["rule"], tuple(told["estimates"]), tuple(told["games"]))


def early_stops(points: Iterable[float], rule: float) -> EarlyStops:
    """Go through games, and begin another measurement wherever R2's rule ends one.

    A measurement ends when its running mean has moved by less than `rule` a game on average over
    its last 20 games. A last one that does not end is left out.

    >>> early_stops(100 * [1.0], rule=0.01).games
    (21, 21, 21, 21)
    """
    if not (isfinite(rule) and rule > 0):
        raise ObversiError(f"R2's rule cannot be {rule!r}: expected a number above 0")
    estimates: list[float] = []
    games: list[int] = []
    changes: deque[float] = deque(maxlen=R2_WINDOW)
    total, count = 0.0, 0
    for point in points:
        before = total / count if count else None
        total, count = total + point, count + 1
        if before is not None:
            changes.append(abs(total / count - before))
        if len(changes) == R2_WINDOW and fmean(changes) < rule:
            estimates.append(total / count)
            games.append(count)
            changes.clear()
            total, count = 0.0, 0
    return EarlyStops(rule, tuple(estimates), tuple(games))
