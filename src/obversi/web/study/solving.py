"""Exact margins of positions near the end of a game, and replies by them."""

from collections.abc import Mapping
from typing import Final

from obversi.board import Board
from obversi.move import PASS, Move
from obversi.net.thinkers import BusyError
from obversi.web.services import Services

__all__ = ["best_moves", "exact_margins", "perfect_reply"]

# Far more than a puzzle takes, even where many share the server.
_SECONDS: Final = 5.0


async def exact_margins(services: Services, board: Board) -> dict[Move, int]:
    """Return what every move is worth to the mover, proven."""
    found = await services.solved(board, seconds=_SECONDS)
    if not found.exact:
        raise BusyError("the server has too much to think about to solve this now: ask again")
    margins = {line.move: line.margin for line in found.lines}
    return {move: margins[move] for move in board.legal_moves}


def best_moves(margins: Mapping[Move, int]) -> list[Move]:
    """Return the moves that are worth most."""
    best = max(margins.values())
    return [move for move, margin in margins.items() if margin == best]


async def perfect_reply(services: Services, board: Board) -> Move:
    """Choose a best move: the one after which the smallest share of the answers is right."""
    moves = best_moves(await exact_margins(services, board))
    if len(moves) == 1:
        return moves[0]
    shares = {move: await _share_of_right_answers(services, board, move) for move in moves}
    return min(moves, key=shares.__getitem__)


async def _share_of_right_answers(services: Services, board: Board, move: Move) -> float:
    after = board.copy(stack=False)
    after.push(move)
    answers = after.legal_moves
    if len(answers) <= 1 or PASS in answers:
        return 1.0
    return len(best_moves(await exact_margins(services, after))) / len(answers)
