"""Boards for the terminal: on green felt where there are colours, elsewhere plain text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from math import hypot
from types import MappingProxyType
from typing import Literal

from rich.color import Color, blend_rgb
from rich.style import Style
from rich.text import Text

from obversi.analysis import margin_text
from obversi.board import LETTER_DISCS, UNICODE_DISCS, Board
from obversi.color import BLACK, EMPTY
from obversi.move import Move
from obversi.squares import SquareSet


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by name, as Rich reads them; they can be mixed where a terminal shows any colour.

    The mark of the last move has two colours, one for each disc.
    """

    felt: tuple[str, str]
    black: str
    white: str
    legal: str
    mark: str
    last_on_black: str
    last_on_white: str
    turned: str
    can_mix: bool = False

    def mixed(self, below: str, above: str, share: float) -> str:
        """Return one colour laid over another that it covers to a share."""
        if not self.can_mix or share in (0.0, 1.0):
            return above if share >= 0.5 else below
        first, second = (Color.parse(color).get_truecolor() for color in (below, above))
        return blend_rgb(first, second, share).hex


# The two greens alternate, so that squares are visible without lines between them. They are
# given for each kind of terminal, because the nearest of its colours need not be green.
_PALETTES = MappingProxyType(
    {
        "truecolor": Palette(
            felt=("#2f7d5b", "#28704f"),
            black="#0b0d0c",
            white="#f7f6f0",
            legal="#a8d8bd",
            mark="#ffd24a",
            last_on_black="#f2b134",
            last_on_white="#c2410c",
            turned="#8a938e",
            can_mix=True,
        ),
        "256": Palette(
            felt=("color(29)", "color(35)"),
            black="color(16)",
            white="color(231)",
            legal="color(157)",
            mark="color(226)",
            last_on_black="color(214)",
            last_on_white="color(160)",
            turned="color(246)",
        ),
        "standard": Palette(
            felt=("green", "green"),
            black="black",
            white="bright_white",
            legal="black",
            mark="bright_yellow",
            last_on_black="bright_yellow",
            last_on_white="red",
            turned="bright_black",
        ),
    }
)


def palette_of(color_system: str) -> Palette:
    """Return the colours for a kind of terminal, by the name that Rich has for it."""
    return _PALETTES.get(color_system, _PALETTES["standard"])


@dataclass(frozen=True, slots=True)
class Marks:
    """The last move, the discs that it turned, and the values of squares for the mover."""

    last_move: Move | None = None
    turned: SquareSet = field(default_factory=SquareSet)
    values: Mapping[Move, int] = field(default_factory=dict)

    @classmethod
    def of(
        cls, board: Board, last_move: Move | None = None, values: Mapping[Move, int] | None = None
    ) -> "Marks":
        """Mark a move, and the discs that it turned if it is the last move on the board."""
        placed = None if last_move is None or last_move.is_pass else last_move
        turned = SquareSet()
        if placed is not None and board.ply and board.peek() == placed:
            before = board.copy()
            before.pop()
            turned = before.flips(placed)
        return cls(placed, turned, values or {})

    def value_text(self, square: Move) -> str:
        """Return the value of a square, or an empty text if it is unknown."""
        return margin_text(self.values[square]) if square in self.values else ""

    def is_best(self, square: Move) -> bool:
        """Whether no other square has a larger value."""
        return square in self.values and self.values[square] == max(self.values.values())


FRAME = "dim"

# On felt an outline would look like a hole; two different full discs can be distinguished even if
# the text is copied without its colours.
FELT_DISCS = ("●", " ", "◉", "×")

_NO_MARKS = Marks()


def draw_small(board: Board, unicode: bool, palette: Palette, marks: Marks = _NO_MARKS) -> Text:
    """Draw a board without its status: the last move in brackets, what it turned in round ones."""
    drawing = Text("  " + "".join(f" {column} " for column in "abcdefgh"[: board.size]))
    drawing.stylize(FRAME)
    for row in range(board.size):
        drawing.append(f"\n{row + 1} ", FRAME)
        for column in range(board.size):
            drawing.append_text(_cell(board, Move.at(row, column), unicode, palette, marks))
    return drawing


def _cell(board: Board, square: Move, unicode: bool, palette: Palette, marks: Marks) -> Text:
    felt = palette.felt[(square.row + square.column) % 2]
    if value := marks.value_text(square):
        style = f"bold underline {palette.mark}" if marks.is_best(square) else palette.legal
        return Text.assemble((f"{value:^3}"[:3], style), style=f"on {felt}")
    left, right = "  "
    if square == marks.last_move:
        left, right = "[]"
    elif square in marks.turned:
        left, right = "()"
    symbol, style = _symbol(board, square, unicode, palette)
    mark = f"bold {palette.mark}" if square == marks.last_move else palette.legal
    parts = [(left, mark), (symbol, style), (right, mark)]
    return Text.assemble(*parts, style=f"on {felt}")


def _symbol(board: Board, square: Move, unicode: bool, palette: Palette) -> tuple[str, str]:
    letters = FELT_DISCS if unicode else LETTER_DISCS
    disc = board[square]
    if disc == EMPTY:
        return (letters[3] if board.is_legal(square) else " ", palette.legal)
    return (letters[disc + 1], f"bold {palette.black if disc == BLACK else palette.white}")


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
SCALES = (Scale(8, 4, 6), Scale(7, 3, 5), Scale(5, 2, 3))

# What lies in the middle of a cell, and its radius as a share of that of a disc.
_Dot = Literal["", "legal", "last", "turned"]
_DOT_SHARE = {"": 0.0, "legal": 0.4, "last": 0.5, "turned": 0.34}

# Sample points along a side of a pixel, to compute how much of it a disc covers.
_POINTS = 4

_UPPER_HALF = "▀"


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
    """Write two rows of pixels as one row of letters; equal neighbours are sent together."""
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


_WIDTH_WITH_VALUES = 5


def draw_plain(board: Board, unicode: bool, marks: Marks = _NO_MARKS) -> str:
    """Draw a board and its status, the last move between brackets.

    Where squares have values the cells are wide enough for them, and the brackets are for the best.
    """
    if marks.values:
        return "\n".join([*_rows_with_values(board, unicode, marks), board.status()])
    lines = (board.unicode() if unicode else str(board)).split("\n")
    if marks.last_move is not None:
        row, left = marks.last_move.row + 1, 2 * marks.last_move.column + 1
        line = lines[row].ljust(left + 3)
        marked = f"{line[:left]}[{line[left + 1]}]{line[left + 3 :]}"
        lines[row] = marked.rstrip()
    return "\n".join(lines)


def _rows_with_values(board: Board, unicode: bool, marks: Marks) -> list[str]:
    letters = UNICODE_DISCS if unicode else LETTER_DISCS
    width = _WIDTH_WITH_VALUES
    rows = ["  " + "".join(column.center(width) for column in "abcdefgh"[: board.size])]
    for row in range(board.size):
        cells = []
        for column in range(board.size):
            square = Move.at(row, column)
            text = marks.value_text(square) or (
                letters[3] if board.is_legal(square) else letters[board[square] + 1]
            )
            cells.append((f"[{text}]" if marks.is_best(square) else text).center(width))
        rows.append(f"{row + 1} {''.join(cells)}")
    return [row.rstrip() for row in rows]
