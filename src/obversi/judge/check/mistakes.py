"""Mistakes that programs make when they look for legal squares: what each would answer."""

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from obversi.board import Board
from obversi.color import BLACK, WHITE, color_name
from obversi.judge.answer_check import legal_squares
from obversi.judge.check.lines import Direction, End, Line, Square, board_lines, is_border

__all__ = ["Mistake", "Squares", "mistakes", "pairs_of_mistakes"]

Squares = Set[Square]

# More directions than this are no longer one thing to be forgotten.
_MOST_DIRECTIONS: Final = 4
_DIAGONALS: Final = tuple(direction for direction in Direction if all(direction.value))


@dataclass(frozen=True, slots=True)
class Mistake:
    """A way to get legal squares wrong: what it does, what to do about it, what it answers."""

    words: str
    advice: str
    squares: Callable[[Board], Squares]


def mistakes(most_directions: int = _MOST_DIRECTIONS) -> Iterator[Mistake]:
    """Go through the mistakes, those that say most first; so many directions may be missed."""
    yield from _of_color()
    yield from _of_place(None)
    yield from _of_directions(most_directions)
    yield from _of_edges()
    yield from _of_lines()


def pairs_of_mistakes() -> Iterator[Mistake]:
    """Go through what comes of two mistakes at once: squares found wrongly, and put elsewhere."""
    for first in (*_of_color(), *_of_directions(1), *_of_edges(), *_of_lines()):
        yield from _of_place(first)


@lru_cache(maxsize=4096)
def _lines(text: str, color: int) -> tuple[Line, ...]:
    return board_lines(Board.parse(text), color)


def _found(board: Board, counts: Callable[[Line], bool], color: int | None = None) -> Squares:
    """Return the squares of which a line counts."""
    seen_by = board.turn if color is None else color
    return frozenset(line.square for line in _lines(board.to_string(), seen_by) if counts(line))


def _turns(line: Line) -> bool:
    return line.turns


# Whose squares they are


def _of_color() -> Iterator[Mistake]:
    yield Mistake(
        "it lists the squares of the other side, whichever colour it has",
        "`color` is -1 for black and 1 for white, and so are the discs in the array: compare "
        "cells with `self.color`, and with `-self.color` for the opponent",
        lambda board: _found(board, _turns, -board.turn),
    )
    for color in (BLACK, WHITE):
        yield Mistake(
            f"it always plays {color_name(color)}, whichever colour it was given",
            "keep the argument `color` of the constructor, and use it in place of a fixed "
            f"{color}: -1 is black, 1 is white",
            lambda board, color=color: _found(board, _turns, color),  # type: ignore[misc]
        )


# Where they are


def _of_place(first: Mistake | None) -> Iterator[Mistake]:
    """Go through ways to put squares elsewhere, the legal ones or those of another mistake."""
    yield _moved(
        first,
        "row and column are swapped",
        "an entry is (row, column), and a cell is chessboard[row][column], both from 0 at the "
        "upper left",
        lambda square, _size: (square[1], square[0]),
    )
    yield _moved(
        first,
        "rows and columns are counted from 1",
        "count both from 0: the upper left square is (0, 0)",
        lambda square, _size: (square[0] + 1, square[1] + 1),
    )
    yield _moved(
        first,
        "row and column are swapped, and counted from 1",
        "an entry is (row, column), both from 0 at the upper left",
        lambda square, _size: (square[1] + 1, square[0] + 1),
    )
    yield _moved(
        first,
        "the rows are upside down",
        "row 0 is the first of the array and the upper one",
        lambda square, size: (size - 1 - square[0], square[1]),
    )
    yield _moved(
        first,
        "the columns are mirrored",
        "column 0 is the first of each row, at the left",
        lambda square, size: (square[0], size - 1 - square[1]),
    )


def _moved(
    first: Mistake | None, words: str, advice: str, move: Callable[[Square, int], Square]
) -> Mistake:
    if first is not None:
        words, advice = f"{words}, and {first.words}", f"{advice}; {first.advice}"
    found: Callable[[Board], Squares] = legal_squares if first is None else first.squares
    return Mistake(
        words,
        advice,
        lambda board: frozenset(move(square, board.size) for square in found(board)),
    )


# Directions


def _of_directions(most: int) -> Iterator[Mistake]:
    """Go through what is left out by who forgets directions, the fewest first."""
    for count in range(1, most + 1):
        for missed in combinations(Direction, count):
            yield _without(missed)


def _without(missed: tuple[Direction, ...]) -> Mistake:
    where = ", or ".join(direction.words for direction in missed)
    if missed == _DIAGONALS:
        where = "along diagonals"
    steps = ", ".join(str(direction.value) for direction in missed)
    return Mistake(
        f"it does not look {where}: a move that turns discs there only is missing",
        f"look at your loop over directions: seen from the new disc, {steps} (rows, columns) "
        f"{'is' if len(missed) == 1 else 'are'} missing, or the loop ends before",
        lambda board: _found(board, lambda line: line.turns and line.direction not in missed),
    )


# Edges


def _of_edges() -> Iterator[Mistake]:
    yield Mistake(
        "it leaves out the squares on the edge of the board",
        "rows and columns go from 0 to size - 1: `range(size)`, not `range(1, size - 1)`",
        lambda board: frozenset(
            square for square in legal_squares(board) if not is_border(square, board.size)
        ),
    )
    yield Mistake(
        "it leaves out the last row and the last column",
        "rows and columns go from 0 to size - 1: `range(size)`, not `range(size - 1)`",
        lambda board: frozenset(
            square for square in legal_squares(board) if board.size - 1 not in square
        ),
    )
    yield Mistake(
        "it leaves out the first row and the first column",
        "rows and columns go from 0: `range(size)`, not `range(1, size)`; and 0 is false in "
        "`if row`",
        lambda board: frozenset(square for square in legal_squares(board) if 0 not in square),
    )
    yield Mistake(
        "it does not see its own discs on the edge of the board",
        "walk along a line while `0 <= row < size and 0 <= column < size`: the edge is part of it",
        lambda board: _found(
            board, lambda line: line.turns and not is_border(line.end_square, board.size)
        ),
    )
    yield Mistake(
        "it does not see its own discs in the first row and the first column",
        "walk along a line while `0 <= row` and `0 <= column`: with `0 < row` it ends too soon",
        lambda board: _found(board, lambda line: line.turns and 0 not in line.end_square),
    )
    yield Mistake(
        "it does not see its own discs in the last row and the last column",
        "walk along a line while `row < size` and `column < size`: with `size - 1` it ends too "
        "soon",
        lambda board: _found(
            board, lambda line: line.turns and board.size - 1 not in line.end_square
        ),
    )
    yield Mistake(
        "it does not go on over the opponent's discs on the edge of the board: moves that turn "
        "discs along an edge are missing",
        "walk along a line while `0 <= row < size and 0 <= column < size`: with `0 < row` or "
        "`row < size - 1` it stops at the first disc on the edge",
        lambda board: _found(board, lambda line: line.turns and not _edge(line, 0, board.size - 1)),
    )
    yield Mistake(
        "it does not go on over the opponent's discs in the first row and the first column: moves "
        "that turn discs along them are missing",
        "walk along a line while `0 <= row` and `0 <= column`: with `0 < row` it stops at the "
        "first disc there",
        lambda board: _found(board, lambda line: line.turns and not _edge(line, 0)),
    )
    yield Mistake(
        "it does not go on over the opponent's discs in the last row and the last column: moves "
        "that turn discs along them are missing",
        "walk along a line while `row < size` and `column < size`: with `row < size - 1` it stops "
        "at the first disc there",
        lambda board: _found(board, lambda line: line.turns and not _edge(line, board.size - 1)),
    )
    yield Mistake(
        "it goes on at the other side where a line leaves the board above or at the left",
        "a negative index counts from the end in Python: stop where row or column is below 0",
        lambda board: _found(board, lambda line: line.is_empty and line.own_round),
    )


def _edge(line: Line, *places: int) -> bool:
    """Whether a line runs along an edge that is at one of these rows or columns."""
    return any(
        step == 0 and place in places
        for place, step in zip(line.square, line.direction.value, strict=True)
    )


# Lines


def _of_lines() -> Iterator[Mistake]:
    yield Mistake(
        "it only sees moves that turn a single disc of a line",
        "go on along the line while there are discs of the opponent, and then look for your own",
        lambda board: _found(board, lambda line: line.turns and line.length == 1),
    )
    yield Mistake(
        "it only sees moves that turn several discs of a line",
        "one disc of the opponent between the new disc and your own is enough",
        lambda board: _found(board, lambda line: line.turns and line.length > 1),
    )
    yield Mistake(
        "it takes squares beside an own disc, though no disc is turned",
        "there has to be a disc of the opponent between the new disc and your own",
        lambda board: _found(board, lambda line: line.is_empty and line.end is End.OWN),
    )
    yield Mistake(
        "it looks beyond empty squares",
        "a line ends at the first empty square: then nothing is turned",
        lambda board: _found(board, lambda line: line.is_empty and line.own_later),
    )
    yield Mistake(
        "it counts lines that run to the edge of the board without an own disc at their end",
        "where the edge comes first, nothing is turned",
        lambda board: _found(
            board, lambda line: line.turns or (line.is_empty and line.length > 0 and _to_edge(line))
        ),
    )
    yield Mistake(
        "it takes every empty square beside a disc of the opponent",
        "at the other end of the opponent's discs there has to be one of your own",
        lambda board: _found(board, lambda line: line.is_empty and line.length > 0),
    )
    yield Mistake(
        "it takes every empty square beside a disc",
        "a legal move turns at least one disc of the opponent",
        lambda board: _found(
            board,
            lambda line: line.is_empty and (line.length > 0 or _is_beside(line)),
        ),
    )
    yield Mistake(
        "it takes squares that have a disc already",
        "a move is played on an empty square: `chessboard[row][column] == 0`",
        lambda board: _found(board, lambda line: line.length > 0 and line.end is End.OWN),
    )
    yield Mistake(
        "it takes every empty square",
        "a legal move turns at least one disc of the opponent",
        lambda board: frozenset((square.row, square.column) for square in board.empty),
    )


def _to_edge(line: Line) -> bool:
    return line.end is End.EDGE


def _is_beside(line: Line) -> bool:
    (row, column), (down, right) = line.square, line.direction.value
    return line.end is End.OWN and line.end_square == (row + down, column + right)
