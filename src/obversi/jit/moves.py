"""The rules inside compiled functions: where one may move, and what a move turns."""

from obversi.jit.helper import Squares, Word, helper
from obversi.jit.sets import bit, bitboard, board

# A line that flips discs of the files a or h cannot go on beyond them sideways.
_INNER_FILES = 0x7E7E7E7E7E7E7E7E


@helper
def moves(own: Squares, opp: Squares, size: int = 8) -> Squares:
    """Return the squares on which the owner of the first discs may move."""
    mover, other = bitboard(own), bitboard(opp)
    inner = other & _INNER_FILES
    reached = (
        _reached(mover, inner, 1)
        | _reached(mover, inner, 7)
        | _reached(mover, inner, 9)
        | _reached(mover, other, 8)
    )
    return reached & ~(mover | other) & board(size)


@helper
def flips(square: int, own: Squares, opp: Squares) -> Squares:
    """Return the discs that a move of the owner of the first ones flips; a square is its number.

    None where there is a disc already.
    """
    mover, other = bitboard(own), bitboard(opp)
    placed = bit(square) & ~(mover | other)
    inner = other & _INNER_FILES
    return (
        _turned(placed, mover, inner, 1)
        | _turned(placed, mover, inner, 7)
        | _turned(placed, mover, inner, 9)
        | _turned(placed, mover, other, 8)
    )


def _reached(own: int, opp: int, step: int) -> int:
    """Return the squares beyond runs of the opponent's discs, both ways along one line."""
    up = opp & own << step
    down = opp & own >> step
    up |= opp & up << step
    down |= opp & down >> step
    # From here on runs grow by two squares at a time: six are the most there can be.
    up_pairs = opp & opp << step
    down_pairs = opp & opp >> step
    up |= up_pairs & up << 2 * step
    down |= down_pairs & down >> 2 * step
    up |= up_pairs & up << 2 * step
    down |= down_pairs & down >> 2 * step
    return up << step | down >> step


def _turned(placed: int, own: int, opp: int, step: int) -> int:
    """Return the runs between a square and the next own discs, both ways along one line."""
    up, down = opp & placed << step, opp & placed >> step
    for _ in range(5):
        up |= opp & up << step
        down |= opp & down >> step
    return _if(own & up << step, up) | _if(own & down >> step, down)


def _if(end: int, run: int) -> int:
    """Return the run if it ends well."""
    if isinstance(end, Word):
        return end.chosen(run, 0)
    return run if end else 0


_FIRST_FILE = 0x0101010101010101
_LAST_FILE = 0x8080808080808080


@helper
def north(bits: Squares, size: int = 8) -> Squares:
    """Move every square of a set one row up, towards row 1; what leaves the board is lost.

    >>> [step(bit(9)).bit_length() - 1 for step in (north, south, west, east)]
    [1, 17, 8, 10]
    >>> [step(bit(9)).bit_length() - 1 for step in (north_west, north_east, south_west, south_east)]
    [0, 2, 16, 18]
    """
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
    """Return the discs that touch an empty square.

    >>> frontier(bit(9) | bit(0), bit(18)) == bit(9)
    True
    """
    return bitboard(discs) & neighbours(empties, size)
