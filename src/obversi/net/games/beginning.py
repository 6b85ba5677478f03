"""Where games and analyses begin, and the games that are reviewed, as requests say it."""

from obversi.board import Board
from obversi.errors import FormatError, ObversiError
from obversi.formats.record import play
from obversi.formats.transcript import written_moves
from obversi.move import PASS
from obversi.net.games.refusal import RefusedError
from obversi.wire.session import Analyse, Arrange, ErrorCode, Join, Review

__all__ = ["begun_board", "played_board"]


def begun_board(request: Join | Arrange | Analyse) -> Board:
    """Return the board that a request describes, with its moves on the stack and no pass due."""
    board = played_board(request)
    if board.is_over:
        raise RefusedError(ErrorCode.OVER, f"there is nothing left to play: {board.status()}")
    return board


def played_board(request: Join | Arrange | Analyse | Review) -> Board:
    """Return the board that a request describes, as `begun_board` does; the game may be over."""
    board = _first_board(request)
    try:
        for written in written_moves(request.moves):
            play(board, written)
    except FormatError as error:
        raise RefusedError(ErrorCode.ILLEGAL, f"'moves' cannot be played: {error}") from error
    if board.must_pass:
        board.push(PASS)
    return board


def _first_board(request: Join | Arrange | Analyse | Review) -> Board:
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
