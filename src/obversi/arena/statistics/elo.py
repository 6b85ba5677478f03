"""How strong one agent is against another, and how far that can be trusted.

The two games of a pair share an opening, and an opening that is good for black helps one agent in
the first game and the other in the second. So single games are not independent, but pairs are: all
errors here come from how the scores of the pairs scatter. Every number is seen by the first agent.
"""

from collections.abc import Iterable
from math import copysign, inf, log10, sqrt
from typing import Final

from obversi.arena.statistics.likelihood import deviance, most_likely, root_between

__all__ = [
    "NORMAL_95",
    "PAIR_POINTS",
    "PAIR_SCORES",
    "Pentanomial",
    "deviations_95",
    "elo_from_score",
    "log_likelihood_ratio",
    "mean_score",
    "pentanomial",
    "score_from_elo",
    "score_interval",
    "superiority",
]

PAIR_POINTS: Final = (0.0, 0.5, 1.0, 1.5, 2.0)

# The same as points a game.
PAIR_SCORES: Final = tuple(points / 2 for points in PAIR_POINTS)

# How many pairs brought each of these points.
Pentanomial = tuple[int, int, int, int, int]

# A normal variable stays within so many standard deviations of its mean 95 times out of 100.
NORMAL_95: Final = 1.959963984540054

# With few pairs likelihoods differ more by chance than with many, by this share over their number
# (Bartlett's correction). Its size was chosen on simulated matches of 2 to 50 pairs: with it the
# worst of 80 kinds of them held the truth in 94 of 100, without it in 90.
_MORE_BY_CHANCE: Final = 2.5

# No interval ends so many deviations from what was seen: what is further away is only compared.
_FAR: Final = 1000.0


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
    return sum(count * score for count, score in zip(pairs, PAIR_SCORES, strict=True)) / sum(pairs)


def elo_from_score(score: float) -> float:
    """Return the Elo difference at which a score is expected; infinite for all or nothing.

    >>> round(elo_from_score(10 / 11))
    400
    """
    if score <= 0 or score >= 1:
        return copysign(inf, score - 0.5)
    return 400 * log10(score / (1 - score))


def score_from_elo(elo: float) -> float:
    """Return the points a game, from 0 to 1, that are expected of who is so much stronger.

    >>> score_from_elo(0), round(score_from_elo(400), 3)
    (0.5, 0.909)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def score_interval(pairs: Pentanomial) -> tuple[float, float]:
    """Return the lowest and the highest true score that the pairs do not refute, at 95 %.

    A score is refuted if the most likely way to it makes the pairs that were seen so much less
    likely than they could be that chance does so in one case of twenty (the likelihood ratio test).
    With many pairs this is 1.96 standard errors to either side of the mean. Unlike those it is of
    use with few pairs and near all or nothing: ten pairs won without a loss are no proof of 100 %.
    """
    mean, allowed = mean_score(pairs), deviations_95(sum(pairs))

    def beyond(score: float) -> float:
        return min(sqrt(_deviance(pairs, score)), _FAR) - allowed

    low = 0.0 if mean == 0 else root_between(beyond, 0.0, mean)
    high = 1.0 if mean == 1 else root_between(beyond, mean, 1.0)
    return low, high


def deviations_95(pairs: int) -> float:
    """Return how many standard deviations 95 of 100 such matches stay within.

    >>> round(deviations_95(10), 2), round(deviations_95(10_000), 2)
    (2.19, 1.96)
    """
    return NORMAL_95 * sqrt(1 + _MORE_BY_CHANCE / pairs)


def superiority(pairs: Pentanomial) -> float:
    """Return the likelihood that the first agent is the stronger one, from 0 to 1."""
    from scipy.special import ndtr

    deviations = sqrt(_deviance(pairs, 0.5)) * NORMAL_95 / deviations_95(sum(pairs))
    return float(ndtr(copysign(deviations, mean_score(pairs) - 0.5)))


def log_likelihood_ratio(pairs: Pentanomial, score: float, other_score: float) -> float:
    """Return the logarithm of how much likelier the other true score makes these pairs.

    The scores say nothing of how the pairs scatter, so each is granted the frequencies of the five
    kinds of pairs that suit it best. Without pairs nothing is likelier, which is 0.
    """
    if not any(pairs):
        return 0.0
    return (_deviance(pairs, score) - _deviance(pairs, other_score)) / 2


def _deviance(pairs: Pentanomial, score: float) -> float:
    """Return how much less likely the pairs are if this is the true score.

    It is twice the logarithm of the ratio of two likelihoods: of the frequencies that were seen,
    and of the most likely ones among those with this mean.
    """
    if score <= 0 or score >= 1:
        seen = {own for count, own in zip(pairs, PAIR_SCORES, strict=True) if count}
        return 0.0 if seen <= {score} else inf
    return deviance(pairs, most_likely(pairs, [own - score for own in PAIR_SCORES]))
