"""The growth of a search with its depth: the factor per ply, and two curves through its nodes."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, hypot, log, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from obversi.arena.statistics.elo import NORMAL_95
from obversi.lab.estimate import Estimate, mean

# By R2's count a search of one ply has only its first node, so it does not show any growth.
_FIRST_DEPTH = 2


@dataclass(frozen=True, slots=True)
class RootFit:
    """R2's curve, nodes = h·√b^depth + c."""

    h: float
    c: float

    def nodes(self, powers: ArrayLike) -> NDArray[np.float64]:
        """Return the expected nodes, given the powers of √b."""
        return self.h * np.asarray(powers, np.float64) + self.c


def root_fit(powers: ArrayLike, nodes: ArrayLike) -> RootFit:
    """Fit R2's curve by least squares, given the powers of √b.

    >>> root_fit([1, 2, 3], [12.0, 22.0, 32.0])
    RootFit(h=10.0, c=2.0)
    """
    seen = np.asarray(nodes, np.float64)
    across = np.asarray(powers, np.float64)
    apart = across - across.mean()
    h = float((apart * seen).sum() / (apart**2).sum())
    return RootFit(h, float(seen.mean() - h * across.mean()))


def growth(nodes: Sequence[Sequence[float]]) -> Estimate:
    """Return the factor by which a ply multiplies the nodes, given for depths from 1 on.

    Each depth has the nodes of the same positions, which are independent. The result is the mean
    over the positions of the slope of the logarithm over all depths from 2 on.
    """
    logs = np.log(np.asarray(nodes, np.float64))[_FIRST_DEPTH - 1 :]
    depths = np.arange(len(logs)) - (len(logs) - 1) / 2
    slopes = mean(depths @ logs / (depths**2).sum())
    return Estimate(exp(slopes.value), exp(slopes.low), exp(slopes.high), slopes.count)


def power_fit(nodes: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return a and b of the curve nodes = a·b^depth through the geometric means of all depths."""
    factor = growth(nodes).value
    middle = np.log(np.asarray(nodes, np.float64))[_FIRST_DEPTH - 1 :].mean()
    depth = (_FIRST_DEPTH + len(nodes)) / 2
    return exp(float(middle) - depth * log(factor)), factor


def mean_of_means(groups: Sequence[Sequence[float]]) -> Estimate:
    """Return the mean of the means of several groups of numbers, with equal weights.

    Each group has at least two numbers. Even if these are few, many groups together show the spread
    well.

    >>> mean_of_means([[1.0, 3.0], [4.0, 4.0]]).value
    3.0
    """
    means = [float(np.mean(group)) for group in groups]
    errors = [float(np.std(group, ddof=1)) / sqrt(len(group)) for group in groups]
    value = sum(means) / len(means)
    half = NORMAL_95 * hypot(*errors) / len(means)
    return Estimate(value, value - half, value + half, sum(len(group) for group in groups))


def quotient_of_means(
    aboves: Sequence[Sequence[float]], belows: Sequence[Sequence[float]]
) -> Estimate:
    """Return the quotient of two positive means of means over the same positions.

    >>> quotient_of_means([[2.0, 4.0], [6.0, 6.0]], [[1.0, 2.0], [3.0, 3.0]]).text()
    '2.00 (2.00 to 2.00)'
    """
    above, below = mean_of_means(aboves), mean_of_means(belows)
    value = above.value / below.value
    # How much each position moves the logarithm of the quotient.
    moved = [
        (np.asarray(one, np.float64) - value * np.asarray(other, np.float64)) / above.value
        for one, other in zip(aboves, belows, strict=True)
    ]
    half = mean_of_means([one.tolist() for one in moved]).high
    return Estimate(value, value * exp(-half), value * exp(half), above.count)


def branching(nodes: float, depth: int) -> float:
    """Return the breadth of the uniform tree with this number of nodes to a depth, with its root.

    >>> round(branching(1 + 10 + 100 + 1000, depth=3), 6)
    10.0
    """
    low, high = 0.0, max(1.0, nodes)
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        if sum(middle**ply for ply in range(depth + 1)) < nodes:
            low = middle
        else:
            high = middle
    return high


def paired_quotient(above: Sequence[float], below: Sequence[float]) -> Estimate:
    """Return the quotient of the means of two positive numbers of the same positions.

    >>> paired_quotient([2.0, 4.0, 7.0], [1.0, 2.0, 3.0]).text()
    '2.17 (1.68 to 2.79)'
    """
    one, other = np.asarray(above, np.float64), np.asarray(below, np.float64)
    value = float(one.mean() / other.mean())
    # How much each position moves the logarithm of the quotient.
    half = mean((one - value * other) / one.mean()).high
    return Estimate(value, value * exp(-half), value * exp(half), len(one))
