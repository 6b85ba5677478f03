"""How often chance alone makes a difference, and that in words."""

from math import erfc, hypot, inf, sqrt

from obversi.lab.estimate import Estimate

__all__ = ["chance_of_gap", "times"]


def chance_of_gap(one: Estimate, other: Estimate) -> float:
    """Return how often chance puts two numbers that are the same in truth so far apart, or farther.

    >>> round(chance_of_gap(Estimate(1.96, 0.0, 3.92), Estimate(0.0, 0.0, 0.0)), 3)
    0.05
    """
    gap, error = abs(one.value - other.value), hypot(one.error, other.error)
    return erfc((gap / error if error else inf if gap else 0.0) / sqrt(2))


def times(probability: float) -> str:
    """Tell a probability in words.

    >>> times(0.3), times(0.016), times(0.00001)
    ('30 times in 100', '16 times in 1,000', 'less than once in 1,000 times')
    """
    if probability < 0.001:
        return "less than once in 1,000 times"
    if probability < 0.095:
        return f"{1000 * probability:.0f} times in 1,000"
    return f"{100 * probability:.0f} times in 100"
