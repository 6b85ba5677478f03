"""Squares in the words of courses: a row and a column, both from 0 at the upper left."""

from collections.abc import Collection, Iterable
from typing import Final

from obversi.move import Move

__all__ = ["candidate_differences", "square_name", "square_text", "squares_text"]

# Nobody reads more of a list of squares.
_MOST_NAMED: Final = 12


def square_name(square: tuple[int, int], size: int) -> str:
    """Return the name of a square, or nothing if it is not on the board.

    >>> square_name((2, 3), 8), square_name((8, 3), 8)
    ('d3', '')
    """
    row, column = square
    return str(Move.at(row, column)) if 0 <= row < size and 0 <= column < size else ""


def square_text(square: tuple[int, int], size: int) -> str:
    """Write a square as courses do, and by its name if it is on the board.

    >>> square_text((2, 3), 8), square_text((8, 0), 8)
    ('(2, 3) d3', '(8, 0)')
    """
    return f"({square[0]}, {square[1]}) {square_name(square, size)}".rstrip()


def squares_text(squares: Iterable[tuple[int, int]], size: int) -> str:
    """Write several squares in order, if they are not too many.

    >>> squares_text({(2, 3), (0, 0)}, 8)
    '(0, 0) a1, (2, 3) d3'
    """
    texts = [square_text(square, size) for square in sorted(set(squares))]
    left_out = len(texts) - _MOST_NAMED
    return ", ".join(texts if left_out <= 0 else [*texts[:_MOST_NAMED], f"and {left_out} more"])


def candidate_differences(
    candidates: Collection[tuple[int, int]], legal: Collection[tuple[int, int]], size: int
) -> str:
    """Say how candidates differ from the legal squares; nothing if they do not.

    >>> candidate_differences([(2, 3), (0, 0)], [(2, 3), (3, 2)], 8)
    'its candidates lack (3, 2) c4 and have (0, 0) a1, which is not legal'
    """
    missing, wrong = set(legal) - set(candidates), set(candidates) - set(legal)
    said = []
    if missing:
        said.append(f"lack {squares_text(missing, size)}")
    if wrong:
        are = "is" if len(wrong) == 1 else "are"
        said.append(f"have {squares_text(wrong, size)}, which {are} not legal")
    return f"its candidates {' and '.join(said)}" if said else ""
