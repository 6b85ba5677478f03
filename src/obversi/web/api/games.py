"""Endpoints about games: their positions, start positions, reading and writing."""

import re
from collections.abc import Callable
from itertools import islice
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, Query, Request
from pydantic import Field

from obversi.arena.openings import random_positions
from obversi.board import Board
from obversi.color import BLACK, color_name
from obversi.formats import board_line, ggf, ggf_tree, json_lines, obf, sgf, sgf_tree, transcript
from obversi.formats.game_tree import GameTree
from obversi.formats.losses import OnLoss
from obversi.formats.record import GameRecord, record_from_moves
from obversi.limit import Limit
from obversi.net.games.position_text import count_of
from obversi.web.games.positions import board_of, nodes_of
from obversi.web.games.reading import MAX_LINES, Problem, Reading, read_file, read_pasted
from obversi.web.http.errors import RequestError
from obversi.web.models import (
    GameRequest,
    MovesText,
    Node,
    ReplyModel,
    RequestModel,
    RulesName,
    SizeInAddress,
    SizeNumber,
    Written,
)
from obversi.web.services import InjectedServices, Services
from obversi.web.studies.models import Study, study_of, tree_of
from obversi.wire.session import plain

router = APIRouter()


class LineRequest(GameRequest):
    """A game, and the first ply whose position is returned."""

    since: Annotated[int, Field(ge=0, le=200)] = 0


class Line(ReplyModel):
    """The positions of a game; `doubts` say why no game can lead to the first one."""

    rules: RulesName
    size: SizeNumber
    position: str
    doubts: list[str]
    nodes: list[Node]


@router.post("/api/line")
async def line(question: LineRequest, services: InjectedServices) -> Line:
    """Return the positions of a game, with everything that a board view shows."""
    return await services.run_quick(_line, question)


def _line(question: LineRequest) -> Line:
    board = board_of(question)
    root = board.root()
    is_new = question.position.strip() and question.since == 0
    return Line(
        rules=question.rules,
        size=question.size,
        position=root.to_string(),
        doubts=root.problems() if is_new else [],
        nodes=list(nodes_of(board, question.since)),
    )


# A margin up to this counts as even; if no position is that even, the best one is taken.
_EVEN = 2
_MAX_TRIES = 24
_LIMIT = Limit(depth=10, seconds=0.2)


class StartReply(ReplyModel):
    """Moves from the start position, and black's margin after them by the engine."""

    moves: str
    margin: int


@router.get("/api/starts")
async def starts(
    services: InjectedServices, rules: RulesName = "normal", size: SizeInAddress = 8
) -> StartReply:
    """Return a random, roughly even position, a different one each time."""
    best: tuple[int, Board] | None = None
    for board in islice(random_positions(size=size, rules=rules), _MAX_TRIES):
        margin = await _margin_of_black(services, board)
        if best is None or abs(margin) < abs(best[0]):
            best = margin, board
        if abs(margin) <= _EVEN:
            break
    assert best is not None, "every board has start positions"
    return StartReply(moves=_moves(best[1]), margin=best[0])


async def _margin_of_black(services: Services, board: Board) -> int:
    analysis = await services.search(board, _LIMIT)
    margin = round(analysis.margin)
    return margin if board.turn == BLACK else -margin


def _moves(board: Board) -> str:
    return "".join(str(move) for move in board.move_stack if not move.is_pass)


class PastedText(RequestModel):
    """A text, with rules and size for texts that do not name them."""

    text: Annotated[str, Field(max_length=256 * 1024)]
    rules: RulesName = "normal"
    size: SizeNumber = 8


class ReadGame(GameRequest):
    """A game that was read; `result` is black's margin if known.

    `lines` are the moves of its variations, the first one first, if there are several. `study` has
    them with comments and drawings, if there are any of these.
    """

    lines: list[str]
    study: Study | None
    black: str
    white: str
    date: str
    result: int | None
    title: str


class ReadGames(ReplyModel):
    """The games that were read; `left_out` more are not listed."""

    format: str
    games: list[ReadGame]
    problems: list[Problem]
    left_out: int


@router.post("/api/read")
async def read(question: PastedText, services: InjectedServices) -> ReadGames:
    """Read the games of a pasted text of any format, as far as possible."""
    reading = await services.run_slow(read_pasted, question.text, question.rules, question.size)
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
    services: InjectedServices,
    name: Annotated[str, Query(max_length=255)] = "",
    rules: RulesName = "normal",
    size: SizeInAddress = 8,
) -> ReadGames:
    """Read the games of a file of any format, as far as possible."""
    data = await request.body()
    return _answer(await services.run_slow(read_file, data, name, rules, size))


def _answer(reading: Reading) -> ReadGames:
    return ReadGames(
        format=reading.format,
        games=[_game(record, reading.tree) for record in reading.games],
        problems=reading.problems,
        left_out=reading.left_out,
    )


def _game(record: GameRecord, tree: GameTree | None) -> ReadGame:
    return ReadGame.model_construct(
        rules=record.rules,
        size=record.size,
        position="" if record.begins_as_usual else record.start.to_string(),
        moves=record.transcript(),
        lines=_lines(tree) if tree else [],
        study=study_of(tree, record.tags.get("GN", "")) if tree else None,
        black=record.black,
        white=record.white,
        date=record.date,
        result=record.margin(),
        title=_title(record),
    )


def _lines(tree: GameTree) -> list[str]:
    """Return the moves of each variation, without passes; nothing if there is one only."""
    lines = [
        "".join(move for move in tree.moves(line) if not move.is_pass)
        for line in islice(tree.lines(), MAX_LINES)
    ]
    return lines if len(lines) > 1 else []


def _title(record: GameRecord) -> str:
    """Return a title for a list of games."""
    if record.black or record.white:
        title = f"{record.black or '?'} – {record.white or '?'}"
    elif record.moves:
        number = sum(not played.move.is_pass for played in record.moves)
        title = f"a game of {count_of(number, 'move')}"
    else:
        empty = count_of(len(record.start.empty), "empty square")
        title = f"a position with {empty}, {color_name(record.start.turn)} to move"
    return f"{title}, {record.date}" if record.date else title


PlayerName = Annotated[str, Field(max_length=100)]
FormatName = Literal["transcript", "board", "ggf", "obf", "json", "sgf", "svg"]


class WriteRequest(GameRequest):
    """A game, its players, and the format; `ply` chooses a position.

    `lines` are the moves of its variations, which SGF keeps. SGF and GGF keep a whole `study`,
    which is written instead of the game.
    """

    black: PlayerName = ""
    white: PlayerName = ""
    format: FormatName
    ply: Annotated[int, Field(ge=0, le=200)] | None = None
    lines: Annotated[list[MovesText], Field(max_length=MAX_LINES, default_factory=list)]
    study: Study | None = None


class WrittenGame(Written):
    """A written game; `warnings` say what the format does not keep."""

    warnings: list[str] = Field(default_factory=list)


class _FileType(NamedTuple):
    """The extension and the media type of a file."""

    extension: str
    media_type: str = "text/plain"


_FILE_TYPES: dict[FormatName, _FileType] = {
    "transcript": _FileType("txt"),
    "board": _FileType("txt"),
    "ggf": _FileType("ggf"),
    "obf": _FileType("obf"),
    "json": _FileType("json", "application/json"),
    "sgf": _FileType("sgf"),
    "svg": _FileType("svg", "image/svg+xml"),
}


def _moves_text(record: GameRecord, on_loss: OnLoss) -> str:
    """Write the moves of a game, after the board if that is not the usual one."""
    if not record.begins_as_usual:
        return board_line.dump(record, on_loss=on_loss)
    if record.start != Board():
        on_loss("a transcript does not keep: the size and the rules")
    return transcript.dump(record, size=record.size, rules=record.rules, on_loss=on_loss)


def _problem_text(record: GameRecord, on_loss: OnLoss) -> str:
    if record.rules != "normal":
        on_loss("OBF does not keep: the rules")
    return obf.dump(record, rules=record.rules, on_loss=on_loss)


_GAME_WRITERS: dict[FormatName, Callable[[GameRecord, OnLoss], str]] = {
    "transcript": _moves_text,
    "ggf": lambda record, on_loss: ggf.dump(record, on_loss=on_loss),
    "json": lambda record, _on_loss: json_lines.dump(record),
}

_TREE_WRITERS: dict[FormatName, Callable[[GameTree, str], tuple[str, list[str]]]] = {
    "ggf": ggf_tree.dump_tree,
    "sgf": sgf_tree.dump_tree,
}

_POSITION_WRITERS: dict[FormatName, Callable[[Board, OnLoss], str]] = {
    "board": lambda board, on_loss: board_line.dump(GameRecord(board), on_loss=on_loss),
    "obf": lambda board, on_loss: _problem_text(GameRecord(board), on_loss),
    "svg": lambda board, _on_loss: board.svg(),
}


@router.post("/api/write")
async def write(question: WriteRequest, services: InjectedServices) -> WrittenGame:
    """Write a game, or the position after one of its plies, as a text or an image."""
    name, form = question.format, _FILE_TYPES[question.format]
    if question.study is not None:
        return await services.run_slow(_written_study, question.study, name)
    board = board_of(question)
    warnings: list[str] = []
    if name in _GAME_WRITERS or name == "sgf":
        record = record_from_moves(
            board.move_stack, board.root(), black=plain(question.black), white=plain(question.white)
        )
        text = (
            _with_variations(question, record, warnings.append)
            if name == "sgf"
            else _GAME_WRITERS[name](record, warnings.append)
        )
        stem = _stem(record)
    else:
        position = _position(board, question.ply)
        text = _POSITION_WRITERS[name](position, warnings.append)
        stem = f"obversi-position-{position.ply}"
    return WrittenGame(
        text=text,
        file_name=f"{stem}.{form.extension}",
        media_type=form.media_type,
        warnings=warnings,
    )


def _written_study(study: Study, name: FormatName) -> WrittenGame:
    """Write a study with its variations and notes; the warnings say what is lost."""
    writer = _TREE_WRITERS.get(name)
    if writer is None:
        raise RequestError(f"{name} has no variations and comments: use sgf or ggf", "format")
    tree = tree_of(study)
    text, warnings = writer(tree, " ".join(study.title.split()))
    form = _FILE_TYPES[name]
    file_name = f"{_stem(tree.record)}.{form.extension}"
    return WrittenGame(
        text=text, file_name=file_name, media_type=form.media_type, warnings=warnings
    )


def _with_variations(question: WriteRequest, record: GameRecord, on_loss: OnLoss) -> str:
    """Write a game as SGF, with its variations."""
    boards = [board_of(question.model_copy(update={"moves": line})) for line in question.lines]
    others = [record_from_moves(each.move_stack, each.root()) for each in boards]
    return sgf.dump(record, others, on_loss=on_loss)


def _position(board: Board, ply: int | None) -> Board:
    if ply is None:
        return board
    if ply > board.ply:
        raise RequestError(f"'ply' cannot be {ply}: the game has {board.ply} plies", "ply")
    while board.ply > ply:
        board.pop()
    return board


def _stem(record: GameRecord) -> str:
    """Return a file name for a game, in ASCII."""
    players = [record.black, record.white]
    names = [re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") for name in players]
    return "-".join(filter(None, names)) or "obversi-game"
