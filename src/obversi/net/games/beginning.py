"""Where games and analyses begin, as requests say it."""

from obversi.board import Board
from obversi.errors import FormatError, ObversiError
from obversi.formats.record import play
from obversi.formats.transcript import written_moves
from obversi.move import PASS
from obversi.net.games.refusal import RefusedError
from obversi.wire.session import Analyse, Arrange, ErrorCode, Join

__all__ = ["begun_board"]


def begun_board(request: Join | Arrange | Analyse) -> Board:
    """Return the board that a request describes, with its moves on the stack and no pass due."""
    board = _first_board(request)
    try:
        for written in written_moves(request.moves):
            play(board, written)
    except FormatError as error:
        raise RefusedError(ErrorCode.ILLEGAL, f"'moves' cannot be played: {error}") from error
    if board.must_pass:
        board.push(PASS)
    if board.is_over:
        raise RefusedError(ErrorCode.OVER, f"there is nothing left to play: {board.status()}")
    return board


def _first_board(request: Join | Arrange | Analyse) -> Board:
    if not request.position:
        return Board(request.size, request.rules)
    try:
        board = Board.parse(request.position, request.rules)
    except ObversiError as error:
        raise RefusedError(ErrorCode.FORMAT, f"'position' is no board: {error}") from error
    if board.size != request.size:
        size = f"{board.size}×{board.size}"
        raise RefusedError(
            ErrorCode.FORMAT, f"'position' is of {size} squares, and 'size' is {request.size}"
        )
    return board
