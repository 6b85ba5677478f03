"""The board of a request, and the positions of a game for the pages."""

from collections.abc import Iterator

from obversi.board import Board
from obversi.color import BLACK, Color
from obversi.errors import FormatError, ObversiError
from obversi.formats.record import play
from obversi.formats.transcript import written_moves
from obversi.move import PASS
from obversi.net.games.position_text import position_words, square_names
from obversi.openings import names_along
from obversi.squares import SquareSet
from obversi.web.http.errors import RequestError
from obversi.web.models import ColorName, End, GameRequest, Legal, Node


def root_of(game: GameRequest) -> Board:
    """Return the start position of a game."""
    if not game.position.strip():
        return Board(game.size, game.rules)
    try:
        board = Board.parse(game.position, game.rules)
    except ObversiError as error:
        raise RequestError(f"'position' is not a board: {error}", "position") from error
    if board.size != game.size:
        raise RequestError(
            f"'position' is a board of {board.size}×{board.size}, "
            f"but 'size' is {game.size}×{game.size}",
            "position",
        )
    return board


def board_of(game: GameRequest) -> Board:
    """Return the last position of a game, with its moves on the stack.

    Passes are added where needed, also at the end: the last position has a legal move or the game
    is over.
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


def nodes_of(board: Board, since: int = 0) -> Iterator[Node]:
    """Yield the positions of a game, from a ply on; ply 0 is the start."""
    shown = board.root()
    flips = SquareSet()
    openings = names_along(board)
    for ply, move in enumerate([None, *board.move_stack]):
        if move is not None:
            flips = SquareSet() if move.is_pass else shown.flips(move)
            shown.push(move)
        if ply >= since:
            yield _node(shown, flips, openings[ply])


def color_of(color: Color) -> ColorName:
    """Return the name of a colour in replies."""
    return "black" if color == BLACK else "white"


def end_of(board: Board) -> End | None:
    """Return the outcome of a game, or None if it is not over."""
    outcome = board.outcome()
    if outcome is None:
        return None
    winner = None if outcome.winner is None else color_of(outcome.winner)
    return End(winner=winner, margin=outcome.margin, text=board.status())


def _node(board: Board, flips: SquareSet, opening: str | None) -> Node:
    played = board.peek() if board.ply else None
    black, white = len(board.black), len(board.white)
    # Without validation: a page may request a whole game.
    return Node.model_construct(
        ply=board.ply,
        move=played,
        mover=None if played is None else color_of(-board.turn),
        flips=list(flips),
        board=board.to_string()[:-2],
        turn=None if board.is_over else color_of(board.turn),
        legal=[
            Legal.model_construct(move=move, flips=square_names(board.flip_bits(move)))
            for move in board.legal_moves
            if not move.is_pass
        ],
        black=black,
        white=white,
        empties=board.size**2 - black - white,
        opening=opening,
        end=end_of(board),
        text=position_words(board, flips),
    )
