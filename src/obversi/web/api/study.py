"""Endpoints to study: puzzles, perfect play and the names of openings."""

from functools import cache
from typing import Annotated, Final, cast

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from obversi.board import Board
from obversi.book import shipped_book
from obversi.openings import OPENINGS
from obversi.outcome import winning_words
from obversi.web.games.positions import board_of, color_of
from obversi.web.http.errors import RequestError
from obversi.web.http.etags import NOT_MODIFIED, etag_headers, etag_of, is_current, not_modified
from obversi.web.models import (
    ColorName,
    Game,
    MovesText,
    ReplyModel,
    RequestModel,
    RulesName,
    SizeNumber,
)
from obversi.web.services import ServicesHere
from obversi.web.study.puzzles import STEPS, Puzzle, board_in, check_move, hint, margins_in, puzzles
from obversi.web.study.solving import PerfectPlay, mover_name, perfect_play, perfect_words

__all__ = ["router"]

router = APIRouter()


class PuzzleRow(ReplyModel):
    """A puzzle in the list; `choices` is its number of legal moves."""

    id: str
    rules: RulesName
    size: SizeNumber
    empties: int
    turn: ColorName
    choices: int


class PuzzleRows(ReplyModel):
    """All puzzles, the easiest first."""

    puzzles: list[PuzzleRow]


class PuzzleReply(PuzzleRow):
    """A puzzle: its position as a board text, and the task."""

    position: str
    task: str


class TryRequest(RequestModel):
    """The moves of both sides so far; the last one is checked."""

    moves: MovesText


class TryReply(ReplyModel):
    """Whether a move is right; the margins are the solver's.

    `moves` are without a wrong move, and with the replies to a right one.
    """

    right: bool
    margin: int
    best: int
    lost: int
    moves: str
    reply: str | None
    replies: list[str]
    done: bool
    text: str


class HintRequest(RequestModel):
    """The moves of both sides so far, and the number of the hint."""

    moves: MovesText = ""
    step: Annotated[int, Field(ge=1, le=STEPS)] = 1


class HintReply(ReplyModel):
    """A hint, the number of hints, and the squares that it names."""

    step: int
    of: int
    text: str
    squares: list[str]


@router.get("/api/puzzles")
async def all_puzzles() -> PuzzleRows:
    """Return the puzzles of both rule sets, those with the fewest empty squares first."""
    return PuzzleRows(puzzles=[_row(puzzle) for puzzle in puzzles().values()])


@router.get("/api/puzzles/{id}")
async def one_puzzle(id: str) -> PuzzleReply:
    """Return a puzzle to solve."""
    puzzle = _puzzle(id)
    row = _row(puzzle).model_dump()
    return PuzzleReply(**row, position=puzzle.start.to_string(), task=_task(puzzle.start))


@router.post("/api/puzzles/{id}/try")
async def try_move(id: str, question: TryRequest, services: ServicesHere) -> TryReply:
    """Check the last move; the other side replies to a right one with perfect play."""
    trial = await check_move(services, _puzzle(id), question.moves)
    return TryReply(
        right=trial.right,
        margin=trial.margin,
        best=trial.best,
        lost=trial.best - trial.margin,
        moves="".join(move for move in trial.board.move_stack if not move.is_pass),
        reply=trial.replies[0] if trial.replies else None,
        replies=list(trial.replies),
        done=trial.board.is_over,
        text=trial.text,
    )


@router.post("/api/puzzles/{id}/hint")
async def give_hint(id: str, question: HintRequest, services: ServicesHere) -> HintReply:
    """Return a hint; each one says more than the one before."""
    puzzle = _puzzle(id)
    board = board_in(puzzle, question.moves)
    if board.is_over or board.turn != puzzle.solver:
        why = "the game is over" if board.is_over else f"{mover_name(board)} is to reply"
        raise RequestError(f"there is no hint: {why}", "moves")
    found = hint(board, await margins_in(services, puzzle, board), question.step)
    return HintReply(step=question.step, of=STEPS, text=found.text, squares=list(found.squares))


def _puzzle(name: str) -> Puzzle:
    puzzle = puzzles().get(name)
    if puzzle is None:
        raise RequestError(f"there is no puzzle {name!r}", "id", status=404)
    return puzzle


def _row(puzzle: Puzzle) -> PuzzleRow:
    start = puzzle.start
    return PuzzleRow(
        id=puzzle.name,
        rules=start.rules,
        size=cast(SizeNumber, start.size),
        empties=puzzle.empties,
        turn=color_of(puzzle.solver),
        choices=len(puzzle.margins),
    )


def _task(board: Board) -> str:
    return (
        f"{mover_name(board)} to move, {winning_words(board.rules)}: "
        "find the best moves until the end of the game."
    )


# For longer searches there is the analysis, which reports its progress.
_MAX_SECONDS: Final = 8.0
_MIN_SECONDS: Final = 0.01


class PerfectRequest(Game):
    """A game, and the seconds to solve its last position if it is not in the table."""

    seconds: Annotated[float, Field(ge=_MIN_SECONDS, le=_MAX_SECONDS)] = _MAX_SECONDS


class PerfectMove(ReplyModel):
    """A move, and its margin with perfect play."""

    move: str
    margin: int
    best: bool


class PerfectReply(ReplyModel):
    """The result of perfect play; all margins are the mover's.

    If it is not `solved`, the moves took too long; the margin may still be known. `line` is
    perfect play, to the end of the game if it is `whole`.
    """

    solved: bool
    turn: ColorName | None
    margin: int | None
    moves: list[PerfectMove]
    line: list[str]
    whole: bool
    text: str


@router.post("/api/perfect")
async def perfect(game: PerfectRequest, services: ServicesHere) -> PerfectReply:
    """Return the margins of the moves of a position on 4×4 or 6×6, and perfect play."""
    if game.size == 8:
        raise RequestError("perfect play is known on 4×4 and 6×6, not on 8×8", "size")
    board = board_of(game)
    if board.is_over:
        text = f"The game is over: {board.status()}."
        return PerfectReply(
            solved=True, turn=None, margin=None, moves=[], line=[], whole=True, text=text
        )
    found = await perfect_play(services, board, game.seconds)
    if found is None:
        return _unsolved(board)
    best = max(found.margins.values())
    return PerfectReply(
        solved=True,
        turn=color_of(board.turn),
        margin=best,
        moves=[
            PerfectMove(move=move, margin=margin, best=margin == best)
            for move, margin in found.margins.items()
        ],
        line=list(found.line),
        whole=found.whole,
        text=f"{perfect_words(board, best)} {_choice_words(found, best, mover_name(board))}",
    )


def _unsolved(board: Board) -> PerfectReply:
    book = shipped_book(board.size, board.rules)
    margin = book.value(board) if book is not None and book.is_exact(board) else None
    known = "" if margin is None else f"{perfect_words(board, margin)} "
    empties = len(board.empty)
    text = f"{known}The moves are not solved yet: with {empties} empty squares that takes long."
    turn = color_of(board.turn)
    return PerfectReply(
        solved=False, turn=turn, margin=margin, moves=[], line=[], whole=False, text=text
    )


def _choice_words(found: PerfectPlay, best: int, name: str) -> str:
    count = len(found.margins)
    right = sum(margin == best for margin in found.margins.values())
    if count == 1:
        return f"{name} has only one move."
    if right == count:
        return f"All of the {count} moves keep this result."
    return f"{right} of the {count} moves {'keeps' if right == 1 else 'keep'} this result."


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
    answer, etag = _answer()
    if is_current(request, etag):
        return not_modified(etag)
    response.headers.update(etag_headers(etag))
    return answer


@cache
def _answer() -> tuple[OpeningList, str]:
    found = [NamedOpening(name=opening.name, moves="".join(opening.moves)) for opening in OPENINGS]
    return OpeningList(openings=found), etag_of(OPENINGS)
