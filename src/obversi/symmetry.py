"""The eight symmetries of the board."""

from enum import IntEnum

from obversi import _core
from obversi.move import Move
from obversi.squares import SquareSet

__all__ = ["Symmetry"]


class Symmetry(IntEnum):
    """A way to lay the board onto itself; the names say what happens to the picture."""

    IDENTITY = 0
    MIRROR = 1
    UPSIDE_DOWN = 2
    HALF_TURN = 3
    TRANSPOSE = 4
    CLOCKWISE = 5
    ANTICLOCKWISE = 6
    ANTITRANSPOSE = 7

    @property
    def inverse(self) -> "Symmetry":
        """The symmetry that undoes this one."""
        turned_back = {
            Symmetry.CLOCKWISE: Symmetry.ANTICLOCKWISE,
            Symmetry.ANTICLOCKWISE: Symmetry.CLOCKWISE,
        }
        return turned_back.get(self, self)

    def move(self, move: str, size: int = 8) -> Move:
        """Return where a move lands; a pass stays a pass."""
        named = Move(move)
        if named.is_pass:
            return named
        image = _core.transform(1 << named.square_index, self, size)
        return Move.from_index(image.bit_length() - 1)

    def squares(self, squares: SquareSet, size: int = 8) -> SquareSet:
        """Return where a set of squares lands."""
        return SquareSet.from_mask(_core.transform(squares.mask, self, size))
