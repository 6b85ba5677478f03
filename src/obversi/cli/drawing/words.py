"""What is said about a board, below its drawing."""

from rich.text import Text

from obversi.board import Board
from obversi.cli.drawing.felt import FELT_DISCS
from obversi.cli.drawing.palette import Palette
from obversi.color import BLACK, WHITE, color_name

__all__ = ["disc_counts", "score_line", "turned_by_move"]


def turned_by_move(board: Board) -> str:
    """List the legal squares with the number of discs that each turns."""
    moves = [move for move in board.legal_moves if not move.is_pass]
    return ", ".join(f"{move} turns {len(board.flips(move))}" for move in moves)


def disc_counts(board: Board) -> str:
    """Say how many discs each player has."""
    return f"black {len(board.black)}, white {len(board.white)}, empty {len(board.empty)}"


def score_line(board: Board, palette: Palette) -> Text:
    """Say the same in colours: each count after a disc on felt."""
    line = Text()
    for color, ink in ((BLACK, palette.black), (WHITE, palette.white)):
        line.append(f" {FELT_DISCS[color + 1]} ", f"bold {ink} on {palette.felt[0]}")
        line.append(f" {color_name(color)} {len(board.discs(color))}", "bold")
        line.append("   ")
    line.append(f"{len(board.empty)} empty", "dim")
    return line
