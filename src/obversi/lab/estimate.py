"""Measured numbers with their error bars, and tests on them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb, erfc, hypot, inf, isfinite, isinf, prod, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from obversi.arena.bulk import BulkGames
from obversi.arena.statistics.elo import NORMAL_95, mean_score, score_interval
from obversi.errors import InputError
from obversi.records import Record

# Fewer numbers than this may be equal by chance.
_FEW = 6


@dataclass(frozen=True, slots=True)
class Estimate(Record):
    """A measured number with its 95 % interval.

    `count` is the number of games, positions or batches that were measured, 0 if unknown.
    """

    value: float
    low: float
    high: float
    count: int = 0

    @property
    def error(self) -> float:
        """The standard error that belongs to the interval."""
        return (self.high - self.low) / (2 * NORMAL_95)

    def holds(self, value: float) -> bool:
        """Whether a number lies in the interval."""
        return self.low <= value <= self.high

    def to_object(self) -> dict[str, Any]:
        """Return it for JSON; an open end is null."""
        value, low, high = (
            number if isfinite(number) else None for number in (self.value, self.low, self.high)
        )
        return {"value": value, "low": low, "high": high, "count": self.count}

    @classmethod
    def from_object(cls, data: Mapping[str, Any]) -> "Estimate":
        """Read what `to_object` returned."""
        stored = _StoredEstimate.from_object(data)
        low = -inf if stored.low is None else stored.low
        high = inf if stored.high is None else stored.high
        value = stored.value
        if value is None:
            value = low if high != inf else high
        return cls(value, low, high, stored.count)

    def text(self, digits: int = 2, percent: bool = False) -> str:
        """Return the number and its interval.

        >>> Estimate(0.625, 0.6, 0.65).text(0, percent=True)
        '62 % (60 to 65)'
        """
        scale = 100.0 if percent else 1.0
        unit = " %" if percent else ""

        def written(number: float) -> str:
            return f"{scale * number:,.{digits}f}"

        if isinf(self.value):
            bound = self.low if self.value > 0 else self.high
            limit = "more than" if self.value > 0 else "less than"
            return "unknown" if isinf(bound) else f"{limit} {written(bound)}{unit}"
        if isinf(self.low) and isinf(self.high):
            inside = "no interval"
        elif isinf(self.low):
            inside = f"less than {written(self.high)}"
        elif isinf(self.high):
            inside = f"more than {written(self.low)}"
        else:
            inside = f"{written(self.low)} to {written(self.high)}"
        return f"{written(self.value)}{unit} ({inside})"

    def __format__(self, spec: str) -> str:
        """Return `text` in a template: ".1f" has one digit, ".0%" is in percent without digits.

        >>> f"{Estimate(0.625, 0.6, 0.65):.0%}"
        '62 % (60 to 65)'
        """
        digits = spec.strip(".f%")
        return self.text(int(digits) if digits else 2, percent=spec.endswith("%"))


@dataclass(frozen=True, slots=True)
class _StoredEstimate(Record):
    value: float | None
    low: float | None
    high: float | None
    count: int


def mean(values: ArrayLike) -> Estimate:
    """Return the mean of independent numbers, with Student's interval.

    A few numbers that are all equal do not show how much other numbers would differ.

    >>> mean([1.0, 2.0, 3.0]).value
    2.0
    """
    numbers = np.asarray(values, np.float64)
    if len(numbers) == 0:
        raise InputError("there is no mean of nothing")
    middle = float(numbers.mean())
    spread = float(numbers.std(ddof=1)) if len(numbers) > 1 else 0.0
    if spread == 0.0 and len(numbers) < _FEW:
        return Estimate(middle, -inf, inf, len(numbers))
    from scipy.special import stdtrit  # slow to import, and rarely needed

    half = float(stdtrit(len(numbers) - 1, 0.975)) * spread / sqrt(len(numbers))
    return Estimate(middle, middle - half, middle + half, len(numbers))


def share(successes: float, count: int) -> Estimate:
    """Return the share of independent trials that succeeded, with Wilson's interval.

    >>> share(7, 20).text()
    '0.35 (0.18 to 0.57)'
    """
    if count < 1:
        raise InputError("there is no share of nothing")
    seen = successes / count
    z2 = NORMAL_95**2
    middle = (seen + z2 / (2 * count)) / (1 + z2 / count)
    half = NORMAL_95 / (1 + z2 / count) * sqrt(seen * (1 - seen) / count + z2 / (4 * count**2))
    return Estimate(seen, max(0.0, middle - half), min(1.0, middle + half), count)


def score(played: BulkGames) -> Estimate:
    """Return the points of A a game, from 0 to 1, by pairs of games."""
    strength = played.strength()
    if strength is None:
        raise InputError("there is no score without a whole pair of games")
    return Estimate(mean_score(strength.pairs), *score_interval(strength.pairs), len(played))


def elo(played: BulkGames) -> Estimate:
    """Return the Elo of A over B, by pairs; if one side won all games, it has an open end."""
    strength = played.strength()
    if strength is None:
        raise InputError("there is no Elo without a whole pair of games")
    return Estimate(strength.elo, strength.elo_low, strength.elo_high, len(played))


def widened(estimate: Estimate, tests: int) -> Estimate:
    """Return a mean with a wider interval, as one of several tests.

    This is Bonferroni's correction of Student's interval: in 95 of 100 cases all `tests` intervals
    contain the true value.

    >>> widened(Estimate(5.0, 4.0, 6.0, 100), 1)
    Estimate(value=5.0, low=4.0, high=6.0, count=100)
    >>> widened(Estimate(5.0, 4.0, 6.0, 100), 10).text()
    '5.00 (3.55 to 6.45)'
    """
    if estimate.count < 2:
        return Estimate(estimate.value, -inf, inf, estimate.count)
    from scipy.special import stdtrit

    degrees = estimate.count - 1
    wider = float(stdtrit(degrees, 1 - 0.025 / tests) / stdtrit(degrees, 0.975))
    return Estimate(
        estimate.value,
        estimate.value - wider * (estimate.value - estimate.low),
        estimate.value + wider * (estimate.high - estimate.value),
        estimate.count,
    )


def sure_side(estimate: Estimate, even: float = 0.0, tests: int | None = None) -> int:
    """Return 1 if a number is surely above another, -1 if surely below, and 0 otherwise.

    With `tests` the interval is widened first, as that of one of several tests.

    >>> [sure_side(Estimate(0.5, 0.2, 0.8), even) for even in (0.1, 0.3, 0.9)]
    [1, 0, -1]
    """
    tested = estimate if tests is None else widened(estimate, tests)
    return int(tested.low > even) - int(tested.high < even)


def is_less(one: Estimate, other: Estimate, tests: int) -> bool:
    """Return whether a mean is surely less than another, as one of several tests.

    Means over the same positions are treated as independent. They mostly rise and fall together, so
    this is on the safe side.
    """
    less, more = widened(one, tests), widened(other, tests)
    return more.value - less.value > hypot(less.high - less.value, more.value - more.low)


def chance_of_gap(one: Estimate, other: Estimate) -> float:
    """Return how often chance alone puts two equal numbers at least this far apart.

    >>> round(chance_of_gap(Estimate(1.96, 0.0, 3.92), Estimate(0.0, 0.0, 0.0)), 3)
    0.05
    """
    gap, error = abs(one.value - other.value), hypot(one.error, other.error)
    return erfc((gap / error if error else inf if gap else 0.0) / sqrt(2))


def times(probability: float) -> str:
    """Return a probability in words.

    >>> times(0.3), times(0.016), times(0.00001)
    ('30 times in 100', '16 times in 1,000', 'less than once in 1,000 times')
    """
    if probability < 0.001:
        return "less than once in 1,000 times"
    if probability < 0.095:
        return f"{1000 * probability:.0f} times in 1,000"
    return f"{100 * probability:.0f} times in 100"


def equal_strength_probability(wins: Sequence[int], games: int) -> float:
    """Return how often agents of equal strength have results at least as unequal as these.

    Each has played `games` games. This is Fisher's exact test: the probability of all
    distributions of the same wins that are not more likely than the result.

    >>> round(equal_strength_probability([9, 11], 20), 2)
    0.75
    """
    total = sum(wins)

    def ways(shared: Sequence[int]) -> int:
        return prod(comb(games, one) for one in shared)

    seen = ways(wins)
    all_ways = comb(games * len(wins), total)
    return (
        sum(ways(one) for one in _shares(total, len(wins), games) if ways(one) <= seen) / all_ways
    )


def chances_of_wins(chance: float, games: int) -> list[float]:
    """Return the probabilities of 0, 1, … wins if each game is won with this probability."""
    return [
        comb(games, wins) * chance**wins * (1 - chance) ** (games - wins)
        for wins in range(games + 1)
    ]


def chance_of_right_order(better: float, worse: float, games: int) -> float:
    """Return how often the better of two agents wins more of `games` games against others.

    `better` and `worse` are their probabilities of winning a game.

    >>> round(chance_of_right_order(0.5, 0.5, 20), 2)
    0.44
    """
    of_better, of_worse = chances_of_wins(better, games), chances_of_wins(worse, games)
    return sum(of_better[wins] * sum(of_worse[:wins]) for wins in range(games + 1))


def _shares(total: int, agents: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to distribute the wins."""
    if agents == 1:
        if total <= most:
            yield (total,)
        return
    for first in range(min(total, most) + 1):
        for rest in _shares(total - first, agents - 1, most):
            yield (first, *rest)


@dataclass(frozen=True, slots=True)
class Agreement(Record):
    """The agreement of two orders: 1 if they are the same, -1 if one is the reverse of the other.

    It is Kendall's rank correlation: the share of pairs of things that have the same order in both
    minus the share of pairs with opposite orders. `chance` is the probability that independent
    orders agree or disagree at least as much.
    """

    correlation: float
    chance: float
    count: int

    @property
    def is_sure(self) -> bool:
        """Whether chance explains it 1 time in 20 or less."""
        return self.chance <= 0.05

    def __str__(self) -> str:
        """Return it in words."""
        return (
            f"rank correlation (Kendall's) of {self.correlation:+.2f} over {self.count} "
            f"(chance makes as much {times(self.chance)})"
        )


def agreement(first: Sequence[float], second: Sequence[float]) -> Agreement:
    """Compare two orders of three things or more by Kendall's rank correlation.

    The chance is exact for small numbers of things, and nearly exact if some are equal.

    >>> agreement([1, 2, 3, 4, 5], [2, 4, 6, 8, 10]).correlation
    1.0
    """
    from scipy.stats import kendalltau

    if len(first) != len(second) or len(first) < 3:
        raise InputError(f"{len(first)} and {len(second)} numbers are not two orders")
    if len(set(first)) == 1 or len(set(second)) == 1:
        return Agreement(0.0, 1.0, len(first))
    found = kendalltau(first, second)
    return Agreement(round(float(found.statistic), 12), float(found.pvalue), len(first))
