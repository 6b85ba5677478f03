"""What lies around the squares of a board: all that a search for legal squares looks at."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum

from obversi.board import Board
from obversi.color import EMPTY

__all__ = ["Direction", "End", "Line", "Square", "board_lines", "is_border"]

# Row and column from 0, as courses count.
Square = tuple[int, int]


class Direction(Enum):
    """A step from a square to its neighbour: rows down, columns to the right."""

    UP = (-1, 0)
    UP_RIGHT = (-1, 1)
    RIGHT = (0, 1)
    DOWN_RIGHT = (1, 1)
    DOWN = (1, 0)
    DOWN_LEFT = (1, -1)
    LEFT = (0, -1)
    UP_LEFT = (-1, -1)

    @property
    def words(self) -> str:
        """Say where to, such as "up and to the right"."""
        vertical, _, side = self.name.lower().rpartition("_")
        if side in ("up", "down"):
            return side
        return f"{vertical} and to the {side}" if vertical else f"to the {side}"


class End(StrEnum):
    """What comes after the opponent's discs of a line."""

    OWN = "own"
    EMPTY = "empty"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class Line:
    """What the mover sees from a square in a direction.

    First come `length` discs of the opponent, none perhaps, and then the `end`, on `end_square` if
    it is on the board. `own_later` tells whether a disc of the mover's lies anywhere beyond the
    opponent's, and `own_round` whether one would end the line if the board went on at its right or
    lower side where it ends above or at the left, as a negative index does in Python.
    """

    square: Square
    is_empty: bool
    direction: Direction
    length: int
    end: End
    end_square: Square
    own_later: bool
    own_round: bool

    @property
    def turns(self) -> bool:
        """Whether the rules let the mover turn these discs."""
        return self.is_empty and self.length > 0 and self.end is End.OWN


def board_lines(board: Board, color: int) -> tuple[Line, ...]:
    """Return the lines of all squares that have a disc beside them, as a player sees them."""
    cells: list[list[int]] = board.to_array().tolist()
    size = board.size
    found = []
    for row in range(size):
        for column in range(size):
            for direction in Direction:
                down, right = row + direction.value[0], column + direction.value[1]
                # A negative index is the other side of the board here too, for `own_round`.
                if down < size and right < size and cells[down][right] != EMPTY:
                    found.append(_line(cells, (row, column), direction, color))
    return tuple(found)


def _line(cells: Sequence[Sequence[int]], square: Square, direction: Direction, color: int) -> Line:
    size = len(cells)
    down, right = direction.value
    row, column = square[0] + down, square[1] + right
    length = 0
    while 0 <= row < size and 0 <= column < size and cells[row][column] == -color:
        row, column, length = row + down, column + right, length + 1
    if not (0 <= row < size and 0 <= column < size):
        end = End.EDGE
    else:
        end = End.OWN if cells[row][column] == color else End.EMPTY
    return Line(
        square=square,
        is_empty=cells[square[0]][square[1]] == EMPTY,
        direction=direction,
        length=length,
        end=end,
        end_square=(row, column),
        own_later=length > 0 and _own_later(cells, (row, column), direction, color),
        own_round=_own_round(cells, square, direction, color),
    )


def _own_later(
    cells: Sequence[Sequence[int]], place: Square, direction: Direction, color: int
) -> bool:
    (row, column), (down, right), size = place, direction.value, len(cells)
    while 0 <= row < size and 0 <= column < size:
        if cells[row][column] == color:
            return True
        row, column = row + down, column + right
    return False


def _own_round(
    cells: Sequence[Sequence[int]], square: Square, direction: Direction, color: int
) -> bool:
    """Whether the line ends at an own disc if only the lower and the right edge stop it."""
    (down, right), size = direction.value, len(cells)
    row, column = square[0] + down, square[1] + right
    length = 0
    # Below -size an index is out of range even in Python.
    while -size <= row < size and -size <= column < size and cells[row][column] == -color:
        row, column, length = row + down, column + right, length + 1
    is_inside = -size <= row < size and -size <= column < size
    return length > 0 and is_inside and cells[row][column] == color


def is_border(square: Square, size: int) -> bool:
    """Whether a square lies on an edge of the board."""
    return any(place in (0, size - 1) for place in square)
