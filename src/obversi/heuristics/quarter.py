"""What the squares of a board are worth, told by one quarter of it."""

from collections.abc import Sequence
from math import isfinite
from numbers import Real
from typing import Final

from obversi.errors import ObversiError

__all__ = ["Quarter", "checked_quarter", "is_number", "square_weights"]

# Rows 1 to 4 of columns a to d; the corner comes first.
Quarter = tuple[tuple[float, ...], ...]

_SIDE: Final = 4


def checked_quarter(rows: Sequence[Sequence[float]]) -> Quarter:
    """Return the weights of a quarter if they are four rows of four numbers."""
    if not _is_list(rows) or len(rows) != _SIDE:
        raise ObversiError(f"{rows!r} is no quarter of a board: expected four rows of four numbers")
    for number, row in enumerate(rows, start=1):
        if not _is_list(row) or len(row) != _SIDE:
            raise ObversiError(f"row {number} of the squares is {row!r}: expected four numbers")
        for weight in row:
            if not is_number(weight):
                raise ObversiError(f"{weight!r} in row {number} of the squares is no finite number")
    return tuple(tuple(float(weight) for weight in row) for row in rows)


def square_weights(quarter: Quarter, size: int) -> list[float]:
    """Return the weights of all squares of a board at 8·row + column, 0 beyond its edge.

    Boards are alike in all four corners. A smaller one has the part that is nearest to the corner.

    >>> table = ((9, 1, 2, 3), (1, 4, 5, 6), (2, 5, 7, 8), (3, 6, 8, 0))
    >>> square_weights(table, 4)[:16]
    [9, 1, 1, 9, 0.0, 0.0, 0.0, 0.0, 1, 4, 4, 1, 0.0, 0.0, 0.0, 0.0]
    """
    weights = 64 * [0.0]
    for row in range(size):
        for column in range(size):
            nearest = quarter[min(row, size - 1 - row)]
            weights[8 * row + column] = nearest[min(column, size - 1 - column)]
    return weights


def is_number(value: object) -> bool:
    """Whether this can be a weight: a finite number, and no truth value."""
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and isfinite(value)
    except OverflowError:  # a whole number beyond all floats
        return False


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)
