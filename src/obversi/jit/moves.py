"""The rules inside compiled functions: where one may move, and what a move turns."""

from typing import Final

from obversi.jit.helper import Squares, Word, helper
from obversi.jit.sets import bit, bitboard, board

__all__ = ["flips", "moves"]

# A line that turns discs of the files a or h cannot go on beyond them sideways.
_INNER_FILES: Final = 0x7E7E7E7E7E7E7E7E


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
    """Return the discs that turn if the owner of the first ones moves on a square, by its number.

    Nothing turns where there is a disc already.
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
