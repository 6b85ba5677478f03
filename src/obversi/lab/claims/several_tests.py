"""Several tests of one claim: the more there are, the surer each has to be."""

from math import hypot

from obversi.lab.estimate import Estimate

__all__ = ["is_less", "widened"]


def widened(estimate: Estimate, tests: int) -> Estimate:
    """Return a mean with a wider interval: so many of these all hold the truth in 95 of 100 cases.

    It is Bonferroni's correction of Student's interval.

    >>> widened(Estimate(5.0, 4.0, 6.0, 100), 1)
    Estimate(value=5.0, low=4.0, high=6.0, count=100)
    >>> widened(Estimate(5.0, 4.0, 6.0, 100), 10).text()
    '5.00 (3.55 to 6.45)'
    """
    if estimate.count < 2:
        return Estimate(estimate.value, float("-inf"), float("inf"), estimate.count)
    from scipy.special import stdtrit

    degrees = estimate.count - 1
    wider = float(stdtrit(degrees, 1 - 0.025 / tests) / stdtrit(degrees, 0.975))
    return Estimate(
        estimate.value,
        estimate.value - wider * (estimate.value - estimate.low),
        estimate.value + wider * (estimate.high - estimate.value),
        estimate.count,
    )


def is_less(one: Estimate, other: Estimate, tests: int) -> bool:
    """Say whether a mean is surely less than another, as one of so many such tests.

    Means over the same positions count as independent: as those mostly rise and fall together, that
    errs on the careful side.
    """
    less, more = widened(one, tests), widened(other, tests)
    return more.value - less.value > hypot(less.high - less.value, more.value - more.low)
