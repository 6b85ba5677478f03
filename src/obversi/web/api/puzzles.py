"""Endpoints of puzzles: the list, the daily one, tries, hints, and puzzles from mistakes."""

import gzip
from datetime import UTC, date, datetime
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from obversi.color import BLACK, WHITE
from obversi.formats.record import record_from_moves
from obversi.puzzles import daily_puzzle
from obversi.puzzles.making import MistakePuzzle, mistake_steps
from obversi.puzzles.puzzle import Puzzle
from obversi.puzzles.trying import STEPS, PuzzleHint, Trial, hint_steps
from obversi.web.fair_play import InjectedFairPlay
from obversi.web.games.positions import board_of, color_of
from obversi.web.http.etags import NOT_MODIFIED, constant_json, etag_of
from obversi.web.models import (
    ColorName,
    GameRequest,
    MovesText,
    ReplyModel,
    RequestModel,
    RulesName,
    SizeNumber,
)
from obversi.web.puzzles.collection import (
    board_in,
    check_move,
    find,
    listed_puzzles,
    own_name,
    solved,
)
from obversi.web.services import InjectedServices

router = APIRouter()


class PuzzleRow(ReplyModel):
    """A puzzle in the list; `choices` is its number of legal moves.

    `to_find` is the number of moves to find, or null if it is played to the end of the game.
    """

    id: str
    rules: RulesName
    size: SizeNumber
    empties: int
    turn: ColorName
    choices: int
    to_find: int | None
    themes: list[str]
    rating: int


class PuzzleRows(ReplyModel):
    """All puzzles, the easiest first."""

    puzzles: list[PuzzleRow]


class PuzzleReply(PuzzleRow):
    """A puzzle: its position as a board text, and the task."""

    position: str
    task: str


class DailyReply(ReplyModel):
    """The puzzle of a day, in UTC."""

    date: date
    id: str


class MistakesRequest(GameRequest):
    """A game, and whose mistakes are looked for."""

    color: ColorName


class MistakeRow(PuzzleRow):
    """A puzzle from a game: the ply, the move that was played, and the discs that it lost."""

    ply: int
    played: str
    lost: int


class MistakeRows(ReplyModel):
    """The puzzles from a game, in the order of its moves."""

    puzzles: list[MistakeRow]


class TryRequest(RequestModel):
    """The moves of both sides so far; the last one is checked."""

    moves: MovesText


class TryReply(ReplyModel):
    """Whether a move is right; the margins are the solver's.

    `moves` are without a wrong move, and with the replies to a right one. When the puzzle is done,
    `rest` is best play to the end of the game, and `lesson` what its themes are, which `lessons`
    has sentence by sentence.
    """

    right: bool
    margin: int
    best: int
    lost: int
    moves: str
    reply: str | None
    replies: list[str]
    done: bool
    rest: str
    lesson: str
    lessons: list[str]
    text: str


class HintRequest(RequestModel):
    """The moves of both sides so far, and the number of the hint."""

    moves: MovesText = ""
    step: Annotated[int, Field(ge=1, le=STEPS)] = 1


class HintReply(ReplyModel):
    """A hint, the number of hints, the squares that it names, and what the text is made of.

    `margin` is the best one. From the second hint on, `right` of the `legal` moves reach it, which
    are in these `areas` of the board, and `lessons` are about the themes.
    """

    step: int
    of: int
    text: str
    squares: list[str]
    margin: int
    right: int | None
    legal: int | None
    areas: list[str]
    lessons: list[str]


@router.get("/api/puzzles", responses=NOT_MODIFIED, response_model=PuzzleRows)
async def all_puzzles(request: Request) -> Response:
    """Return the puzzles of both rule sets and all sizes, those with the lowest rating first."""
    return constant_json(request, *_list())


@cache
def _list() -> tuple[bytes, bytes, str]:
    """Return the list as JSON, the same compressed, and its ETag; all are constant."""
    rows = PuzzleRows(puzzles=[_row(puzzle) for puzzle in listed_puzzles().values()])
    content = rows.model_dump_json().encode()
    return content, gzip.compress(content, mtime=0), etag_of(content)


@router.get("/api/puzzles/daily")
async def puzzle_of_the_day() -> DailyReply:
    """Return which puzzle is that of this day."""
    today = datetime.now(UTC).date()
    return DailyReply(date=today, id=daily_puzzle(today).name)


@router.post("/api/puzzles/mistakes")
async def mistakes(
    game: MistakesRequest, services: InjectedServices, fair_play: InjectedFairPlay
) -> MistakeRows:
    """Return puzzles from the mistakes of a player near the end of a game."""
    board = board_of(game)
    fair_play.check(board)
    record = record_from_moves(board.move_stack, board.root())
    color = BLACK if game.color == "black" else WHITE
    found = await solved(services, mistake_steps(record, color))
    return MistakeRows(puzzles=[_mistake(one) for one in found])


@router.get("/api/puzzles/{id}")
async def one_puzzle(
    id: str, services: InjectedServices, fair_play: InjectedFairPlay
) -> PuzzleReply:
    """Return a puzzle to solve."""
    puzzle = await find(services, id)
    fair_play.check(puzzle.start)
    return puzzle_reply(puzzle)


def puzzle_reply(puzzle: Puzzle) -> PuzzleReply:
    """Describe a puzzle to solve."""
    return PuzzleReply.copy_of(_row(puzzle), position=puzzle.start.to_string(), task=puzzle.task)


@router.post("/api/puzzles/{id}/try")
async def try_move(
    id: str, question: TryRequest, services: InjectedServices, fair_play: InjectedFairPlay
) -> TryReply:
    """Check the last move; the other side replies to a right one with perfect play."""
    puzzle = await find(services, id)
    fair_play.check(board_in(puzzle, question.moves))
    return try_reply(await check_move(services, puzzle, question.moves))


def try_reply(trial: Trial) -> TryReply:
    """Describe the result of a try."""
    return TryReply.copy_of(
        trial,
        lost=trial.best - trial.margin,
        moves="".join(move for move in trial.board.move_stack if not move.is_pass),
        reply=trial.replies[0] if trial.replies else None,
        rest="".join(trial.rest),
        lesson=" ".join(trial.lessons),
    )


@router.post("/api/puzzles/{id}/hint")
async def give_hint(
    id: str, question: HintRequest, services: InjectedServices, fair_play: InjectedFairPlay
) -> HintReply:
    """Return a hint; each one says more than the one before."""
    puzzle = await find(services, id)
    board = board_in(puzzle, question.moves)
    fair_play.check(board)
    found = await solved(services, hint_steps(puzzle, board, question.step))
    return hint_reply(question.step, found)


def hint_reply(step: int, found: PuzzleHint) -> HintReply:
    """Describe a hint."""
    return HintReply.copy_of(found, step=step, of=STEPS)


def _row(puzzle: Puzzle) -> PuzzleRow:
    start = puzzle.start
    return PuzzleRow.copy_of(
        puzzle,
        id=puzzle.name,
        rules=start.rules,
        size=start.size,
        turn=color_of(puzzle.solver),
        choices=len(start.legal_moves),
        to_find=puzzle.moves_to_find or None,
    )


def _mistake(found: MistakePuzzle) -> MistakeRow:
    row = _row(found.puzzle).model_copy(update={"id": own_name(found.puzzle.start)})
    return MistakeRow.copy_of(row, ply=found.ply, played=found.played, lost=found.lost)
