"""Positions to begin a game from in which neither player is far ahead, by HTTP."""

from itertools import islice
from typing import Final

from fastapi import APIRouter

from obversi.arena.openings.openings import random_positions
from obversi.board import Board
from obversi.color import BLACK
from obversi.limit import Limit
from obversi.web.models import Answer, RulesName, SizeInAddress
from obversi.web.services import Services, ServicesHere

__all__ = ["router"]

# So many discs nobody minds; where no position is so even, it is the most even one of those tried.
_EVEN: Final = 2
_MOST_TRIED: Final = 24
_LIMIT: Final = Limit(depth=10, seconds=0.2)

router = APIRouter()


class StartAnswer(Answer):
    """The moves from the usual start on, and what black is ahead by then, as the engine sees it."""

    moves: str
    margin: int


@router.get("/api/starts")
async def starts(
    services: ServicesHere, rules: RulesName = "normal", size: SizeInAddress = 8
) -> StartAnswer:
    """Return a position after random moves in which neither is far ahead, another each time."""
    best: tuple[int, Board] | None = None
    for board in islice(random_positions(size=size, rules=rules), _MOST_TRIED):
        margin = await _margin_of_black(services, board)
        if best is None or abs(margin) < abs(best[0]):
            best = margin, board
        if abs(margin) <= _EVEN:
            break
    assert best is not None, "every board has positions to begin from"
    return StartAnswer(moves=_moves(best[1]), margin=best[0])


async def _margin_of_black(services: Services, board: Board) -> int:
    judged = await services.searched(board, _LIMIT)
    margin = round(judged.margin)
    return margin if board.turn == BLACK else -margin


def _moves(board: Board) -> str:
    return "".join(str(move) for move in board.move_stack if not move.is_pass)
