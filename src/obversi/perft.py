"""Counting lines of play."""

from obversi import _core
from obversi.board import Board
from obversi.numbers import whole_number
from obversi.size import LONGEST_GAME

__all__ = ["perft", "perft_by_move"]

# The core is asked for at most so many plies at once, a fraction of a second even in the middle
# game, so that Ctrl-C works.
_PLIES_AT_ONCE = 7


def perft(board: Board, depth: int) -> int:
    """Count the lines of play of `depth` plies: a pass is one ply, a finished game one leaf."""
    depth = whole_number(depth, "the depth", 0, most=LONGEST_GAME)
    if depth <= _PLIES_AT_ONCE or board.is_over:
        return _core.perft(*board.bits, board.size, depth)
    return sum(perft_by_move(board, depth).values())


def perft_by_move(board: Board, depth: int) -> dict[str, int]:
    """Count the lines of play below each move."""
    rest = whole_number(depth, "the depth", 1) - 1
    below = board.copy(stack=False)
    leaves = {}
    for move in board.legal_moves:
        below.push(move)
        leaves[str(move)] = perft(below, rest)
        below.pop()
    return leaves
