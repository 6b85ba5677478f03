"""What can be counted in a position: the features that evaluations are mixed of."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from obversi import _core
from obversi.board import Board, checked_board
from obversi.errors import ObversiError
from obversi.heuristics.quarter import checked_quarter, square_weights
from obversi.suggestion import suggestion

__all__ = ["FEATURES", "GOAL_FEATURES", "checked_feature", "feature", "needs_squares"]

FEATURES: Final[Mapping[str, str]] = MappingProxyType(
    {name: meaning for name, meaning, _ in _core.features()}
)
# These say who is nearer to the goal of the rules: under other rules their sign turns.
GOAL_FEATURES: Final = frozenset(name for name, _, goal in _core.features() if goal)

_WITH_SQUARES: Final = frozenset(["squares", "square_share", "weighted_moves"])


def feature(board: Board, name: str, squares: Sequence[Sequence[float]] | None = None) -> float:
    """Return a feature of a position, seen by the mover.

    What weighs squares needs their weights, as a quarter: rows 1 to 4 of columns a to d.

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
    """Return a mix of this feature and nothing else."""
    if needs_squares(checked_feature(name)) and squares is None:
        raise ObversiError(f"the feature {name!r} needs the weights of squares")
    weights = 64 * [0.0] if squares is None else square_weights(checked_quarter(squares), size)
    return _core.Mix(size, False, "evaluated", False, [name], [(64, [1.0])], weights)


def checked_feature(name: str) -> str:
    """Return the name if there is such a feature."""
    if not isinstance(name, str) or name not in FEATURES:
        raise ObversiError(f"there is no feature {name!r}: {suggestion(str(name), FEATURES)}")
    return name


def needs_squares(name: str) -> bool:
    """Whether a feature means nothing without the weights of squares."""
    return name in _WITH_SQUARES
