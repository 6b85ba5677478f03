"""Endpoints about openings: a position in the book and the database, and a game by the book."""

from fastapi import APIRouter

from obversi.board import Board
from obversi.book import Book, shipped_book
from obversi.database import GameDatabase
from obversi.errors import ObversiError
from obversi.web.explorer.game_review import review_by_book
from obversi.web.explorer.models import BookReview, Explored
from obversi.web.explorer.positions import explore
from obversi.web.fair_play import FairPlayHere
from obversi.web.games.positions import board_of
from obversi.web.models import Game
from obversi.web.services import ServicesHere
from obversi.web.settings import AppSettings

__all__ = ["router"]

router = APIRouter()


@router.post("/api/explorer")
async def explore_position(game: Game, services: ServicesHere, fair_play: FairPlayHere) -> Explored:
    """Return the moves of a game's last position: values of the book and results of games."""
    board = board_of(game)
    fair_play.check(board)
    return await services.run_quick(_explored, services.settings, board)


@router.post("/api/explorer/game")
async def review_game(game: Game, services: ServicesHere, fair_play: FairPlayHere) -> BookReview:
    """Return which move of a game left the book, and what the moves before it lost."""
    board = board_of(game)
    fair_play.check(board)
    return await services.run_quick(review_by_book, board, _book(services.settings, board))


def _book(settings: AppSettings, board: Board) -> Book | None:
    for book in settings.books:
        if (book.size, book.rules) == (board.size, board.rules):
            return book
    return shipped_book(board.size, board.rules)


def _explored(settings: AppSettings, board: Board) -> Explored:
    book, path = _book(settings, board), settings.game_database
    if path is None:
        return explore(board, book)
    try:
        with GameDatabase.open(path) as database:  # it belongs to the thread that opened it
            return explore(board, book, database)
    except ObversiError as error:
        # The book's values are there nevertheless.
        problem = str(error).replace(str(path), path.name)
        return explore(board, book).model_copy(update={"problem": problem})
