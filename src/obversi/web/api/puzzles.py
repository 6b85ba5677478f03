"""Endgame puzzles, by HTTP."""

from typing import Annotated, cast

from fastapi import APIRouter
from pydantic import Field

from obversi.board import Board
from obversi.outcome import winning_words
from obversi.web.games.nodes import color_of
from obversi.web.http.errors import RequestError
from obversi.web.models import Answer, ColorName, MovesText, Question, RulesName, SizeNumber
from obversi.web.services import ServicesHere
from obversi.web.study.hints import STEPS, hint
from obversi.web.study.margin_words import mover_name
from obversi.web.study.puzzle import Puzzle, puzzles
from obversi.web.study.trial import board_in, judged, margins_in

__all__ = ["router"]

router = APIRouter()


class PuzzleRow(Answer):
    """A puzzle in the list: `choices` is how many moves there are at first."""

    id: str
    rules: RulesName
    size: SizeNumber
    empties: int
    turn: ColorName
    choices: int


class PuzzleRows(Answer):
    """All puzzles, the easiest first."""

    puzzles: list[PuzzleRow]


class PuzzleAnswer(PuzzleRow):
    """A puzzle: its position as a board text, and what is to be done."""

    position: str
    task: str


class TryQuestion(Question):
    """The moves of both sides so far; the last is to be judged."""

    moves: MovesText


class TryAnswer(Answer):
    """Whether a move was right; the margins are those of the one who solves.

    `moves` are those that stand: without a wrong move, and with the replies to a right one.
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


class HintQuestion(Question):
    """The moves of both sides so far, and which hint is wanted."""

    moves: MovesText = ""
    step: Annotated[int, Field(ge=1, le=STEPS)] = 1


class HintAnswer(Answer):
    """A hint, how many there are, and the squares that it names."""

    step: int
    of: int
    text: str
    squares: list[str]


@router.get("/api/puzzles")
async def all_puzzles() -> PuzzleRows:
    """Return the puzzles of both rule sets, those with the fewest empty squares first."""
    return PuzzleRows(puzzles=[_row(puzzle) for puzzle in puzzles().values()])


@router.get("/api/puzzles/{id}")
async def one_puzzle(id: str) -> PuzzleAnswer:
    """Return a puzzle to solve."""
    puzzle = _puzzle(id)
    row = _row(puzzle).model_dump()
    return PuzzleAnswer(**row, position=puzzle.start.to_string(), task=_task(puzzle.start))


@router.post("/api/puzzles/{id}/try")
async def try_move(id: str, question: TryQuestion, services: ServicesHere) -> TryAnswer:
    """Judge the last move; the other side answers a right one by perfect play."""
    trial = await judged(services, _puzzle(id), question.moves)
    return TryAnswer(
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
async def give_hint(id: str, question: HintQuestion, services: ServicesHere) -> HintAnswer:
    """Tell a little about the right moves, and more with every step."""
    puzzle = _puzzle(id)
    board = board_in(puzzle, question.moves)
    if board.is_over or board.turn != puzzle.solver:
        why = "the game is over" if board.is_over else f"{mover_name(board)} is to answer"
        raise RequestError(f"there is nothing to hint at: {why}", "moves")
    told = hint(board, await margins_in(services, puzzle, board), question.step)
    return HintAnswer(step=question.step, of=STEPS, text=told.text, squares=list(told.squares))


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
        "find a move that gives away nothing, and go on so to the end of the game."
    )
