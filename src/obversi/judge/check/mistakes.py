"""Common mistakes in the search for legal squares, and what a program with each would answer."""

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import lru_cache
from itertools import combinations

from obversi.agents.course.answer import Square, legal_squares
from obversi.board import Board
from obversi.color import BLACK, EMPTY, WHITE, Color, color_name


class Direction(Enum):
    """A step to a neighbour square: rows down, columns to the right."""

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
        """The direction in words, such as "up and to the right"."""
        vertical, _, side = self.name.lower().rpartition("_")
        if side in ("up", "down"):
            return side
        return f"{vertical} and to the {side}" if vertical else f"to the {side}"


class LineEnd(StrEnum):
    """What follows the opponent's discs of a line."""

    OWN = "own"
    EMPTY = "empty"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class BoardLine:
    """The squares in one direction from a square, as the mover sees them.

    First come `length` discs of the opponent, perhaps none, and then the `end`, on `end_square` if
    that is on the board. `own_later`: a disc of the mover lies anywhere beyond the opponent's.
    `own_round`: one would end the line if the board continued on the opposite side of the upper and
    left edges, as a negative index does in Python.
    """

    square: Square
    is_empty: bool
    direction: Direction
    length: int
    end: LineEnd
    end_square: Square
    own_later: bool
    own_round: bool

    @property
    def turns(self) -> bool:
        """Whether a move here flips these discs by the rules."""
        return self.is_empty and self.length > 0 and self.end is LineEnd.OWN


def board_lines(board: Board, color: Color) -> tuple[BoardLine, ...]:
    """Return the lines of all squares with a disc beside them, for a player."""
    cells: list[list[int]] = board.to_array().tolist()
    size = board.size
    found = []
    for row in range(size):
        for column in range(size):
            for direction in Direction:
                down, right = row + direction.value[0], column + direction.value[1]
                # A negative index means the other side of the board here too, for `own_round`.
                if down < size and right < size and cells[down][right] != EMPTY:
                    found.append(_line(cells, (row, column), direction, color))
    return tuple(found)


def _line(
    cells: Sequence[Sequence[int]], square: Square, direction: Direction, color: Color
) -> BoardLine:
    size = len(cells)
    down, right = direction.value
    row, column = square[0] + down, square[1] + right
    length = 0
    while 0 <= row < size and 0 <= column < size and cells[row][column] == -color:
        row, column, length = row + down, column + right, length + 1
    if not (0 <= row < size and 0 <= column < size):
        end = LineEnd.EDGE
    else:
        end = LineEnd.OWN if cells[row][column] == color else LineEnd.EMPTY
    return BoardLine(
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
    cells: Sequence[Sequence[int]], place: Square, direction: Direction, color: Color
) -> bool:
    (row, column), (down, right), size = place, direction.value, len(cells)
    while 0 <= row < size and 0 <= column < size:
        if cells[row][column] == color:
            return True
        row, column = row + down, column + right
    return False


def _own_round(
    cells: Sequence[Sequence[int]], square: Square, direction: Direction, color: Color
) -> bool:
    """Whether the line ends at an own disc if only the lower and right edges stop it."""
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


Squares = Set[Square]

# More missing directions than this are not one mistake.
_MOST_DIRECTIONS = 4
_DIAGONALS = tuple(direction for direction in Direction if all(direction.value))


@dataclass(frozen=True, slots=True)
class KnownMistake:
    """A mistake: a description, advice, and the squares that it would list."""

    words: str
    advice: str
    squares: Callable[[Board], Squares]


def mistakes(most_directions: int = _MOST_DIRECTIONS) -> Iterator[KnownMistake]:
    """Yield the mistakes, the most specific first; at most `most_directions` are missing."""
    yield from _COLORS
    yield from _moved(KnownMistake("", "", legal_squares))
    yield from _without_directions(most_directions)
    yield from _EDGES
    yield from _LINES


def pairs_of_mistakes() -> Iterator[KnownMistake]:
    """Yield pairs of mistakes: wrong squares, written in the wrong place."""
    for first in (*_COLORS, *_without_directions(1), *_EDGES, *_LINES):
        yield from _moved(first)


@lru_cache(maxsize=4096)
def _lines(text: str, color: Color) -> tuple[BoardLine, ...]:
    return board_lines(Board.parse(text), color)


def _by_line(words: str, advice: str, counts: Callable[[BoardLine, int], bool]) -> KnownMistake:
    """Return a mistake that lists the squares with a line that counts, for a last row."""

    def squares(board: Board) -> Squares:
        lines, last = _lines(board.to_string(), board.turn), board.size - 1
        return frozenset(line.square for line in lines if counts(line, last))

    return KnownMistake(words, advice, squares)


def _by_square(words: str, advice: str, counts: Callable[[Square, int], bool]) -> KnownMistake:
    """Return a mistake that lists the legal squares that count, for a last row."""

    def squares(board: Board) -> Squares:
        return frozenset(one for one in legal_squares(board) if counts(one, board.size - 1))

    return KnownMistake(words, advice, squares)


def _as_color(words: str, advice: str, color: Color | None) -> KnownMistake:
    """Return a mistake that lists the squares of a colour, or of the opponent."""

    def squares(board: Board) -> Squares:
        lines = _lines(board.to_string(), -board.turn if color is None else color)
        return frozenset(line.square for line in lines if line.turns)

    return KnownMistake(words, advice, squares)


_COLORS = (
    _as_color(
        "it lists the squares of the other player, for both colours",
        "`color` is -1 for black and 1 for white, and so are the discs in the array: compare "
        "cells with `self.color`, and with `-self.color` for the opponent",
        None,
    ),
    *(
        _as_color(
            f"it always plays {color_name(color)}, whatever its colour",
            "keep the argument `color` of the constructor, and use it in place of a fixed "
            f"{color}: -1 is black, 1 is white",
            color,
        )
        for color in (BLACK, WHITE)
    ),
)

# Coordinates: how a square is written in the wrong place, by the last row.
_Move = Callable[[int, int, int], Square]
_PLACES: tuple[tuple[str, str, _Move], ...] = (
    (
        "row and column are swapped",
        "an entry is (row, column), and a cell is chessboard[row][column], both from 0 at the "
        "upper left",
        lambda row, column, _last: (column, row),
    ),
    (
        "rows and columns are counted from 1",
        "count both from 0: the upper left square is (0, 0)",
        lambda row, column, _last: (row + 1, column + 1),
    ),
    (
        "row and column are swapped, and counted from 1",
        "an entry is (row, column), both from 0 at the upper left",
        lambda row, column, _last: (column + 1, row + 1),
    ),
    (
        "the rows are upside down",
        "row 0 is the first of the array and the upper one",
        lambda row, column, last: (last - row, column),
    ),
    (
        "the columns are mirrored",
        "column 0 is the first of each row, at the left",
        lambda row, column, last: (row, last - column),
    ),
)


def _moved(first: KnownMistake) -> Iterator[KnownMistake]:
    """Yield ways to write the squares of a mistake, or of none, in the wrong place."""
    for words, advice, move in _PLACES:

        def squares(board: Board, move: _Move = move) -> Squares:
            return frozenset(move(*square, board.size - 1) for square in first.squares(board))

        if first.words:
            words, advice = f"{words}, and {first.words}", f"{advice}; {first.advice}"
        yield KnownMistake(words, advice, squares)


def _without_directions(most: int) -> Iterator[KnownMistake]:
    """Yield mistakes by missing directions, the fewest first."""
    for count in range(1, most + 1):
        for missed in combinations(Direction, count):
            yield _without(missed)


def _without(missed: tuple[Direction, ...]) -> KnownMistake:
    where = ", or ".join(direction.words for direction in missed)
    if missed == _DIAGONALS:
        where = "along diagonals"
    steps = ", ".join(str(direction.value) for direction in missed)
    return _by_line(
        f"it does not look {where}: moves that flip discs only there are missing",
        f"look at your loop over directions: seen from the new disc, {steps} (rows, columns) "
        f"{'is' if len(missed) == 1 else 'are'} missing, or the loop ends before",
        lambda line, _last: line.turns and line.direction not in missed,
    )


def _edge(line: BoardLine, *places: int) -> bool:
    """Whether a line runs along an edge that is at one of these rows or columns."""
    return any(
        step == 0 and place in places
        for place, step in zip(line.square, line.direction.value, strict=True)
    )


_EDGES = (
    _by_square(
        "it leaves out the squares on the edge of the board",
        "rows and columns go from 0 to size - 1: `range(size)`, not `range(1, size - 1)`",
        lambda square, last: not is_border(square, last + 1),
    ),
    _by_square(
        "it leaves out the last row and the last column",
        "rows and columns go from 0 to size - 1: `range(size)`, not `range(size - 1)`",
        lambda square, last: last not in square,
    ),
    _by_square(
        "it leaves out the first row and the first column",
        "rows and columns go from 0: `range(size)`, not `range(1, size)`; and 0 is false in "
        "`if row`",
        lambda square, _last: 0 not in square,
    ),
    _by_line(
        "it does not see its own discs on the edge of the board",
        "walk along a line while `0 <= row < size and 0 <= column < size`: the edge is part of it",
        lambda line, last: line.turns and not is_border(line.end_square, last + 1),
    ),
    _by_line(
        "it does not see its own discs in the first row and the first column",
        "walk along a line while `0 <= row` and `0 <= column`: with `0 < row` it ends too soon",
        lambda line, _last: line.turns and 0 not in line.end_square,
    ),
    _by_line(
        "it does not see its own discs in the last row and the last column",
        "walk along a line while `row < size` and `column < size`: with `size - 1` it ends too "
        "soon",
        lambda line, last: line.turns and last not in line.end_square,
    ),
    _by_line(
        "it does not continue over the opponent's discs on the edge of the board: moves that flip "
        "discs along an edge are missing",
        "walk along a line while `0 <= row < size and 0 <= column < size`: with `0 < row` or "
        "`row < size - 1` it stops at the first disc on the edge",
        lambda line, last: line.turns and not _edge(line, 0, last),
    ),
    _by_line(
        "it does not continue over the opponent's discs in the first row and the first column: "
        "moves that flip discs along them are missing",
        "walk along a line while `0 <= row` and `0 <= column`: with `0 < row` it stops at the "
        "first disc there",
        lambda line, _last: line.turns and not _edge(line, 0),
    ),
    _by_line(
        "it does not continue over the opponent's discs in the last row and the last column: moves "
        "that flip discs along them are missing",
        "walk along a line while `row < size` and `column < size`: with `row < size - 1` it stops "
        "at the first disc there",
        lambda line, last: line.turns and not _edge(line, last),
    ),
    _by_line(
        "it continues on the other side of the board when a line leaves it at the top or the left",
        "a negative index counts from the end in Python: stop where row or column is below 0",
        lambda line, _last: line.is_empty and line.own_round,
    ),
)

_LINES = (
    _by_line(
        "it only finds moves that flip a single disc of a line",
        "go on along the line while there are discs of the opponent, and then look for your own",
        lambda line, _last: line.turns and line.length == 1,
    ),
    _by_line(
        "it only finds moves that flip several discs of a line",
        "one disc of the opponent between the new disc and your own is enough",
        lambda line, _last: line.turns and line.length > 1,
    ),
    _by_line(
        "it lists squares beside an own disc, although no disc is flipped",
        "there has to be a disc of the opponent between the new disc and your own",
        lambda line, _last: line.is_empty and line.end is LineEnd.OWN,
    ),
    _by_line(
        "it looks beyond empty squares",
        "a line ends at the first empty square: then nothing is flipped",
        lambda line, _last: line.is_empty and line.own_later,
    ),
    _by_line(
        "it counts lines that run to the edge of the board without an own disc at their end",
        "if the edge comes first, nothing is flipped",
        lambda line, _last: line.is_empty and line.length > 0 and line.end is not LineEnd.EMPTY,
    ),
    _by_line(
        "it lists every empty square beside a disc of the opponent",
        "at the other end of the opponent's discs there has to be one of your own",
        lambda line, _last: line.is_empty and line.length > 0,
    ),
    _by_line(
        "it lists every empty square beside a disc",
        "a legal move flips at least one disc of the opponent",
        lambda line, _last: line.is_empty and (line.length > 0 or line.end is LineEnd.OWN),
    ),
    _by_line(
        "it lists squares that have a disc already",
        "a move is played on an empty square: `chessboard[row][column] == 0`",
        lambda line, _last: line.length > 0 and line.end is LineEnd.OWN,
    ),
    KnownMistake(
        "it lists every empty square",
        "a legal move flips at least one disc of the opponent",
        lambda board: frozenset((square.row, square.column) for square in board.empty),
    ),
)
