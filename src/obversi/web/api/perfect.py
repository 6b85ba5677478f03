"""Perfect play on small boards, by HTTP."""

from typing import Annotated, Final

from fastapi import APIRouter
from pydantic import Field

from obversi.board import Board
from obversi.perfect import margin as known_margin
from obversi.web.games.game import board_of
from obversi.web.games.nodes import color_of
from obversi.web.http.errors import RequestError
from obversi.web.models import Answer, ColorName, Game
from obversi.web.services import ServicesHere
from obversi.web.study.margin_words import mover_name, perfect_words
from obversi.web.study.perfect_play import PerfectPlay, perfect_play

__all__ = ["router"]

# Longer nobody waits for an answer; who wants to wait has an analysis, which tells its steps.
_MOST_SECONDS: Final = 8.0
_LEAST_SECONDS: Final = 0.01

router = APIRouter()


class PerfectQuestion(Game):
    """A game, and how long its last position may be thought about if the table has it not."""

    seconds: Annotated[float, Field(ge=_LEAST_SECONDS, le=_MOST_SECONDS)] = _MOST_SECONDS


class PerfectMove(Answer):
    """A move, and the margin that it leads to if both sides play perfectly then."""

    move: str
    margin: int
    best: bool


class PerfectAnswer(Answer):
    """What perfect play leads to; all margins are the mover's.

    Without `solved` the moves take too long to solve; the margin may be known nevertheless.
    `line` is perfect play from here on, to the end of the game if it is `whole`.
    """

    solved: bool
    turn: ColorName | None
    margin: int | None
    moves: list[PerfectMove]
    line: list[str]
    whole: bool
    text: str


@router.post("/api/perfect")
async def perfect(game: PerfectQuestion, services: ServicesHere) -> PerfectAnswer:
    """Return what the moves of a position on 4×4 or 6×6 are worth, and best play."""
    if game.size == 8:
        raise RequestError("perfect play is known on 4×4 and 6×6, not on 8×8", "size")
    board = board_of(game)
    if board.is_over:
        text = f"The game is over: {board.status()}."
        return PerfectAnswer(
            solved=True, turn=None, margin=None, moves=[], line=[], whole=True, text=text
        )
    found = await perfect_play(services, board, game.seconds)
    if found is None:
        return _unsolved(board)
    best = max(found.margins.values())
    return PerfectAnswer(
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


def _unsolved(board: Board) -> PerfectAnswer:
    margin = known_margin(board)
    known = "" if margin is None else f"{perfect_words(board, margin)} "
    empties = len(board.empty)
    text = f"{known}The moves are not solved yet: that takes long with {empties} empty squares."
    turn = color_of(board.turn)
    return PerfectAnswer(
        solved=False, turn=turn, margin=margin, moves=[], line=[], whole=False, text=text
    )


def _choice_words(found: PerfectPlay, best: int, name: str) -> str:
    count = len(found.margins)
    right = sum(margin == best for margin in found.margins.values())
    if count == 1:
        return f"{name} has one move."
    if right == count:
        return f"All of the {count} moves keep that."
    return f"{right} of the {count} moves {'keeps' if right == 1 else 'keep'} that."
