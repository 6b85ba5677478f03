"""Boards for the terminal: on green felt where there are colours, plain elsewhere."""

from dataclasses import dataclass
from typing import Final

from rich.text import Text

from obversi.board import Board
from obversi.board_text import LETTER_DISCS
from obversi.color import BLACK, EMPTY
from obversi.move import Move

__all__ = ["disc_counts", "draw_in_colors", "draw_plain", "turned_by_move"]


@dataclass(frozen=True, slots=True)
class _Palette:
    felt: tuple[str, str]
    black: str
    white: str
    legal: str
    mark: str


# The two greens alternate, so that squares can be told apart without lines between them. They are
# given for each kind of terminal, because the nearest of its colours need not be green.
_PALETTES: Final = {
    "truecolor": _Palette(
        felt=("#2f7d5b", "#28704f"),
        black="bold #0b0d0c",
        white="bold #ffffff",
        legal="#a8d8bd",
        mark="bold #ffd24a",
    ),
    "256": _Palette(
        felt=("color(29)", "color(35)"),
        black="bold color(16)",
        white="bold color(231)",
        legal="color(157)",
        mark="bold color(226)",
    ),
    "standard": _Palette(
        felt=("green", "green"),
        black="black",
        white="bold bright_white",
        legal="black",
        mark="bold bright_yellow",
    ),
}
_FRAME: Final = "dim"

# On felt an outline would look like a hole; two different full discs can be told apart even where
# the text is copied without its colours.
_FELT_DISCS: Final = ("●", " ", "◉", "×")


def draw_plain(board: Board, unicode: bool, last_move: Move | None = None) -> str:
    """Draw a board and its status without colours, the last move between brackets."""
    lines = (board.unicode() if unicode else str(board)).split("\n")
    if last_move is not None and not last_move.is_pass:
        row, left = last_move.row + 1, 2 * last_move.column + 1
        line = lines[row].ljust(left + 3)
        marked = f"{line[:left]}[{line[left + 1]}]{line[left + 3 :]}"
        lines[row] = marked.rstrip()
    return "\n".join(lines)


def draw_in_colors(
    board: Board, unicode: bool, color_system: str, last_move: Move | None = None
) -> Text:
    """Draw a board on felt, without its status, in the colours of a kind of terminal."""
    palette = _PALETTES.get(color_system, _PALETTES["standard"])
    drawing = Text("  " + "".join(f" {column} " for column in "abcdefgh"[: board.size]))
    drawing.stylize(_FRAME)
    for row in range(board.size):
        drawing.append(f"\n{row + 1} ", _FRAME)
        for column in range(board.size):
            drawing.append_text(_cell(board, Move.at(row, column), unicode, last_move, palette))
    return drawing


def _cell(
    board: Board, square: Move, unicode: bool, last_move: Move | None, palette: _Palette
) -> Text:
    left, right = "[]" if square == last_move else "  "
    symbol, style = _symbol(board, square, unicode, palette)
    felt = palette.felt[(square.row + square.column) % 2]
    parts = [(left, palette.mark), (symbol, style), (right, palette.mark)]
    return Text.assemble(*parts, style=f"on {felt}")


def _symbol(board: Board, square: Move, unicode: bool, palette: _Palette) -> tuple[str, str]:
    letters = _FELT_DISCS if unicode else LETTER_DISCS
    disc = board[square]
    if disc == EMPTY:
        return (letters[3] if board.is_legal(square) else " ", palette.legal)
    return (letters[disc + 1], palette.black if disc == BLACK else palette.white)


def turned_by_move(board: Board) -> str:
    """List the legal squares with the number of discs that each turns."""
    moves = [move for move in board.legal_moves if not move.is_pass]
    return ", ".join(f"{move} turns {len(board.flips(move))}" for move in moves)


def disc_counts(board: Board) -> str:
    """Say how many discs each player has."""
    return f"black {len(board.black)}, white {len(board.white)}, empty {len(board.empty)}"
