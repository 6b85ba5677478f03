"""Moves: a square to place a disc on, or the pass."""

from collections.abc import Iterator

from obversi import _core
from obversi.arguments import whole_number
from obversi.errors import InvalidMoveError


class Move(str):
    """A move, which is its own name: ``Move("d3") == "d3"``.

    There are 65 of them, the squares a1 to h8 and the pass, and each exists once.
    """

    __slots__ = ()

    def __new__(cls, text: str) -> "Move":
        """Read a move in upper or lower case; a pass may be written pass, pa, ps or --."""
        if isinstance(text, str) and (known := _BY_NAME.get(text.lower())):
            return known
        raise InvalidMoveError(f"{text!r} is no move: expected a square such as 'd3', or 'pass'")

    @classmethod
    def at(cls, row: int, column: int) -> "Move":
        """Return the move on a row and column, both counted from 0 at a1."""
        place = whole_number(row, "the row", None), whole_number(column, "the column", None)
        if not all(0 <= number < 8 for number in place):
            raise InvalidMoveError(f"row {row}, column {column} is no square")
        return ALL_MOVES[8 * place[0] + place[1]]

    @classmethod
    def from_index(cls, index: int) -> "Move":
        """Return the move with this number: 8·row + column for a square, 64 for the pass."""
        index = whole_number(index, "the number of a move", None)
        if not 0 <= index <= _core.PASS_INDEX:
            raise InvalidMoveError(f"{index} is no move: squares are 0 to 63, the pass is 64")
        return ALL_MOVES[index]

    @property
    def is_pass(self) -> bool:
        """Whether this is the pass."""
        return self is PASS

    @property
    def row(self) -> int:
        """The row, counted from 0 at the top; the pass has none."""
        return self._square() // 8

    @property
    def column(self) -> int:
        """The column, counted from 0 at the left; the pass has none."""
        return self._square() % 8

    @property
    def square_index(self) -> int:
        """8·row + column, the bit of this square in a bitboard; 64 for the pass.

        >>> Move.from_index(Move("d3").square_index)
        'd3'
        """
        return _core.PASS_INDEX if self.is_pass else self._square()

    def _square(self) -> int:
        if self.is_pass:
            raise InvalidMoveError("a pass has no square")
        return 8 * (ord(self[1]) - ord("1")) + ord(self[0]) - ord("a")

    def __copy__(self) -> "Move":
        """Return the same object: there is one of each."""
        return self

    def __deepcopy__(self, _memo: object) -> "Move":
        """Return the same object: there is one of each."""
        return self

    def __reduce__(self) -> tuple[type["Move"], tuple[str]]:
        """Unpickle to the one object that every process has."""
        return Move, (str(self),)


def _all_moves() -> Iterator[Move]:
    for row in "12345678":
        for column in "abcdefgh":
            yield str.__new__(Move, column + row)
    yield str.__new__(Move, "pass")


ALL_MOVES = list(_all_moves())
# The move of a player who has no legal square.
PASS = ALL_MOVES[64]
_BY_NAME = {str(move): move for move in ALL_MOVES} | dict.fromkeys(("pa", "ps", "--"), PASS)
_core.set_move_objects(ALL_MOVES)
