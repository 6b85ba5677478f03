"""Perfect play on 6×6: what the moves of the first plies are worth, without a search.

>>> from obversi import Board
>>> {str(move): margin for move, margin in known(Board(size=6)).items()}
{'c2': -4, 'b3': -4, 'e4': -4, 'd5': -4}
>>> known(Board(size=8)) is None
True
"""

from obversi.board import Board, checked_board
from obversi.move import Move
from obversi.perfect.table import SIZE, key_of, table_of

__all__ = ["best_line", "known", "margin"]


def known(board: Board) -> dict[Move, int] | None:
    """Return the exact margin of every move for the mover, or None if the table has not all.

    The table holds early positions of 6×6. When a game is over there is nothing to know.
    """
    if checked_board(board).size != SIZE or board.is_over:
        return None
    return table_of(board.rules).margins(board)


def margin(board: Board) -> int | None:
    """Return the exact margin of the mover, or None if the table has not the position.

    It has positions of which it does not know every move: those where it ends.
    """
    if checked_board(board).size != SIZE:
        return None
    return table_of(board.rules).values.get(key_of(board))


def best_line(board: Board) -> list[Move]:
    """Return best moves of both sides from here on, as far as the table goes."""
    return table_of(board.rules).best_line(board) if checked_board(board).size == SIZE else []
