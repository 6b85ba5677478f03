"""Whole numbers that callers give."""

from operator import index

from obversi.errors import ObversiError

__all__ = ["whole_number"]


def whole_number(value: int, what: str, least: int, most: int | None = None) -> int:
    """Return a number that must be whole and not below `least`; `what` names it in the error.

    A number beyond `most` counts as that, where more would be the same.
    """
    try:
        number = index(value)
    except TypeError:
        raise ObversiError(f"{what} cannot be {value!r}: expected a whole number") from None
    if number < least:
        raise ObversiError(f"{what} cannot be {number}: expected {least} or more")
    return number if most is None else min(number, most)
