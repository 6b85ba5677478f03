"""A game or a position to copy or to keep, by HTTP."""

import re
from collections.abc import Callable
from typing import Annotated, Final, Literal, NamedTuple

from fastapi import APIRouter
from pydantic import Field

from obversi.board import Board
from obversi.formats import board_line, ggf, json_lines, obf, sgf, transcript
from obversi.formats.record import GameRecord, record_from_moves
from obversi.web.games.game import board_of
from obversi.web.http.errors import RequestError
from obversi.web.models import Answer, Game
from obversi.wire.session import plain

__all__ = ["router"]

router = APIRouter()

PlayerName = Annotated[str, Field(max_length=100)]
FormatName = Literal["transcript", "board", "ggf", "obf", "json", "sgf", "svg"]


class WriteQuestion(Game):
    """A game, its players, and what is to be written of it: the game, or a position by its ply."""

    black: PlayerName = ""
    white: PlayerName = ""
    format: FormatName
    ply: Annotated[int, Field(ge=0, le=200)] | None = None


class Written(Answer):
    """A text, and what a file of it is called."""

    text: str
    file_name: str
    media_type: str


class _Form(NamedTuple):
    """What a file of something is called by, and what browsers call its kind."""

    ending: str
    media_type: str = "text/plain"


_FORMS: Final[dict[FormatName, _Form]] = {
    "transcript": _Form("txt"),
    "board": _Form("txt"),
    "ggf": _Form("ggf"),
    "obf": _Form("obf"),
    "json": _Form("json", "application/json"),
    "sgf": _Form("sgf"),
    "svg": _Form("svg", "image/svg+xml"),
}

_OF_GAMES: Final[dict[FormatName, Callable[[GameRecord], str]]] = {
    "transcript": lambda record: (
        transcript.dump(record) if record.begins_as_usual else board_line.dump(record)
    ),
    "ggf": ggf.dump,
    "json": json_lines.dump,
    "sgf": sgf.dump,
}

_OF_POSITIONS: Final[dict[FormatName, Callable[[Board], str]]] = {
    "board": Board.to_string,
    "obf": lambda board: obf.dump(GameRecord(board)),
    "svg": Board.svg,
}


@router.post("/api/write")
async def write(question: WriteQuestion) -> Written:
    """Write a game, or the position after one of its plies, as a text or an image."""
    name, form = question.format, _FORMS[question.format]
    board = board_of(question)
    if name in _OF_GAMES:
        record = record_from_moves(
            board.move_stack,
            board.root(),
            black=plain(question.black),
            white=plain(question.white),
        )
        text = _OF_GAMES[name](record)
        stem = _stem(record)
    else:
        position = _position(board, question.ply)
        text = _OF_POSITIONS[name](position)
        stem = f"obversi-position-{position.ply}"
    return Written(text=text, file_name=f"{stem}.{form.ending}", media_type=form.media_type)


def _position(board: Board, ply: int | None) -> Board:
    if ply is None:
        return board
    if ply > board.ply:
        raise RequestError(f"'ply' cannot be {ply}: the game has {board.ply} plies", "ply")
    while board.ply > ply:
        board.pop()
    return board


def _stem(record: GameRecord) -> str:
    """Return what a file of a game is called, in letters that every system has."""
    players = [record.black, record.white]
    names = [re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") for name in players]
    return "-".join(filter(None, names)) or "obversi-game"
