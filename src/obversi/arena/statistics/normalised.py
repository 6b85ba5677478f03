"""Normalised Elo: how far a score is from level, in terms of how much games scatter.

Elo says what score to expect, this how many games it takes to see that it is not level, whatever
the openings and the share of draws are. It is the distance of the score from 1/2 divided by the
standard deviation of a game, which is √2 times that of the mean of a pair, and multiplied by
800 / ln 10, with which it agrees with Elo near 0 if no game is drawn and pairs do not matter. This
is how Fishtest, where Stockfish is tested, defines it. Every number is seen by the first agent.
"""

from math import copysign, inf, log, sqrt
from typing import Final

from obversi.arena.statistics.elo import PAIR_SCORES, Pentanomial, deviations_95
from obversi.arena.statistics.likelihood import deviance, most_likely, root_between

__all__ = ["normalised_elo", "normalised_interval"]

_SCALE: Final = 800 / log(10) / sqrt(2)

# The distance of each kind of pair from level, in points a game.
_DISTANCES: Final = tuple(score - 0.5 for score in PAIR_SCORES)

# Any larger deviation refutes as well.
_FAR: Final = 1000.0

_MOST_ROUNDS: Final = 500
_EXACT: Final = 1e-8
_LEAST_DISTANCE: Final = 0.05


def normalised_elo(pairs: Pentanomial) -> float:
    """Return the normalised Elo of who played these pairs, of which there must be one.

    It is infinite if all pairs brought the same points and these are not half of them.

    >>> round(normalised_elo((13, 37, 50, 25, 3)), 2)
    -63.97
    """
    return _from_ratio(_ratio(pairs))


def normalised_interval(pairs: Pentanomial) -> tuple[float, float]:
    """Return the lowest and the highest normalised Elo that the pairs do not refute, at 95 %.

    They are found like those of `score_interval`: both the score and the scatter may differ from
    what was seen.
    """
    none, half, one, more, two = pairs
    return -_highest((two, more, one, half, none)), _highest(pairs)


def _highest(pairs: Pentanomial) -> float:
    seen = _ratio(pairs)
    if seen == 1:
        return inf
    allowed = deviations_95(sum(pairs))

    def beyond(ratio: float) -> float:
        deviations = 0.0 if ratio == seen else _deviations(pairs, ratio)
        return deviations - allowed

    return _from_ratio(root_between(beyond, seen, 1.0))


def _ratio(pairs: Pentanomial) -> float:
    """Return the mean distance from level over the root of the mean square, from -1 to 1.

    It says the same as the distance in standard deviations, but never is infinite.
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
    """Return the root of how much less likely the pairs are if this is the true ratio.

    The ratio has a root in it, so it is no mean. But a root r is r / 2 + r² / 2r, and with some
    distance in place of r, but not of r², everything is a mean. The distance that comes out of
    the most likely frequencies is put in again, until it stays.
    """
    if ratio == 1:
        return _FAR
    square = sum(count * own * own for count, own in zip(pairs, _DISTANCES, strict=True))
    distance = max(sqrt(square / sum(pairs)), _LEAST_DISTANCE)
    frequencies: list[float] = []
    for _ in range(_MOST_ROUNDS):
        offsets = [own - ratio * (distance + own * own / distance) / 2 for own in _DISTANCES]
        if min(offsets) >= 0 or max(offsets) <= 0:
            return _FAR
        frequencies = most_likely(pairs, offsets)
        squares = zip(frequencies, _DISTANCES, strict=True)
        following = sqrt(sum(frequency * own * own for frequency, own in squares))
        if abs(following - distance) < _EXACT:
            break
        distance = following
    return min(sqrt(deviance(pairs, frequencies)), _FAR)
