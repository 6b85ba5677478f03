"""Sets of squares: how they are made and counted, and those that every board has."""

from itertools import product

from obversi.jit.helper import Squares, Word, helper, helper_of_text
from obversi.move import Move
from obversi.size import SIZES, checked_size
from obversi.squares import SquareSet


@helper
def bitboard(number: Squares) -> Squares:
    """Take a whole number as a set of squares: its 64 bits."""
    return number if isinstance(number, Word) else int(number) & (1 << 64) - 1


@helper
def popcount(bits: Squares) -> int:
    """Count the squares of a set."""
    return bits.count() if isinstance(bits, Word) else bitboard(bits).bit_count()


@helper
def lowest(bits: Squares) -> int:
    """Return the first square of a set, as 8·row + column; 64 if the set is empty.

    ``bits &= bits - 1`` takes it away, so that a loop can go through the set.

    >>> lowest(bit(9) | bit(20)), square("b2")
    (9, 9)
    """
    if isinstance(bits, Word):
        return bits.lowest()
    ended = bitboard(bits) | 1 << 64
    return (ended & -ended).bit_length() - 1


@helper
def bit(square: int) -> Squares:
    """Return the set of one square, given by its number."""
    return square.bit() if isinstance(square, Word) else bitboard(1 << square)


@helper_of_text
def squares(names: str) -> Squares:
    """Return the set of the named squares, as in ``squares("a1 h8")``.

    Inside a compiled function the names must be written out: they are read while it compiles.
    """
    return SquareSet(names.split()).mask


@helper_of_text
def square(name: str) -> int:
    """Return the number of the named square, 8·row + column; for the name see `squares`."""
    move = Move(name)
    return 8 * move.row + move.column


# Those that every board has


def _with_distances(*wanted: tuple[int, int]) -> dict[int, int]:
    """For each size, the squares so far from the nearest edges in both directions."""
    return {
        size: sum(
            1 << 8 * row + column
            for row, column in product(range(size), repeat=2)
            if tuple(sorted((min(row, size - 1 - row), min(column, size - 1 - column)))) in wanted
        )
        for size in SIZES
    }


_CORNERS = _with_distances((0, 0))
_C_SQUARES = _with_distances((0, 1))
_X_SQUARES = _with_distances((1, 1))
_EDGES = _with_distances(*((0, far) for far in range(4)))
_BOARD = _with_distances(*product(range(4), range(4)))


@helper
def board(size: int) -> Squares:
    """Return all squares of a board.

    >>> [popcount(squares(8)) for squares in (board, corners, edges, c_squares, x_squares)]
    [64, 4, 28, 8, 4]
    """
    return _of_size(_BOARD, size)


@helper
def corners(size: int) -> Squares:
    """Return the four corners."""
    return _of_size(_CORNERS, size)


@helper
def edges(size: int) -> Squares:
    """Return the squares on the edge, corners too."""
    return _of_size(_EDGES, size)


@helper
def c_squares(size: int) -> Squares:
    """Return the squares next to the corners on the edge, such as b1 and a2."""
    return _of_size(_C_SQUARES, size)


@helper
def x_squares(size: int) -> Squares:
    """Return the squares next to the corners on the diagonal, such as b2."""
    return _of_size(_X_SQUARES, size)


def _of_size(masks: dict[int, int], size: int) -> int:
    if not isinstance(size, Word):
        return masks[checked_size(size)]
    return size.equals(8).chosen(masks[8], size.equals(6).chosen(masks[6], masks[4]))
