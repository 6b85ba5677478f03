"""Endpoints about a person's games: search, results, claims of a guest's games, export."""

import asyncio
import hmac
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict, replace
from datetime import date
from functools import partial
from http import HTTPStatus
from typing import Annotated, Literal, get_args

from fastapi import APIRouter, Depends, Query
from pydantic import Field
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from obversi.board import Board
from obversi.formats import board_line, ggf, json_lines, sgf
from obversi.formats.losses import ignore_loss
from obversi.formats.record import GameRecord
from obversi.formats.transcript import squares
from obversi.net.games.game import token_digest
from obversi.net.person_games import (
    Group,
    OpponentKind,
    OwnColor,
    OwnResult,
    PersonGameFilter,
    PersonGames,
)
from obversi.net.store import GameStore
from obversi.sqlite_file import DamageError
from obversi.web.http.errors import RequestError
from obversi.web.models import ReplyModel, RequestModel, RulesName, SizeInAddress, SizeNumber
from obversi.web.person import KnownPerson
from obversi.web.services import InjectedServices, Services

router = APIRouter()

_LOG = logging.getLogger(__name__)

_MOST_ON_PAGE = 100
_MOST_GROUPS = 40
_MOST_POINTS = 400
_MOST_CLAIMS = 100


# Search

Text = Annotated[str, Query(max_length=100)]


def _wanted(
    text: Text = "",
    opponent: Text = "",
    kind: OpponentKind | None = None,
    color: OwnColor | None = None,
    rules: RulesName | None = None,
    size: SizeInAddress | None = None,
    result: OwnResult | None = None,
    opening: Text = "",
    first_day: date | None = None,
    last_day: date | None = None,
    reviewed: bool | None = None,
) -> PersonGameFilter:
    return PersonGameFilter(
        text=text.strip() or None,
        opponent=opponent or None,
        kind=kind,
        color=color,
        rules=rules,
        size=size,
        result=result,
        opening=opening or None,
        first_day=None if first_day is None else first_day.isoformat(),
        last_day=None if last_day is None else last_day.isoformat(),
        reviewed=reviewed,
    )


Wanted = Annotated[PersonGameFilter, Depends(_wanted)]


def _games(services: Services) -> PersonGames:
    return services.game_server.store.person_games


class PersonGameReply(ReplyModel):
    """A finished game of a person; margin and accuracy are the person's, if there are any."""

    id: str
    played: str
    rules: RulesName
    size: SizeNumber
    color: OwnColor
    opponent: str
    kind: OpponentKind
    result: OwnResult | None
    margin: int
    reason: str
    opening: str | None
    accuracy: float | None
    position: str
    moves: str
    black: str
    white: str


class PersonGamesReply(ReplyModel):
    """Some games of a person, the newest first, and how many there are in all."""

    total: int
    games: list[PersonGameReply]


@router.get("/api/person/games")
async def find(
    person: KnownPerson,
    services: InjectedServices,
    wanted: Wanted,
    skip: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    most: Annotated[int, Query(ge=1, le=_MOST_ON_PAGE)] = 20,
) -> PersonGamesReply:
    """Return some of the games that a person has played to the end."""
    games = _games(services)
    found = games.find(person.id, wanted, most, skip)
    return PersonGamesReply(
        total=games.count(person.id, wanted),
        games=[PersonGameReply.copy_of(game) for game in found],
    )


# Results


class ResultsRow(ReplyModel):
    """The results of some games, and the mean accuracy of those that were reviewed."""

    name: str | None
    games: int
    wins: int
    draws: int
    losses: int
    reviewed: int
    accuracy: float | None


class AccuracyPoint(ReplyModel):
    """The accuracy of the person in a game."""

    id: str
    played: str
    accuracy: float


class PersonResults(ReplyModel):
    """The results of a person by opponent, colour, opening and game, and its accuracy over time.

    The oldest game comes first in `accuracy`; `unreviewed` games have none.
    """

    games: int
    unreviewed: int
    opponents: list[ResultsRow]
    colors: list[ResultsRow]
    openings: list[ResultsRow]
    variants: list[ResultsRow]
    accuracy: list[AccuracyPoint]


@router.get("/api/person/results")
async def results(person: KnownPerson, services: InjectedServices, wanted: Wanted) -> PersonResults:
    """Count the results of a person's games, and return its accuracy over time."""
    games = _games(services)

    async def rows(by: Group) -> list[ResultsRow]:
        await asyncio.sleep(0)  # other requests may come between
        found = games.results(person.id, wanted, by, _MOST_GROUPS)
        return [ResultsRow.model_validate(asdict(group)) for group in found]

    return PersonResults(
        games=games.count(person.id, wanted),
        unreviewed=games.count(person.id, replace(wanted, reviewed=False)),
        opponents=await rows("opponent"),
        colors=await rows("color"),
        openings=await rows("opening"),
        variants=await rows("game"),
        accuracy=[
            AccuracyPoint(id=id, played=played, accuracy=accuracy)
            for id, played, accuracy in games.accuracies(person.id, wanted, _MOST_POINTS)
        ],
    )


# Changes


_Claimed = Literal["added", "known", "missing"]


class ClaimedSeat(RequestModel):
    """A game of this server, and the token of a seat."""

    game: Annotated[str, Field(max_length=40)]
    token: Annotated[str, Field(max_length=64)]


class ClaimRequest(RequestModel):
    """The seats that a guest has had."""

    seats: Annotated[list[ClaimedSeat], Field(max_length=_MOST_CLAIMS)]


class ClaimReply(ReplyModel):
    """How many games were added, were there before, and cannot be found with these tokens."""

    added: int
    known: int
    missing: int


@router.post("/api/person/claim")
async def claim(
    question: ClaimRequest, person: KnownPerson, services: InjectedServices
) -> ClaimReply:
    """Add the games that a person has finished as a guest, by the tokens of the seats."""
    store = services.game_server.store
    counts = dict.fromkeys(get_args(_Claimed), 0)
    for seat in question.seats:
        counts[_claim(store, person.id, seat)] += 1
        await asyncio.sleep(0)  # other requests may come between
    return ClaimReply(**counts)


def _claim(store: GameStore, person: int, seat: ClaimedSeat) -> _Claimed:
    game, digest = store.game(seat.game), token_digest(seat.token)
    if game is None or game.ending is None:
        return "missing"
    own = [
        color
        for color, each in (("black", game.black), ("white", game.white))
        if each and not each.agent and each.person in (None, person)
        if each.token and hmac.compare_digest(each.token, digest)
    ]
    if not own:
        return "missing"
    return "added" if store.set_person(seat.game, person, own) else "known"


class RemoveRequest(RequestModel):
    """The id of a game."""

    game: Annotated[str, Field(max_length=40)]


class Removed(ReplyModel):
    """How many games were removed."""

    games: int


@router.post("/api/person/games/remove")
async def remove(
    question: RemoveRequest, person: KnownPerson, services: InjectedServices
) -> Removed:
    """Remove a game of a person."""
    removed = _games(services).remove(person.id, question.game)
    if not removed:
        raise RequestError(
            f"you have no game {question.game!r}", "game", status=HTTPStatus.NOT_FOUND
        )
    return Removed(games=removed)


# Export

FormatName = Literal["ggf", "sgf", "json", "transcript"]


def _moves_text(record: GameRecord) -> str:
    """Write the moves of a game, after the board if a reader would assume another one."""
    if record.moves and record.start == Board():
        return squares(record)
    return board_line.dump(record, on_loss=ignore_loss)


# Apart from characters of names, only transcripts have losses, because they contain only moves.
_WRITERS: dict[FormatName, tuple[Callable[[GameRecord], str], str]] = {
    "ggf": (partial(ggf.dump, on_loss=ignore_loss), "ggf"),
    "sgf": (partial(sgf.dump, on_loss=ignore_loss), "sgf"),
    "json": (json_lines.dump, "jsonl"),
    "transcript": (_moves_text, "txt"),
}

# Games are read in parts, so that other requests are answered between them.
_PART = 20


@router.get("/api/person/export", response_class=PlainTextResponse)
async def export(
    person: KnownPerson, services: InjectedServices, wanted: Wanted, format: FormatName = "ggf"
) -> Response:
    """Write the games of a person to one file, the newest first."""
    if not services.exports.take(str(person.id), asyncio.get_running_loop().time()):
        raise RequestError(
            "too many exports: try again in ten seconds", status=HTTPStatus.TOO_MANY_REQUESTS
        )
    write, extension = _WRITERS[format]
    store = services.game_server.store

    async def lines() -> AsyncIterator[str]:
        last: int | None = None
        while found := store.person_games.numbers(person.id, wanted, _PART, last):
            for number, id in found:
                last = number
                try:
                    game = store.game(id)
                except DamageError as error:  # the others can still be read
                    _LOG.warning("%s", error)
                else:
                    if game is not None:
                        yield f"{write(game.record())}\n"
                await asyncio.sleep(0)

    name = f'attachment; filename="obversi-games.{extension}"'
    return StreamingResponse(
        lines(), media_type="text/plain", headers={"Content-Disposition": name}
    )
