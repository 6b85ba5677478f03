"""Endpoints about the arena's tournaments."""

import asyncio
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from obversi import __version__
from obversi.sqlite_file import explain_damage
from obversi.web.http.etags import NOT_MODIFIED, etag_headers, etag_of, is_current, not_modified
from obversi.web.services import InjectedServices
from obversi.web.tournaments.models import (
    LARGEST,
    Arena,
    ArenaGame,
    GamesPart,
    GamesQuery,
    TournamentReply,
)
from obversi.web.tournaments.ratings import RatingsCounter
from obversi.web.tournaments.reader import ArenaReader
from obversi.web.tournaments.standings import StandingsShown, TournamentSnapshot, tournament_reply

router = APIRouter()

Number = Annotated[int, Path(ge=1, le=LARGEST, description="The number of a tournament.")]
GameNumber = Annotated[int, Path(ge=0, le=LARGEST, description="The number of a game in it.")]


@dataclass(frozen=True, slots=True)
class ArenaService:
    """Reads the arena's database and calculates ratings; an app has one."""

    reader: ArenaReader
    ratings: RatingsCounter


async def _arena_service(request: Request, services: InjectedServices) -> ArenaService:
    state = request.app.state
    if not hasattr(state, "arena"):
        reader = ArenaReader(services.settings.arena)
        state.arena = ArenaService(reader, RatingsCounter(reader))
    service: ArenaService = state.arena
    return service


InjectedArena = Annotated[ArenaService, Depends(_arena_service)]


@router.get("/api/arena")
async def arena(service: InjectedArena) -> Arena:
    """Return the tournaments of the database, the last one first."""
    return await asyncio.to_thread(service.reader.list_all)


@router.get("/api/arena/{number}", responses=NOT_MODIFIED, response_model=TournamentReply)
async def tournament(
    number: Number, request: Request, response: Response, service: InjectedArena
) -> TournamentReply | Response:
    """Return a tournament with its standings, also while it is running."""
    seen = await asyncio.to_thread(service.reader.see, number)
    etag = _etag(service, seen, seen.stored.games, is_pending=False)
    if is_current(request, etag):
        return not_modified(etag)
    seen, shown = await service.ratings.standings(seen)
    etag = _etag(service, seen, shown.rated_games, is_pending=shown.is_pending)
    if is_current(request, etag):
        return not_modified(etag)
    response.headers.update(etag_headers(etag))
    return await asyncio.to_thread(_answer, service, seen, shown)


@router.get("/api/arena/{number}/games")
async def games(
    number: Number, query: Annotated[GamesQuery, Query()], service: InjectedArena
) -> GamesPart:
    """Return games of a tournament."""
    return await asyncio.to_thread(service.reader.list_games, number, query)


@router.get("/api/arena/{number}/games/{game}")
async def game(number: Number, game: GameNumber, service: InjectedArena) -> ArenaGame:
    """Return a game of a tournament, with its moves."""
    return await asyncio.to_thread(service.reader.game, number, game)


def _answer(
    service: ArenaService, seen: TournamentSnapshot, shown: StandingsShown
) -> TournamentReply:
    path = service.reader.path
    with service.reader.map_errors(), explain_damage(path, f"tournament {seen.stored.number}"):
        return tournament_reply(seen, shown, path)


def _etag(
    service: ArenaService, seen: TournamentSnapshot, rated_games: int | None, *, is_pending: bool
) -> str:
    """Return the ETag of the standings, which depend on the games."""
    path = service.reader.path
    return etag_of(__version__, path, seen.stored, seen.state, rated_games, is_pending)
