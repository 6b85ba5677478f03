"""Boards on green felt, small: a line a row, which fits into any window."""

from typing import Final

from rich.text import Text

from obversi.board import Board
from obversi.board_text import LETTER_DISCS
from obversi.cli.drawing.marks import Marks
from obversi.cli.drawing.palette import Palette
from obversi.color import BLACK, EMPTY
from obversi.move import Move

__all__ = ["FELT_DISCS", "FRAME", "draw_small"]

FRAME: Final = "dim"

# On felt an outline would look like a hole; two different full discs can be told apart even where
# the text is copied without its colours.
FELT_DISCS: Final = ("●", " ", "◉", "×")

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
