"""How a search grows with its depth: by which factor a ply, and two curves through its nodes."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, hypot, log, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from obversi.arena.statistics.elo import NORMAL_95
from obversi.lab.estimate import Estimate, mean

__all__ = [
    "RootFit",
    "branching",
    "growth",
    "mean_of_means",
    "paired_quotient",
    "power_fit",
    "quotient_of_means",
    "root_fit",
]

# A search of one ply is its first node alone, as R2 counts: it says nothing of growth.
_FIRST_DEPTH = 2


@dataclass(frozen=True, slots=True)
class RootFit:
    """R2's curve, nodes = h·√b^depth + c, and which share of the variance it explains."""

    h: float
    c: float
    explained: float

    def nodes(self, powers: ArrayLike) -> NDArray[np.float64]:
        """Return what it expects, given the powers of √b."""
        return self.h * np.asarray(powers, np.float64) + self.c


def root_fit(powers: ArrayLike, nodes: ArrayLike) -> RootFit:
    """Fit R2's curve by least squares, given the powers of √b.

    >>> root_fit([1, 2, 3], [12.0, 22.0, 32.0])
    RootFit(h=10.0, c=2.0, explained=1.0)
    """
    seen = np.asarray(nodes, np.float64)
    across = np.asarray(powers, np.float64)
    apart = across - across.mean()
    h = float((apart * seen).sum() / (apart**2).sum())
    fit = RootFit(h, float(seen.mean() - h * across.mean()), 0.0)
    rest = float(((seen - fit.nodes(across)) ** 2).sum())
    return RootFit(fit.h, fit.c, 1 - rest / float(((seen - seen.mean()) ** 2).sum()))


def growth(nodes: Sequence[Sequence[float]]) -> Estimate:
    """Return by which factor a ply multiplies the nodes, given them for depths from 1 on.

    Each depth has the nodes of the same positions, which do not depend on each other: for each the
    slope of the logarithm over all depths from 2 on is taken, and the mean of these.
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
    """Return the mean of the means of several groups of numbers, each weighing as much.

    Each group has two numbers at least. However few these are, their spreads are known well
    together, if there are many groups.

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
    """Return the quotient of two means of means, both of the same positions and above zero.

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
    """Return the breadth of the even tree with this number of nodes to a depth, its root included.

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
    """Return the quotient of the means of two numbers of the same positions, all above zero.

    >>> paired_quotient([2.0, 4.0, 7.0], [1.0, 2.0, 3.0]).text()
    '2.17 (1.68 to 2.79)'
    """
    one, other = np.asarray(above, np.float64), np.asarray(below, np.float64)
    value = float(one.mean() / other.mean())
    # How much each position moves the logarithm of the quotient.
    half = mean((one - value * other) / one.mean()).high
    return Estimate(value, value * exp(-half), value * exp(half), len(one))
