"""The board that a request describes."""

from obversi.board import Board
from obversi.errors import FormatError, ObversiError
from obversi.formats.record import play
from obversi.formats.transcript import written_moves
from obversi.move import PASS
from obversi.web.http.errors import RequestError
from obversi.web.models import Game

__all__ = ["board_of", "root_of"]


def root_of(game: Game) -> Board:
    """Return the position that a game begins with."""
    if not game.position.strip():
        return Board(game.size, game.rules)
    try:
        board = Board.parse(game.position, game.rules)
    except ObversiError as error:
        raise RequestError(f"'position' is no board: {error}", "position") from error
    if board.size != game.size:
        raise RequestError(
            f"'position' is a board of {board.size}×{board.size}, "
            f"but 'size' says {game.size}×{game.size}",
            "position",
        )
    return board


def board_of(game: Game) -> Board:
    """Return the last position of a game, with its moves on the stack.

    Passes are played where they are due, at the end too: there is a legal move then, or the game is
    over.
    """
    board = root_of(game)
    for number, written in enumerate(written_moves(game.moves), start=1):
        try:
            play(board, written)
        except FormatError as error:
            raise RequestError(f"move {number} of 'moves': {error.reason}", "moves") from error
    if board.must_pass:
        board.push(PASS)
    return board
