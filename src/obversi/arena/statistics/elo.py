"""Elo differences of two agents, with intervals.

The two games of a pair share an opening, and an opening that is good for black helps one agent in
the first game and the other in the second. So games are not independent, but pairs are: all errors
here are based on the variance of the scores of pairs. All numbers are for the first agent.
"""

from collections.abc import Callable, Iterable, Sequence
from math import copysign, erfc, inf, log, log10, sqrt

from obversi.errors import InputError

# Far more precise than any number that is shown.
_EXACT = 1e-12


def most_likely(counts: Sequence[int], offsets: Sequence[float]) -> list[float]:
    """Return the most likely frequencies for which the mean of the offsets is 0 (Owen, 2001).

    There must be an offset above 0 and one below. The frequencies are the observed ones, each
    divided by 1 + tilt · offset, with the tilt that maximises the sum of the logarithms of these.
    No frequency may be negative, also not of a kind that was not observed; that limits the tilt,
    and at the limit such a kind gets the remaining frequency.
    """
    total = sum(counts)
    seen = [(count, own) for count, own in zip(counts, offsets, strict=True) if count]

    def slope(tilt: float) -> float:
        return sum(count * own / (1 + tilt * own) for count, own in seen)

    # No frequency is above 1 either, so 1 + tilt · offset is at least the observed frequency.
    highest, lowest = (pick(range(len(offsets)), key=offsets.__getitem__) for pick in (max, min))
    least = (counts[highest] / total - 1) / offsets[highest]
    most = (counts[lowest] / total - 1) / offsets[lowest]
    left_for = None
    if slope(least) <= 0:
        tilt, left_for = least, highest
    elif slope(most) >= 0:
        tilt, left_for = most, lowest
    else:
        tilt = root_between(slope, least, most)
    frequencies = [
        count / total / (1 + tilt * own) if count else 0.0
        for count, own in zip(counts, offsets, strict=True)
    ]
    if left_for is not None:
        frequencies[left_for] += 1 - sum(frequencies)
    return frequencies


def deviance(counts: Sequence[int], frequencies: Sequence[float]) -> float:
    """Return twice the logarithm of the likelihood ratio of the observed frequencies to these."""
    total = sum(counts)
    both = zip(counts, frequencies, strict=True)
    ratios = [count * log(count / total / frequency) for count, frequency in both if count]
    return 2 * max(sum(ratios), 0.0)


def root_between(function: Callable[[float], float], low: float, high: float) -> float:
    """Return the root of a function that changes its sign between two numbers (Ridders, 1979)."""
    at_low, at_high = function(low), function(high)
    for end, value in ((low, at_low), (high, at_high)):
        if value == 0:
            return end
    towards_high = 1 if at_low > at_high else -1
    before = inf
    while high - low > _EXACT:  # at least halved each time
        middle = (low + high) / 2
        at_middle = function(middle)
        scale = sqrt(at_middle * at_middle - at_low * at_high)
        if scale == 0:
            return middle
        point = middle + towards_high * (middle - low) * at_middle / scale
        if abs(point - before) <= _EXACT:
            return point
        before = point
        for number, value in sorted([(middle, at_middle), (point, function(point))]):
            if (value < 0) == (at_low < 0):
                low, at_low = number, value
            else:
                high, at_high = number, value
                break
    return (low + high) / 2


PAIR_POINTS = (0.0, 0.5, 1.0, 1.5, 2.0)

# The same as points per game.
PAIR_SCORES = tuple(points / 2 for points in PAIR_POINTS)

# The number of pairs with each of these points.
Pentanomial = tuple[int, ...]

# The 95 % interval of a normal distribution, in standard deviations.
NORMAL_95 = 1.959963984540054

# Bartlett's correction: with n pairs likelihood ratios vary more, by this number divided by n. It
# was chosen by simulation of matches of 2 to 50 pairs: with it the coverage of the intervals was at
# least 94 % for all of 80 kinds of matches, without it 90 %.
_BARTLETT = 2.5

# Larger deviations need not be distinguished.
MOST_DEVIATIONS = 1000.0


def pentanomial(points: Iterable[float]) -> Pentanomial:
    """Count the pairs by their points.

    >>> pentanomial([2, 1, 1, 0.5])
    (0, 1, 2, 0, 1)
    """
    scores = list(points)
    return tuple(scores.count(possible) for possible in PAIR_POINTS)


def mean_score(pairs: Pentanomial) -> float:
    """Return the points per game, from 0 to 1, of at least one pair."""
    if not any(pairs):
        raise InputError("there is no score without games: expected one pair or more")
    return sum(count * score for count, score in zip(pairs, PAIR_SCORES, strict=True)) / sum(pairs)


def elo_from_score(score: float) -> float:
    """Return the Elo difference of an expected score; infinite for 0 and 1.

    >>> round(elo_from_score(10 / 11))
    400
    """
    if score <= 0 or score >= 1:
        return copysign(inf, score - 0.5)
    return 400 * log10(score / (1 - score))


def score_from_elo(elo: float) -> float:
    """Return the expected points per game, from 0 to 1, for an Elo difference.

    >>> score_from_elo(0), round(score_from_elo(400), 3)
    (0.5, 0.909)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def score_interval(pairs: Pentanomial) -> tuple[float, float]:
    """Return the 95 % interval of the true score.

    This is the likelihood ratio test: a score is rejected if the observed pairs are much less
    likely under the best frequencies with that score than under the best of all. With many pairs
    it is 1.96 standard errors to either side of the mean. Unlike those it works with few pairs and
    near 0 and 1: ten pairs won without a loss do not prove 100 %.
    """
    mean, allowed = mean_score(pairs), deviations_95(sum(pairs))

    def beyond(score: float) -> float:
        return min(sqrt(_deviance(pairs, score)), MOST_DEVIATIONS) - allowed

    low = 0.0 if mean == 0 else root_between(beyond, 0.0, mean)
    high = 1.0 if mean == 1 else root_between(beyond, mean, 1.0)
    return low, high


def deviations_95(pairs: int) -> float:
    """Return the 95 % interval for this number of pairs, in standard deviations.

    >>> round(deviations_95(10), 2), round(deviations_95(10_000), 2)
    (2.19, 1.96)
    """
    return NORMAL_95 * sqrt(1 + _BARTLETT / pairs)


def superiority(pairs: Pentanomial) -> float:
    """Return the likelihood that the first agent is stronger, from 0 to 1."""
    lead = mean_score(pairs) - 0.5
    deviations = sqrt(_deviance(pairs, 0.5)) * NORMAL_95 / deviations_95(sum(pairs))
    return erfc(-copysign(deviations, lead) / sqrt(2)) / 2


def log_likelihood_ratio(pairs: Pentanomial, score: float, other_score: float) -> float:
    """Return the logarithm of the likelihood ratio of the other true score to this one.

    For each score the most likely frequencies of the five kinds of pairs are used. Without pairs
    the result is 0.
    """
    if not any(pairs):
        return 0.0
    return (_deviance(pairs, score) - _deviance(pairs, other_score)) / 2


def _deviance(pairs: Pentanomial, score: float) -> float:
    """Return the deviance of a true score.

    It is twice the logarithm of the likelihood ratio of the observed frequencies to the most likely
    ones with this mean.
    """
    if score <= 0 or score >= 1:
        seen = {own for count, own in zip(pairs, PAIR_SCORES, strict=True) if count}
        return 0.0 if seen <= {score} else inf
    return deviance(pairs, most_likely(pairs, [own - score for own in PAIR_SCORES]))
