"""Boards drawn in a diagram."""

from typing import TYPE_CHECKING

from obversi.board import Board
from obversi.color import BLACK, EMPTY
from obversi.move import Move

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_board"]

_FELT, _LINE, _GOLD = "#2f7d5b", "#1d5a40", "#f2b134"
_DISC = {BLACK: ("#1b1d1c", "#000000"), -BLACK: ("#f7f6f0", "#8b8d86")}


def draw_board(diagram: "Axes", board: Board, marks: tuple[str, ...] = ()) -> None:
    """Draw a board as it is seen by black, with frames around some squares."""
    from matplotlib.patches import Circle, Rectangle

    size = board.size
    diagram.add_patch(Rectangle((-0.5, -0.5), size, size, color=_FELT, zorder=0))
    for line in range(size + 1):
        diagram.plot([line - 0.5] * 2, [-0.5, size - 0.5], color=_LINE, lw=0.8)
        diagram.plot([-0.5, size - 0.5], [line - 0.5] * 2, color=_LINE, lw=0.8)
    for (row, column), color in _cells(board):
        fill, edge = _DISC[color]
        diagram.add_patch(Circle((column, row), 0.4, facecolor=fill, edgecolor=edge, zorder=2))
    for mark in marks:
        square = Move(mark)
        corner = (square.column - 0.46, square.row - 0.46)
        frame = Rectangle(corner, 0.92, 0.92, fill=False, edgecolor=_GOLD, lw=2, zorder=3)
        diagram.add_patch(frame)
    diagram.set_xticks(range(size), "abcdefgh"[:size])
    diagram.set_yticks(range(size), [str(row + 1) for row in range(size)])
    diagram.set(xlim=(-0.55, size - 0.45), ylim=(size - 0.45, -0.55), aspect="equal")
    diagram.tick_params(length=0)
    diagram.grid(visible=False)
    diagram.spines[:].set_visible(False)


def _cells(board: Board) -> list[tuple[tuple[int, int], int]]:
    cells = board.to_array()
    return [
        ((row, column), int(cells[row, column]))
        for row in range(board.size)
        for column in range(board.size)
        if cells[row, column] != EMPTY
    ]
