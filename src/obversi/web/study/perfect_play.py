"""Perfect play on small boards: what moves are worth, and the line of best moves."""

from dataclasses import dataclass
from time import monotonic
from typing import Final

from obversi.board import Board
from obversi.move import PASS, Move
from obversi.perfect import best_line, known
from obversi.web.services import Services

__all__ = ["PerfectPlay", "perfect_play"]

# The end of a line is read in a moment from here on; before that, it is not waited for.
_EMPTIES_READ_AT_ONCE: Final = {"normal": 24, "reversed": 20}
_SECONDS_FOR_LINE: Final = 3.0


@dataclass(frozen=True, slots=True)
class PerfectPlay:
    """What the moves of a position are worth, and best play from there.

    `whole` says whether the line goes to the end of the game. Passes are left out of it.
    """

    margins: dict[Move, int]
    line: list[Move]
    whole: bool


async def perfect_play(services: Services, board: Board, seconds: float) -> PerfectPlay | None:
    """Return what is known of a position or found out in so many seconds, or None."""
    deadline = monotonic() + seconds
    margins = known(board)
    line = best_line(board)
    if margins is None:
        found = await services.solved(board, seconds=seconds)
        if not found.exact:
            return None
        by_move = {each.move: each.margin for each in found.lines}
        margins = {move: by_move[move] for move in board.legal_moves}
        line = found.pv
    shown = board.copy(stack=False)
    for move in line:
        shown.push(move)
    whole = await _played_to_the_end(services, shown, deadline)
    return PerfectPlay(margins, [move for move in shown.move_stack if move is not PASS], whole)


async def _played_to_the_end(services: Services, board: Board, deadline: float) -> bool:
    """Play best moves if they are found in a moment; say whether the game is over then."""
    while not board.is_over:
        seconds = min(deadline - monotonic(), _SECONDS_FOR_LINE)
        if len(board.empty) > _EMPTIES_READ_AT_ONCE[board.rules] or seconds <= 0:
            return False
        found = await services.solved(board, top=1, seconds=seconds)
        if not found.exact:
            return False
        for move in found.pv:
            board.push(move)
    return True
