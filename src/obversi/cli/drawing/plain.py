"""Boards without colours."""

from obversi.board import Board
from obversi.board_text import LETTER_DISCS, UNICODE_DISCS
from obversi.cli.drawing.marks import Marks
from obversi.move import Move

__all__ = ["draw_plain"]

_NO_MARKS = Marks()
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
