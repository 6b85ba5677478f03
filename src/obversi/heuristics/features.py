"""The features of positions, from which evaluations are mixed."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import isfinite
from numbers import Real
from types import MappingProxyType

from obversi import _core
from obversi.arguments import suggestion
from obversi.board import Board, checked_board
from obversi.errors import InputError

# Rows 1 to 4 of columns a to d; the corner comes first.
Quarter = tuple[tuple[float, ...], ...]

_SIDE = 4


def checked_quarter(rows: Sequence[Sequence[float]]) -> Quarter:
    """Return the weights of a quarter if they are four rows of four numbers."""
    if not _is_list(rows) or len(rows) != _SIDE:
        raise InputError(f"{rows!r} is no quarter of a board: expected four rows of four numbers")
    for number, row in enumerate(rows, start=1):
        if not _is_list(row) or len(row) != _SIDE:
            raise InputError(f"row {number} of the squares is {row!r}: expected four numbers")
        for weight in row:
            if not is_number(weight):
                raise InputError(f"{weight!r} in row {number} of the squares is no finite number")
    return tuple(tuple(float(weight) for weight in row) for row in rows)


def symmetric_quarter(weights: Sequence[float]) -> Quarter:
    """Return the quarter with weights of a1, b1, c1, d1, b2, c2, d2, c3, d3 and d4.

    The weights of the other squares follow by symmetry.
    """
    a1, b1, c1, d1, b2, c2, d2, c3, d3, d4 = weights
    return ((a1, b1, c1, d1), (b1, b2, c2, d2), (c1, c2, c3, d3), (d1, d2, d3, d4))


def square_weights(quarter: Quarter, size: int) -> list[float]:
    """Return the weights of all squares of a board at 8·row + column, 0 beyond its edge.

    The weights are the same in all four corners. A smaller board has the part that is nearest to
    the corner.

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
    """Whether this can be a weight: a finite number, but not a truth value."""
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and isfinite(value)
    except OverflowError:  # a whole number beyond all floats
        return False


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


# The features by their names, with what each counts.
FEATURES: Mapping[str, str] = MappingProxyType(
    {name: meaning for name, meaning, _ in _core.features()}
)
# These count what the rules aim at, such as discs: under the other rules their sign changes.
GOAL_FEATURES = frozenset(name for name, _, goal in _core.features() if goal)

_SQUARE_FEATURES = frozenset(_core.square_features())


def feature(board: Board, name: str, squares: Sequence[Sequence[float]] | None = None) -> float:
    """Return a feature of a position, seen by the mover.

    Features with weights of squares need them as a quarter: rows 1 to 4 of columns a to d.

    >>> board = Board()
    >>> board.push("f5")
    >>> feature(board, "discs"), feature(board, "moves")
    (-3.0, 0.0)
    """
    checked_board(board)
    try:
        alone = _alone(name, board.size, squares)
    except TypeError:  # lists cannot be looked up
        quarter = None if squares is None else checked_quarter(squares)
        alone = _alone(checked_feature(name), board.size, quarter)
    return alone.value(*board.bits)


@lru_cache(maxsize=256)
def _alone(name: str, size: int, squares: Sequence[Sequence[float]] | None) -> _core.Mix:
    """Return a mix of this feature alone."""
    if needs_squares(checked_feature(name)) and squares is None:
        raise InputError(f"the feature {name!r} needs the weights of squares")
    weights = 64 * [0.0] if squares is None else square_weights(checked_quarter(squares), size)
    return _core.Mix(size, False, "evaluated", False, [name], [(64, [1.0])], weights)


def checked_feature(name: str) -> str:
    """Return the name if there is such a feature."""
    if not isinstance(name, str) or name not in FEATURES:
        raise InputError(f"there is no feature {name!r}: {suggestion(str(name), FEATURES)}")
    return name


def needs_squares(name: str) -> bool:
    """Whether a feature means nothing without the weights of squares."""
    return name in _SQUARE_FEATURES
