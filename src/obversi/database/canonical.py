"""Many positions and their canonical images: which symmetry leads there, and a key for each.

Positions are arrays as in `obversi.batch`: in each row the mover's discs and the opponent's.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from obversi import batch
from obversi.batch import Positions
from obversi.board import Board
from obversi.database.tables import PASS_NUMBER
from obversi.move import Move
from obversi.rules import Rules
from obversi.symmetry import Symmetry

# Odd numbers with about as many ones as zeros, and no pattern: SplitMix64 uses them too.
_FACTORS = tuple(
    np.uint64(factor) for factor in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)


@dataclass(frozen=True, slots=True)
class Canonical:
    """The canonical images of positions, and for each the number of a symmetry that leads there."""

    positions: Positions
    symmetries: NDArray[np.uint8]


def canonical(positions: Positions, size: int) -> Canonical:
    """Return the canonical images of positions of one size."""
    images = batch.canonical(positions, size)
    symmetries = np.zeros(len(positions), np.uint8)
    # A position that is its own image has several such symmetries: one of them is enough.
    for symmetry in Symmetry:
        found = (transformed(positions, symmetry, size) == images).all(axis=1)
        symmetries[found] = symmetry
    return Canonical(images, symmetries)


def transformed(bits: NDArray[np.uint64], symmetry: int, size: int) -> NDArray[np.uint64]:
    """Return the images of many sets of squares under a `Symmetry`."""
    # The three bits of its number: transpose, upside down and mirror, in this order.
    if symmetry & Symmetry.TRANSPOSE:
        bits = _swapped(bits, 0x00AA00AA00AA00AA, 7)
        bits = _swapped(bits, 0x0000CCCC0000CCCC, 14)
        bits = _swapped(bits, 0x00000000F0F0F0F0, 28)
    if symmetry & Symmetry.UPSIDE_DOWN:
        bits = bits.byteswap() >> np.uint64(8 * (8 - size))
    if symmetry & Symmetry.MIRROR:
        bits = _swapped(bits, 0x5555555555555555, 1)
        bits = _swapped(bits, 0x3333333333333333, 2)
        bits = _swapped(bits, 0x0F0F0F0F0F0F0F0F, 4) >> np.uint64(8 - size)
    return bits


def _swapped(bits: NDArray[np.uint64], mask: int, distance: int) -> NDArray[np.uint64]:
    """Swap the bits of a mask with those that are `distance` higher."""
    shift = np.uint64(distance)
    difference: NDArray[np.uint64] = (bits ^ (bits >> shift)) & np.uint64(mask)
    swapped: NDArray[np.uint64] = bits ^ difference ^ (difference << shift)
    return swapped


def keys(images: Positions, turns: NDArray[np.int8], size: int, rules: Rules) -> NDArray[np.int64]:
    """Return a 64-bit hash of canonical positions, their movers, the size and the rules."""
    kind = np.uint64(size << 2 | (rules == "reversed") << 1)
    values = images[:, 0] * _FACTORS[0]
    values = _mixed(values ^ images[:, 1]) * _FACTORS[1]
    values = _mixed(values ^ (kind | (turns > 0))) * _FACTORS[2]
    # SQLite has no unsigned numbers.
    return _mixed(values).view(np.int64)


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return values ^ (values >> np.uint64(31))


@cache
def move_images(size: int) -> NDArray[np.uint8]:
    """Return where each symmetry brings each move: an array of shape (8, 256).

    Numbers that are no squares of the board, such as that of the pass, stay as they are.
    """
    images = np.tile(np.arange(256, dtype=np.uint8), (len(Symmetry), 1))
    for symmetry in Symmetry:
        for row in range(size):
            for column in range(size):
                move = symmetry.move(Move.at(row, column), size)
                images[symmetry, 8 * row + column] = move.square_index
    images.flags.writeable = False
    return images


class Orientation:
    """A board, its canonical position, and how moves there become moves of this board."""

    def __init__(self, board: Board) -> None:
        """Find the symmetries between a board and its canonical position."""
        size = board.size
        own, opp = board.bits
        self.board = board
        self.discs = (own | opp).bit_count()
        position = np.array([board.bits], np.uint64)
        image = batch.canonical(position, size)
        self.key = int(keys(image, np.array([board.turn], np.int8), size, board.rules)[0])
        back = move_images(size)[Symmetry(board.canonical_symmetry).inverse]
        fixing = [
            symmetry
            for symmetry in Symmetry
            if (transformed(position, symmetry, size) == position).all()
        ]
        # Moves that are images of each other become the first of them on the board.
        first = move_images(size)[fixing].min(axis=0)
        self._moves_here: NDArray[np.uint8] = first[back]
        self._first = first

    def moves_here(self, canonical_moves: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return moves of the canonical position as moves of this board.

        Of moves that are equal by a symmetry of the board, the first by its number is meant.
        """
        return self._moves_here[canonical_moves]

    def number_of(self, move: str) -> int:
        """Return the number of a move of this board, as `moves_here` has it."""
        named = Move(move)
        return int(self._first[PASS_NUMBER if named.is_pass else named.square_index])
