"""The eight symmetries of the board."""

from enum import IntEnum

from obversi import _core
from obversi.errors import InvalidBoardError, InvalidMoveError
from obversi.move import Move
from obversi.size import board_mask
from obversi.squares import SquareSet


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
        return named if named.is_pass else next(iter(self.squares(SquareSet([named]), size)))

    def squares(self, squares: SquareSet, size: int = 8) -> SquareSet:
        """Return where a set of squares lands."""
        if beyond := squares - SquareSet.from_mask(board_mask(size)):
            raise InvalidMoveError(f"{next(iter(beyond))!s} is no square of a {size}×{size} board")
        return SquareSet.from_mask(_core.transform(squares.mask, self, size))


def checked_symmetry(symmetry: int) -> Symmetry:
    """Return the symmetry with this number."""
    try:
        return Symmetry(symmetry)
    except ValueError:
        raise InvalidBoardError(f"{symmetry!r} is no symmetry: expected 0 to 7") from None
