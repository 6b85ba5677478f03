"""Values that were kept in a file, which anybody may have changed; what they are not is said."""

from typing import Any

from obversi.heuristics.quarter import is_number
from obversi.lab.estimate import Estimate
from obversi.lab.tuning.space import Vector

__all__ = ["kept_estimate", "kept_number", "kept_vector", "kept_whole_number"]


def kept_number(told: Any) -> float:
    """Return a number.

    >>> kept_number("0.5")
    Traceback (most recent call last):
    ...
    ValueError: '0.5' is no number
    """
    if not is_number(told):
        raise ValueError(f"{told!r} is no number")
    return float(told)


def kept_whole_number(told: Any) -> int:
    """Return a whole number that is not negative."""
    if not isinstance(told, int) or isinstance(told, bool) or told < 0:
        raise ValueError(f"{told!r} is no whole number")
    return told


def kept_vector(told: Any) -> Vector:
    """Return the numbers of a candidate."""
    if not isinstance(told, list):
        raise ValueError(f"{told!r} is no list of numbers")
    return tuple(map(kept_number, told))


def kept_estimate(told: Any) -> Estimate:
    """Return an estimate, whose ends may be open."""
    if not isinstance(told, dict):
        raise ValueError(f"{told!r} is no estimate")
    for name in ("value", "low", "high"):
        if told[name] is not None:
            kept_number(told[name])
    kept_whole_number(told["count"])
    return Estimate.from_object(told)
