"""The end of a game played perfectly."""

from time import perf_counter

from obversi import _core
from obversi.board import Board, unfinished_board
from obversi.move import Move
from obversi.textbook.found import Found

__all__ = ["perfect"]


def perfect(board: Board) -> Found:
    """Search every line of play to the end of the game, by alpha-beta and with no evaluation.

    The value is the margin that the mover can be sure of; of several best moves one is found. It
    takes a millisecond or so with 12 empty squares and two to three times as long with each more:
    for 20 or more the engine's `solve` is the better choice.

    >>> found = perfect(Board(size=4))
    >>> found.value, found.depth
    (-10.0, 12)
    """
    unfinished_board(board)
    begin = perf_counter()
    found = _core.perfect(*board.bits, board.size, board.rules == "reversed")
    seconds = perf_counter() - begin
    move = Move.from_index(found.move)
    return Found(move, found.value, found.depth, found.nodes, found.evaluations, seconds)
