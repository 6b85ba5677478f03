"""Normalised Elo: the distance of a score from 1/2 in standard deviations of a game.

Elo predicts the score, normalised Elo the number of games that show a difference, for any openings
and any share of draws. It is the distance of the score from 1/2, divided by the standard deviation
of a game, which is √2 times that of the mean of a pair, and multiplied by 800 / ln 10. With this
factor it agrees with Elo near 0 if there are no draws and the games of a pair are independent. This
is the definition of Fishtest, the test system of Stockfish. All numbers are for the first agent.
"""

from math import copysign, inf, log, sqrt

from obversi.arena.statistics.elo import (
    MOST_DEVIATIONS,
    PAIR_SCORES,
    Pentanomial,
    deviance,
    deviations_95,
    most_likely,
    root_between,
)

_SCALE = 800 / log(10) / sqrt(2)

# The distance of each kind of pair from an equal score, in points per game.
_DISTANCES = tuple(score - 0.5 for score in PAIR_SCORES)

_MOST_ROUNDS = 500
_EXACT = 1e-8
_LEAST_DISTANCE = 0.05


def normalised_elo(pairs: Pentanomial) -> float:
    """Return the normalised Elo from at least one pair.

    It is infinite if all pairs had the same points and these are not one.

    >>> round(normalised_elo((13, 37, 50, 25, 3)), 2)
    -63.97
    """
    return _from_ratio(_ratio(pairs))


def normalised_interval(pairs: Pentanomial) -> tuple[float, float]:
    """Return the 95 % interval of the normalised Elo.

    It is found as in `score_interval`; the score and the standard deviation may both differ from
    the observed ones.
    """
    return -_highest(pairs[::-1]), _highest(pairs)


def _highest(pairs: Pentanomial) -> float:
    observed = _ratio(pairs)
    if observed == 1:
        return inf
    allowed = deviations_95(sum(pairs))

    def beyond(ratio: float) -> float:
        deviations = 0.0 if ratio == observed else _deviations(pairs, ratio)
        return deviations - allowed

    return _from_ratio(root_between(beyond, observed, 1.0))


def _ratio(pairs: Pentanomial) -> float:
    """Return the mean distance from 1/2 divided by the root mean square, from -1 to 1.

    It is equivalent to the distance in standard deviations, but never infinite.
    """
    mean = sum(count * own for count, own in zip(pairs, _DISTANCES, strict=True))
    square = sum(count * own * own for count, own in zip(pairs, _DISTANCES, strict=True))
    ratio = mean / sqrt(square * sum(pairs)) if square else 0.0
    return max(-1.0, min(1.0, ratio))


def _from_ratio(ratio: float) -> float:
    if abs(ratio) == 1:
        return copysign(inf, ratio)
    return _SCALE * ratio / sqrt(1 - ratio * ratio)


def _deviations(pairs: Pentanomial, ratio: float) -> float:
    """Return the root of the deviance of a true ratio.

    The ratio contains a root, so it is not a mean. But a root r is r / 2 + r² / 2r, and with a
    fixed distance in place of r, but not of r², everything is a mean. The distance of the most
    likely frequencies is inserted again until it converges.
    """
    if ratio == 1:
        return MOST_DEVIATIONS
    square = sum(count * own * own for count, own in zip(pairs, _DISTANCES, strict=True))
    distance = max(sqrt(square / sum(pairs)), _LEAST_DISTANCE)
    frequencies: list[float] = []
    for _ in range(_MOST_ROUNDS):
        offsets = [own - ratio * (distance + own * own / distance) / 2 for own in _DISTANCES]
        if min(offsets) >= 0 or max(offsets) <= 0:
            return MOST_DEVIATIONS
        frequencies = most_likely(pairs, offsets)
        squares = zip(frequencies, _DISTANCES, strict=True)
        following = sqrt(sum(frequency * own * own for frequency, own in squares))
        if abs(following - distance) < _EXACT:
            break
        distance = following
    return min(sqrt(deviance(pairs, frequencies)), MOST_DEVIATIONS)
