"""Games out of texts and files, by HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import Field

from obversi.color import color_name
from obversi.formats.record import GameRecord
from obversi.web.games.reading import Reading, read_file, read_pasted
from obversi.web.games.words import count_of
from obversi.web.models import Answer, Game, Question, RulesName, SizeInAddress, SizeNumber
from obversi.web.services import ServicesHere

__all__ = ["router"]

router = APIRouter()


class PastedText(Question):
    """A text, and the rules and the size that count where it does not tell."""

    text: Annotated[str, Field(max_length=256 * 1024)]
    rules: RulesName = "normal"
    size: SizeNumber = 8


class ReadGame(Game):
    """A game that was read; `result` is black's margin, if that is known."""

    black: str
    white: str
    date: str
    result: int | None
    title: str


class ReadProblem(Answer):
    """Something that could not be read, and where it is."""

    text: str
    place: str


class ReadGames(Answer):
    """What was found; `left_out` games are too many to be told."""

    format: str
    games: list[ReadGame]
    problems: list[ReadProblem]
    left_out: int


@router.post("/api/read")
async def read(question: PastedText, services: ServicesHere) -> ReadGames:
    """Read the games of a pasted text of any format; what can be read is kept."""
    reading = await services.apart(read_pasted, question.text, question.rules, question.size)
    return _answer(reading)


@router.post(
    "/api/read/file",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string"}}},
        }
    },
)
async def read_dropped(
    request: Request,
    services: ServicesHere,
    name: Annotated[str, Query(max_length=255)] = "",
    rules: RulesName = "normal",
    size: SizeInAddress = 8,
) -> ReadGames:
    """Read the games of a file of any format; what can be read is kept."""
    data = await request.body()
    return _answer(await services.apart(read_file, data, name, rules, size))


def _answer(reading: Reading) -> ReadGames:
    return ReadGames(
        format=reading.format,
        games=[_game(record) for record in reading.games],
        problems=[ReadProblem(text=each.text, place=each.place) for each in reading.troubles],
        left_out=reading.left_out,
    )


def _game(record: GameRecord) -> ReadGame:
    return ReadGame.model_construct(
        rules=record.rules,
        size=record.size,
        position="" if record.begins_as_usual else record.start.to_string(),
        moves=record.transcript(),
        black=record.black,
        white=record.white,
        date=record.date,
        result=record.margin(),
        title=_title(record),
    )


def _title(record: GameRecord) -> str:
    """Say which game it is, in a line."""
    if record.black or record.white:
        title = f"{record.black or '?'} – {record.white or '?'}"
    elif record.moves:
        title = f"a game of {count_of(len(record.moves), 'move')}"
    else:
        empty = count_of(len(record.start.empty), "empty square")
        title = f"a position with {empty}, {color_name(record.start.turn)} to move"
    return f"{title}, {record.date}" if record.date else title
