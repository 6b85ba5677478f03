"""Endpoints about openings: their names, the book, the database, and a game by the book."""

import logging
from functools import cache
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from obversi.board import Board
from obversi.book.book import Book, shipped_book
from obversi.errors import ObversiError
from obversi.openings import OPENINGS
from obversi.sql.interface import is_postgres
from obversi.web.explorer.game_databases import UNAVAILABLE, GameDatabases
from obversi.web.explorer.game_review import review_by_book
from obversi.web.explorer.models import BookReview, Explored
from obversi.web.explorer.position import explore
from obversi.web.fair_play import InjectedFairPlay
from obversi.web.games.positions import board_of
from obversi.web.http.etags import NOT_MODIFIED, etag_headers, etag_of, is_current, not_modified
from obversi.web.models import GameRequest, ReplyModel
from obversi.web.services import InjectedServices
from obversi.web.settings import AppSettings

router = APIRouter()

_LOG = logging.getLogger(__name__)


async def _game_databases(request: Request) -> GameDatabases | None:
    databases: GameDatabases | None = request.app.state.game_databases
    return databases


@router.post("/api/explorer")
async def explore_position(
    game: GameRequest,
    services: InjectedServices,
    fair_play: InjectedFairPlay,
    databases: Annotated[GameDatabases | None, Depends(_game_databases)],
) -> Explored:
    """Return the moves of a game's last position: values of the book and results of games."""
    board = board_of(game)
    fair_play.check(board)
    return await services.run_quick(_explored, board, _book(services.settings, board), databases)


@router.post("/api/explorer/game")
async def review_game(
    game: GameRequest, services: InjectedServices, fair_play: InjectedFairPlay
) -> BookReview:
    """Return which move of a game left the book, and what the moves before it lost."""
    board = board_of(game)
    fair_play.check(board)
    return await services.run_quick(review_by_book, board, _book(services.settings, board))


def _book(settings: AppSettings, board: Board) -> Book | None:
    for book in settings.books:
        if (book.size, book.rules) == (board.size, board.rules):
            return book
    return shipped_book(board.size, board.rules)


def _explored(board: Board, book: Book | None, databases: GameDatabases | None) -> Explored:
    if databases is None:
        return explore(board, book)
    try:
        with databases.opened() as database:
            return explore(board, book, database)
    except ObversiError as error:
        # The book's values are available nevertheless.
        problem = _problem(error, databases)
        return explore(board, book).model_copy(update={"problem": problem})


def _problem(error: ObversiError, databases: GameDatabases) -> str:
    """Return the text of an error for clients, without folders or names of other machines."""
    place = databases.place
    if is_postgres(place):
        _LOG.warning("%s", error)
        return UNAVAILABLE
    return str(error).replace(str(place), Path(place).name)


class NamedOpening(ReplyModel):
    """The name of an opening, and its moves from the start."""

    name: str
    moves: str


class OpeningList(ReplyModel):
    """All named openings."""

    openings: list[NamedOpening]


@router.get("/api/openings", responses=NOT_MODIFIED, response_model=OpeningList)
async def openings(request: Request, response: Response) -> OpeningList | Response:
    """Return the names of openings on 8×8, which are constant."""
    answer, etag = _openings()
    if is_current(request, etag):
        return not_modified(etag)
    response.headers.update(etag_headers(etag))
    return answer


@cache
def _openings() -> tuple[OpeningList, str]:
    found = [NamedOpening(name=opening.name, moves="".join(opening.moves)) for opening in OPENINGS]
    return OpeningList(openings=found), etag_of(OPENINGS)
