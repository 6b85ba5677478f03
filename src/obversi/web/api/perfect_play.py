"""The endpoint of perfect play on small boards."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from obversi.board import Board
from obversi.book.book import shipped_book
from obversi.puzzles.words import mover_name, perfect_words
from obversi.web.fair_play import InjectedFairPlay
from obversi.web.games.positions import board_of, color_of
from obversi.web.http.errors import RequestError
from obversi.web.models import (
    ColorName,
    GameRequest,
    ReplyModel,
)
from obversi.web.puzzles.solving import PerfectPlay, perfect_play
from obversi.web.services import InjectedServices

router = APIRouter()


# The analysis is for longer searches, because it reports its progress.
_MAX_SECONDS = 8.0
_MIN_SECONDS = 0.01


class PerfectRequest(GameRequest):
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
async def perfect(
    game: PerfectRequest, services: InjectedServices, fair_play: InjectedFairPlay
) -> PerfectReply:
    """Return the margins of the moves of a position on 4×4 or 6×6, and perfect play."""
    if game.size == 8:
        raise RequestError("perfect play is known on 4×4 and 6×6, not on 8×8", "size")
    board = board_of(game)
    fair_play.check(board)
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
