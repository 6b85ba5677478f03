"""Numbers with their error bars."""

from dataclasses import dataclass
from math import isfinite, isinf, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from obversi.arena.bulk import BulkGames
from obversi.arena.statistics.elo import NORMAL_95, mean_score, score_interval
from obversi.errors import ObversiError

__all__ = ["Estimate", "elo", "mean", "score", "share"]

# So few numbers may be alike by chance.
_FEW: Final = 6


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number that was measured, and between which numbers the truth is in 95 of 100 cases.

    `count` says of how many games, positions or batches it is made, 0 if nobody knows.
    """

    value: float
    low: float
    high: float
    count: int = 0

    @property
    def error(self) -> float:
        """The standard error that the interval stands for."""
        return (self.high - self.low) / (2 * NORMAL_95)

    def holds(self, value: float) -> bool:
        """Whether a number lies in the interval."""
        return self.low <= value <= self.high

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps; an open end is null."""
        return {
            "value": _finite(self.value),
            "low": _finite(self.low),
            "high": _finite(self.high),
            "count": self.count,
        }

    @classmethod
    def from_object(cls, told: dict[str, Any]) -> "Estimate":
        """Read what `to_object` returned."""
        low, high = told["low"], told["high"]
        value = told["value"]
        if low is None:
            low = float("-inf")
        if high is None:
            high = float("inf")
        if value is None:
            value = low if high != float("inf") else high
        return cls(value, low, high, told["count"])

    def text(self, digits: int = 2, percent: bool = False) -> str:
        """Tell the number and its interval.

        >>> Estimate(0.625, 0.6, 0.65).text(0, percent=True)
        '62 % (60 to 65)'
        """
        scale = 100.0 if percent else 1.0
        unit = " %" if percent else ""

        def told(number: float) -> str:
            return f"{scale * number:,.{digits}f}"

        if isinf(self.value):
            bound = self.low if self.value > 0 else self.high
            limit = "more than" if self.value > 0 else "less than"
            return "unknown" if isinf(bound) else f"{limit} {told(bound)}{unit}"
        if isinf(self.low) and isinf(self.high):
            inside = "no interval"
        elif isinf(self.low):
            inside = f"less than {told(self.high)}"
        elif isinf(self.high):
            inside = f"more than {told(self.low)}"
        else:
            inside = f"{told(self.low)} to {told(self.high)}"
        return f"{told(self.value)}{unit} ({inside})"


def mean(values: ArrayLike) -> Estimate:
    """Return the mean of numbers that do not depend on each other, with Student's interval.

    A few numbers that are all alike say nothing of how far others would be off.

    >>> mean([1.0, 2.0, 3.0]).value
    2.0
    """
    numbers = np.asarray(values, np.float64)
    if len(numbers) == 0:
        raise ObversiError("there is no mean of nothing")
    middle = float(numbers.mean())
    spread = float(numbers.std(ddof=1)) if len(numbers) > 1 else 0.0
    if spread == 0.0 and len(numbers) < _FEW:
        return Estimate(middle, float("-inf"), float("inf"), len(numbers))
    from scipy.special import stdtrit  # not needed, and not quick, whenever the lab is imported

    half = float(stdtrit(len(numbers) - 1, 0.975)) * spread / sqrt(len(numbers))
    return Estimate(middle, middle - half, middle + half, len(numbers))


def share(successes: float, count: int) -> Estimate:
    """Return which share of independent trials succeeded, by Wilson's interval.

    >>> share(7, 20).text()
    '0.35 (0.18 to 0.57)'
    """
    if count < 1:
        raise ObversiError("there is no share of nothing")
    seen = successes / count
    z2 = NORMAL_95**2
    middle = (seen + z2 / (2 * count)) / (1 + z2 / count)
    half = NORMAL_95 / (1 + z2 / count) * sqrt(seen * (1 - seen) / count + z2 / (4 * count**2))
    return Estimate(seen, max(0.0, middle - half), min(1.0, middle + half), count)


def score(played: BulkGames) -> Estimate:
    """Return the points of A a game, from 0 to 1, by pairs of games."""
    strength = played.strength()
    if strength is None:
        raise ObversiError("there is no score without a whole pair of games")
    return Estimate(mean_score(strength.pairs), *score_interval(strength.pairs), len(played))


def elo(played: BulkGames) -> Estimate:
    """Return the Elo of A over B, by pairs of games; all or nothing has an open end."""
    strength = played.strength()
    if strength is None:
        raise ObversiError("there is no Elo without a whole pair of games")
    return Estimate(strength.elo, strength.elo_low, strength.elo_high, len(played))


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None
