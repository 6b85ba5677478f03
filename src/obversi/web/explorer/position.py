"""A position in the book and in the database: its moves with values and results, and lines."""

from obversi.board import Board
from obversi.book.book import Book
from obversi.database.database import GameDatabase
from obversi.database.results import MoveResults
from obversi.move import PASS, Move
from obversi.openings import name_of
from obversi.web.explorer.models import Explored, ExplorerMove, MoveInBook, Played, ValueInBook
from obversi.web.games.positions import color_of

# A popular line continues while at least this number of games does, for at most so many moves.
_FEWEST_GAMES = 2
_LONGEST_LINE = 10


def explore(board: Board, book: Book | None, database: GameDatabase | None = None) -> Explored:
    """Return the data about a position that has a legal move or is the end of a game."""
    played = None if database is None else database.moves(board)
    moves = [] if board.is_over else _moves(board, book, played)
    return Explored(
        turn=None if board.is_over else color_of(board.turn),
        opening=name_of(board),
        book=None if book is None else _value_in_book(book, board),
        games=None if played is None else played.games,
        moves=sorted(moves, key=_order),
        best_line=[] if book is None else [move for move in book.line(board) if move is not PASS],
        popular_line=[] if database is None else _popular_line(database, board, played or []),
        problem=None,
    )


def _moves(board: Board, book: Book | None, played: list[MoveResults] | None) -> list[ExplorerMove]:
    in_book = {} if book is None else {known.move: known for known in book.moves(board)}
    best = set() if book is None else {known.move for known in book.best_moves(board)}
    results = {} if played is None else _results_by_position(board, played)
    found = []
    for move in board.legal_moves:
        after = _after(board, move)
        known = in_book.get(move)
        found.append(
            ExplorerMove(
                move=move,
                opening=name_of(after),
                best=move in best,
                book=None if known is None else MoveInBook.copy_of(known),
                played=None if played is None else _results(results.get(_image(after))),
            )
        )
    return found


def _value_in_book(book: Book, board: Board) -> ValueInBook | None:
    value = book.value(board)
    if value is None or board.is_over:
        return None
    best = next(iter(book.best_moves(board)), None)
    return ValueInBook(
        value=value,
        exact=book.is_exact(board),
        depth=None if best is None else best.depth,
        selectivity=None if best is None else best.selectivity,
    )


def _results_by_position(board: Board, played: list[MoveResults]) -> dict[str, MoveResults]:
    # If several moves lead to images of one position, the database has only one of them.
    return {_image(_after(board, each.move)): each for each in reversed(played)}


def _results(played: MoveResults | None) -> Played:
    if played is None:
        return Played(games=0, wins=0, draws=0, losses=0, mean_margin=None)
    return Played.copy_of(played)


def _order(move: ExplorerMove) -> tuple[bool, int, int]:
    """Sort by the value in the book, then by the number of games."""
    value = 0 if move.book is None else -move.book.value
    return move.book is None, value, 0 if move.played is None else -move.played.games


def _popular_line(database: GameDatabase, board: Board, played: list[MoveResults]) -> list[str]:
    """Return the moves that most games continue with; `played` are those of the board."""
    line: list[str] = []
    shown = board.copy(stack=False)
    while played and played[0].games >= _FEWEST_GAMES:
        line.append(played[0].move)
        shown.push(played[0].move)
        if len(line) == _LONGEST_LINE or shown.is_over:
            break
        if shown.must_pass:
            shown.push(PASS)
        played = database.moves(shown)
    return line


def _after(board: Board, move: Move) -> Board:
    after = board.copy()
    after.push(move)
    return after


def _image(board: Board) -> str:
    """Return the same text for all images of a position."""
    return board.canonical().to_string()
