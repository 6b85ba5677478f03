"""How strong one agent is against another, and how far that can be trusted.

The two games of a pair share an opening, and an opening that is good for black helps one agent in
the first game and the other in the second. So single games are not independent, but pairs are: all
errors here come from how the scores of the pairs scatter. Every number is seen by the first agent.
"""

from collections.abc import Callable, Iterable
from math import copysign, erf, inf, log, log10, sqrt
from typing import Final

__all__ = [
    "NORMAL_95",
    "PAIR_POINTS",
    "Pentanomial",
    "elo_from_score",
    "mean_score",
    "pentanomial",
    "score_interval",
    "superiority",
]

PAIR_POINTS: Final = (0.0, 0.5, 1.0, 1.5, 2.0)

# How many pairs brought each of these points.
Pentanomial = tuple[int, int, int, int, int]

# A normal variable stays within so many standard deviations of its mean 95 times out of 100.
NORMAL_95: Final = 1.959963984540054

# Halving an interval so often leaves a millionth of a millionth of it.
_HALVINGS: Final = 40


def pentanomial(points: Iterable[float]) -> Pentanomial:
    """Count the pairs by their points.

    >>> pentanomial([2, 1, 1, 0.5])
    (0, 1, 2, 0, 1)
    """
    scores = list(points)
    none, half, one, more, two = (scores.count(possible) for possible in PAIR_POINTS)
    return none, half, one, more, two


def mean_score(pairs: Pentanomial) -> float:
    """Return the points a game, from 0 to 1; there must be a pair."""
    return sum(count * score for count, score in _scored(pairs)) / sum(pairs)


def elo_from_score(score: float) -> float:
    """Return the Elo difference at which a score is expected; infinite for all or nothing.

    >>> round(elo_from_score(10 / 11))
    400
    """
    if score <= 0 or score >= 1:
        return copysign(inf, score - 0.5)
    return 400 * log10(score / (1 - score))


def score_interval(pairs: Pentanomial) -> tuple[float, float]:
    """Return the lowest and the highest true score that the pairs do not refute, at 95 %.

    A score is refuted if the most likely way to it makes the pairs that were seen so much less
    likely than they could be that chance does so in one case of twenty (the likelihood ratio test).
    With many pairs this is 1.96 standard errors to either side of the mean. Unlike those it is of
    use with few pairs and near all or nothing: ten pairs won without a loss are no proof of 100 %.
    """
    mean = mean_score(pairs)
    refuted = NORMAL_95**2
    low = _boundary(lambda score: _deviance(pairs, score) > refuted, 0.0, mean)
    high = _boundary(lambda score: _deviance(pairs, score) > refuted, 1.0, mean)
    return low, high


def superiority(pairs: Pentanomial) -> float:
    """Return the likelihood that the first agent is the stronger one, from 0 to 1."""
    deviations = sqrt(_deviance(pairs, 0.5))
    return (1 + erf(copysign(deviations, mean_score(pairs) - 0.5) / sqrt(2))) / 2


def _scored(pairs: Pentanomial) -> list[tuple[int, float]]:
    """Return the number of pairs with each score that occurs, as points a game."""
    return [(count, points / 2) for count, points in zip(pairs, PAIR_POINTS, strict=True) if count]


def _deviance(pairs: Pentanomial, score: float) -> float:
    """Return how much less likely the pairs are if this is the true score.

    It is twice the logarithm of the ratio of two likelihoods: of the frequencies that were seen,
    and of the most likely ones among those with this mean. The latter are the former divided by
    1 + tilt · (pair score - mean), with the tilt at which the sum of the logarithms is largest;
    beyond the limits of the tilt frequencies would be negative (Owen, Empirical Likelihood, 2001).
    """
    seen = _scored(pairs)
    if score <= 0 or score >= 1:
        return 0.0 if all(own == score for _, own in seen) else inf

    def grows(tilt: float) -> bool:
        return sum(count * (own - score) / (1 + tilt * (own - score)) for count, own in seen) > 0

    tilt = _boundary(grows, -1 / (1 - score), 1 / score)
    return 2 * max(sum(count * log(1 + tilt * (own - score)) for count, own in seen), 0.0)


def _boundary(holds: Callable[[float], bool], inside: float, outside: float) -> float:
    """Return where something that holds at one end and not at the other ceases to hold."""
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        if holds(middle):
            inside = middle
        else:
            outside = middle
    return (inside + outside) / 2
