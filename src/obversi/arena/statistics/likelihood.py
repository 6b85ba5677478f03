"""How likely counts are under frequencies that are only partly known (Owen, 2001).

What is known is that the mean of something is 0; of all frequencies of which that is true, the most
likely ones are taken.
"""

from collections.abc import Callable, Sequence
from math import log
from typing import Final

__all__ = ["deviance", "most_likely", "root_between"]

# Far more exact than anything that is told of the roots.
_EXACT: Final = 1e-12


def most_likely(counts: Sequence[int], offsets: Sequence[float]) -> list[float]:
    """Return the frequencies that make the counts likeliest while the mean of the offsets is 0.

    There must be an offset above 0 and one below. The frequencies are those seen, each divided by
    1 + tilt · offset, with the tilt at which the sum of the logarithms of these is largest. None of
    them may be negative, not even of what was never seen; that limits the tilt, and at the limit
    something never seen has the frequency that the others leave.
    """
    total = sum(counts)
    seen = [(count, own) for count, own in zip(counts, offsets, strict=True) if count]

    def slope(tilt: float) -> float:
        return sum(count * own / (1 + tilt * own) for count, own in seen)

    # No frequency is above 1 either, so that 1 + tilt · offset is at least what was seen of it.
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
    """Return twice the logarithm of how much likelier the counts are under those seen."""
    total = sum(counts)
    both = zip(counts, frequencies, strict=True)
    ratios = [count * log(count / total / frequency) for count, frequency in both if count]
    return 2 * max(sum(ratios), 0.0)


def root_between(function: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function that changes its sign between two numbers is 0."""
    from scipy.optimize import brentq

    return float(brentq(function, low, high, xtol=_EXACT, rtol=_EXACT))
