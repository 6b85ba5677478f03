"""The arena's tournaments, by HTTP."""

import asyncio
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from obversi import __version__
from obversi.arena.store.problems import whole
from obversi.web.http.known import SAME, cached_headers, has_already, mark_of, same_as_before
from obversi.web.services import ServicesHere
from obversi.web.tournaments.answers import StandingsShown, TournamentSeen, tournament_answer
from obversi.web.tournaments.models import Arena, ArenaGame, GamesPart, TournamentAnswer
from obversi.web.tournaments.ratings_desk import RatingsDesk
from obversi.web.tournaments.reader import ArenaReader, GamesWanted

__all__ = ["ArenaDesk", "router"]

# What JavaScript can count to; SQLite goes further.
_LARGEST: Final = 2**53 - 1
_MOST_GAMES: Final = 500
_LONGEST_LABEL: Final = 2000

router = APIRouter()

Number = Annotated[int, Path(ge=1, le=_LARGEST, description="The number of a tournament.")]
GameNumber = Annotated[int, Path(ge=0, le=_LARGEST, description="The number of a game in it.")]
Label = Annotated[str, Field(max_length=_LONGEST_LABEL)]


class GamesQuestion(BaseModel):
    """Which games are listed: those between two numbers, of an agent, against another.

    They come by their numbers, the highest first if the newest are wanted. An agent whose name is
    empty is any.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    after: Annotated[int, Field(ge=0, le=_LARGEST)] = 0
    before: Annotated[int, Field(ge=0, le=_LARGEST)] = _LARGEST
    most: Annotated[int, Field(ge=1, le=_MOST_GAMES)] = 100
    newest: bool = False
    agent: Label = ""
    against: Label = ""


@dataclass(frozen=True, slots=True)
class ArenaDesk:
    """Reads the arena's database, and counts what takes long; there is one for an app."""

    reader: ArenaReader
    ratings: RatingsDesk


async def _desk_here(request: Request, services: ServicesHere) -> ArenaDesk:
    state = request.app.state
    if not hasattr(state, "arena"):
        reader = ArenaReader(services.settings.arena)
        state.arena = ArenaDesk(reader, RatingsDesk(reader))
    desk: ArenaDesk = state.arena
    return desk


DeskHere = Annotated[ArenaDesk, Depends(_desk_here)]


@router.get("/api/arena")
async def arena(desk: DeskHere) -> Arena:
    """Return the tournaments of the arena's database, the last one first."""
    return await asyncio.to_thread(desk.reader.list_all)


@router.get("/api/arena/{number}", responses=SAME, response_model=TournamentAnswer)
async def tournament(
    number: Number, request: Request, response: Response, desk: DeskHere
) -> TournamentAnswer | Response:
    """Return how a tournament stands, also while it is played."""
    seen = await asyncio.to_thread(desk.reader.see, number)
    mark = _mark(desk, seen, seen.stored.games, is_pending=False)
    if has_already(request, mark):
        return same_as_before(mark)
    seen, shown = await desk.ratings.standings(seen)
    mark = _mark(desk, seen, shown.rated_games, is_pending=shown.is_pending)
    if has_already(request, mark):
        return same_as_before(mark)
    response.headers.update(cached_headers(mark))
    return await asyncio.to_thread(_answer, desk, seen, shown)


@router.get("/api/arena/{number}/games")
async def games(
    number: Number, question: Annotated[GamesQuestion, Query()], desk: DeskHere
) -> GamesPart:
    """Return games of a tournament by their numbers."""
    wanted = GamesWanted(**question.model_dump())
    return await asyncio.to_thread(desk.reader.list_games, number, wanted)


@router.get("/api/arena/{number}/games/{game}")
async def game(number: Number, game: GameNumber, desk: DeskHere) -> ArenaGame:
    """Return a game of a tournament, with its moves."""
    return await asyncio.to_thread(desk.reader.game, number, game)


def _answer(desk: ArenaDesk, seen: TournamentSeen, shown: StandingsShown) -> TournamentAnswer:
    path = desk.reader.path
    with desk.reader.telling_problems(), whole(path, f"tournament {seen.stored.number}"):
        return tournament_answer(seen, shown, path)


def _mark(
    desk: ArenaDesk, seen: TournamentSeen, rated_games: int | None, *, is_pending: bool
) -> str:
    """Return the ETag of how a tournament stands, which is decided by its games."""
    path = desk.reader.path
    return mark_of(__version__, path, seen.stored, seen.state, rated_games, is_pending)
