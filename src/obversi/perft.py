"""Counting lines of play."""

from collections.abc import Iterator

from obversi import _core
from obversi.arguments import whole_number
from obversi.board import Board, checked_board
from obversi.move import Move
from obversi.size import LONGEST_GAME

# The most plies in one call of the core: a fraction of a second even in the middle
# game, so that Ctrl-C works.
_PLIES_AT_ONCE = 7

# `perft_parts` splits the work at this ply: 56 parts from the start.
_PLIES_SPLIT = 3


def perft(board: Board, depth: int) -> int:
    """Count the lines of play of `depth` plies: a pass is one ply, a finished game one line.

    >>> perft(Board(), 6)
    8200
    """
    depth = whole_number(depth, "the depth", 0, most=LONGEST_GAME)
    if checked_board(board).is_over or depth <= _PLIES_AT_ONCE:
        return _core.perft(*board.bits, board.size, depth)
    return sum(perft_by_move(board, depth).values())


def perft_by_move(board: Board, depth: int) -> dict[str, int]:
    """Count the lines of play below each move.

    >>> perft_by_move(Board(), 3)
    {'d3': 14, 'c4': 14, 'f5': 14, 'e6': 14}
    """
    rest = whole_number(depth, "the depth", 1) - 1
    below = checked_board(board).copy(stack=False)
    lines = {}
    for move in board.legal_moves:
        below.push(move)
        lines[str(move)] = perft(below, rest)
        below.pop()
    return lines


def perft_parts(board: Board, depth: int) -> list[tuple[Move, Board, int]]:
    """Split the counting of `perft_by_move` into short parts, for a progress display.

    A part is the first move, a board some plies later, and the plies that are left to count there.
    There is none at depth 0 and when the game is over.
    """
    plies = min(whole_number(depth, "the depth", 0), _PLIES_SPLIT)
    lines = _lines(checked_board(board), plies)
    return [(line[0], after, depth - plies) for line, after in lines if line]


def _lines(board: Board, plies: int) -> Iterator[tuple[list[Move], Board]]:
    """Yield the lines of this number of plies, or fewer if the game is over."""
    if plies == 0 or board.is_over:
        yield [], board
        return
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        for line, end in _lines(after, plies - 1):
            yield [move, *line], end
