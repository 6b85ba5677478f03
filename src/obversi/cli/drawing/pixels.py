"""Boards on green felt, large: round discs, each painted in pixels of half a letter."""

from dataclasses import dataclass
from functools import cache
from itertools import groupby
from math import hypot
from typing import Final, Literal

from rich.style import Style
from rich.text import Text

from obversi.board import Board
from obversi.cli.drawing.felt import FRAME
from obversi.cli.drawing.marks import Marks
from obversi.cli.drawing.palette import Palette
from obversi.color import BLACK, EMPTY
from obversi.move import Move

__all__ = ["SCALES", "Scale", "draw_large"]


@dataclass(frozen=True, slots=True)
class Scale:
    """The size of a cell in letters, and the diameter of a disc in pixels.

    A letter is two pixels, one above the other. Columns and diameter are both odd or both even, so
    that discs are in the middle from left to right; an odd one leaves its free row below.
    """

    columns: int
    rows: int
    diameter: int

    def width(self, size: int) -> int:
        """Return how wide the drawing of a board is."""
        return 2 + self.columns * size

    def height(self, size: int) -> int:
        """Return how many lines it takes."""
        return 1 + self.rows * size

    @property
    def radius(self) -> float:
        """Half of the diameter, and a little more: corners would look cut off otherwise."""
        return self.diameter / 2 + 0.1

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of a disc, in pixels from the left and from the top of the cell."""
        return self.columns / 2, self.rows - self.diameter % 2 / 2


# The largest first. A letter is about twice as high as wide, so that the cells are nearly square.
SCALES: Final = (Scale(8, 4, 6), Scale(7, 3, 5), Scale(5, 2, 3))

# What lies in the middle of a cell, and its radius as a share of that of a disc.
_Dot = Literal["", "legal", "last", "turned"]
_DOT_SHARE: Final = {"": 0.0, "legal": 0.4, "last": 0.5, "turned": 0.34}

# Points along a side of a pixel at which it is asked whether a disc covers it.
_POINTS = 4

_UPPER_HALF = "▀"
_NO_MARKS = Marks()


def draw_large(board: Board, palette: Palette, scale: Scale, marks: Marks = _NO_MARKS) -> Text:
    """Draw a board without its status, with a dot on the last move and on what it turned."""
    drawing = Text("  ")
    for letter in "abcdefgh"[: board.size]:
        drawing.append(letter.center(scale.columns))
    drawing.stylize(FRAME)
    for row in range(board.size):
        for line in range(scale.rows):
            label = f"{row + 1} " if line == (scale.rows - 1) // 2 else "  "
            drawing.append(f"\n{label}", FRAME)
            for column in range(board.size):
                square = Move.at(row, column)
                drawing.append_text(_line_of_cell(board, square, line, palette, scale, marks))
    return drawing


def _line_of_cell(
    board: Board, square: Move, line: int, palette: Palette, scale: Scale, marks: Marks
) -> Text:
    felt = palette.felt[(square.row + square.column) % 2]
    if value := marks.value_text(square):
        if line != (scale.rows - 1) // 2:
            return Text(scale.columns * " ", f"on {felt}")
        best = marks.is_best(square)
        style = f"bold {palette.mark}" if best else palette.white
        text = f"[{value}]" if best else value
        return Text(text.center(scale.columns), f"{style} on {felt}")
    pixels = _pixels(palette, felt, board[square], _dot(board, square, marks), scale)
    return _letters(pixels[2 * line], pixels[2 * line + 1])


def _dot(board: Board, square: Move, marks: Marks) -> _Dot:
    if square == marks.last_move:
        return "last"
    if square in marks.turned:
        return "turned"
    return "legal" if board.is_legal(square) and not marks.values else ""


def _letters(upper: tuple[str, ...], lower: tuple[str, ...]) -> Text:
    """Write two rows of pixels as one of letters; those alike go together, to be sent faster."""
    line = Text()
    for (above, below), alike in groupby(zip(upper, lower, strict=True)):
        count = len(list(alike))
        if above == below:
            line.append(count * " ", Style(bgcolor=below))
        else:
            line.append(count * _UPPER_HALF, Style(color=above, bgcolor=below))
    return line


@cache
def _pixels(
    palette: Palette, felt: str, disc: int, dot: _Dot, scale: Scale
) -> tuple[tuple[str, ...], ...]:
    """Paint a cell: rows of colours, the uppermost first."""
    middle_x, middle_y = scale.centre
    layers = []
    if disc != EMPTY:
        layers.append((palette.black if disc == BLACK else palette.white, scale.radius))
    if dot:
        layers.append((_dot_color(palette, disc, dot), scale.radius * _DOT_SHARE[dot]))
    rows = []
    for y in range(2 * scale.rows):
        row = []
        for x in range(scale.columns):
            color = felt
            for above, radius in layers:
                share = _covered(x - middle_x, y - middle_y, radius)
                color = palette.mixed(color, above, share)
            row.append(color)
        rows.append(tuple(row))
    return tuple(rows)


def _dot_color(palette: Palette, disc: int, dot: _Dot) -> str:
    if dot == "legal":
        return palette.legal
    if dot == "turned":
        return palette.turned
    return palette.last_on_black if disc == BLACK else palette.last_on_white


def _covered(left: float, top: float, radius: float) -> float:
    """Return the share of a pixel that a circle around the origin covers."""
    steps = [(step + 0.5) / _POINTS for step in range(_POINTS)]
    inside = sum(hypot(left + dx, top + dy) < radius for dx in steps for dy in steps)
    return inside / _POINTS**2
