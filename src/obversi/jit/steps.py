"""Steps on the board: what lies next to a set of squares."""

from typing import Final

from obversi.jit.helper import Squares, helper
from obversi.jit.sets import bitboard, board

__all__ = [
    "east",
    "frontier",
    "neighbours",
    "north",
    "north_east",
    "north_west",
    "south",
    "south_east",
    "south_west",
    "west",
]

_FIRST_FILE: Final = 0x0101010101010101
_LAST_FILE: Final = 0x8080808080808080


@helper
def north(bits: Squares, size: int = 8) -> Squares:
    """Move every square of a set one row up, towards row 1; what leaves the board is lost."""
    return bitboard(bits) >> 8 & board(size)


@helper
def south(bits: Squares, size: int = 8) -> Squares:
    """Move every square of a set one row down; what leaves the board is lost."""
    return bitboard(bits) << 8 & board(size)


@helper
def west(bits: Squares, size: int = 8) -> Squares:
    """Move every square of a set one column to the left, towards a; see `north`."""
    return (bitboard(bits) & ~_FIRST_FILE) >> 1 & board(size)


@helper
def east(bits: Squares, size: int = 8) -> Squares:
    """Move every square of a set one column to the right; see `north`."""
    return (bitboard(bits) & ~_LAST_FILE) << 1 & board(size)


@helper
def north_west(bits: Squares, size: int = 8) -> Squares:
    """Move every square of a set up and to the left; see `north`."""
    return north(west(bits, size), size)


@helper
def north_east(bits: Squares, size: int = 8) -> Squares:
    """Move every square of a set up and to the right; see `north`."""
    return north(east(bits, size), size)


@helper
def south_west(bits: Squares, size: int = 8) -> Squares:
    """Move every square of a set down and to the left; see `north`."""
    return south(west(bits, size), size)


@helper
def south_east(bits: Squares, size: int = 8) -> Squares:
    """Move every square of a set down and to the right; see `north`."""
    return south(east(bits, size), size)


@helper
def neighbours(bits: Squares, size: int = 8) -> Squares:
    """Return the squares that touch one of the set, in all eight directions."""
    beside = west(bits, size) | east(bits, size)
    band = beside | bitboard(bits)
    return beside | north(band, size) | south(band, size)


@helper
def frontier(discs: Squares, empties: Squares, size: int = 8) -> Squares:
    """Return the discs that touch an empty square."""
    return bitboard(discs) & neighbours(empties, size)
