"""Exact margins: solving, perfect replies, perfect play on small boards, and their texts."""

from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Final

from obversi.board import Board
from obversi.book import shipped_book
from obversi.color import color_name
from obversi.move import PASS, Move
from obversi.net.workers.job import BusyError
from obversi.outcome import winning_words
from obversi.web.services import Services

__all__ = [
    "PerfectPlay",
    "best_moves",
    "best_words",
    "discs_words",
    "exact_margins",
    "mover_name",
    "perfect_play",
    "perfect_reply",
    "perfect_words",
    "result_words",
]

# Far more than a puzzle takes, even on a busy server.
_SECONDS: Final = 5.0


async def exact_margins(services: Services, board: Board) -> dict[Move, int]:
    """Return the exact margin of every move, for the mover."""
    found = await services.solve(board, seconds=_SECONDS)
    if not found.exact:
        raise BusyError("the server is too busy to solve this position: try again")
    margins = {line.move: line.margin for line in found.lines}
    return {move: margins[move] for move in board.legal_moves}


def best_moves(margins: Mapping[Move, int]) -> list[Move]:
    """Return the moves with the largest margin."""
    best = max(margins.values())
    return [move for move, margin in margins.items() if margin == best]


async def perfect_reply(services: Services, board: Board) -> Move:
    """Choose the best move after which the smallest share of the replies is best."""
    moves = best_moves(await exact_margins(services, board))
    if len(moves) == 1:
        return moves[0]
    shares = {move: await _share_of_best_replies(services, board, move) for move in moves}
    return min(moves, key=shares.__getitem__)


async def _share_of_best_replies(services: Services, board: Board, move: Move) -> float:
    after = board.copy(stack=False)
    after.push(move)
    answers = after.legal_moves
    if len(answers) <= 1 or PASS in answers:
        return 1.0
    return len(best_moves(await exact_margins(services, after))) / len(answers)


def result_words(margin: int) -> str:
    """Name a result by its margin.

    >>> result_words(4), result_words(0), result_words(-2)
    ('a win by 4', 'a draw', 'a loss by 2')
    """
    return "a draw" if margin == 0 else f"a {'win' if margin > 0 else 'loss'} by {abs(margin)}"


def best_words(board: Board, margin: int) -> str:
    """Describe the best result for the mover.

    >>> best_words(Board(6, "reversed"), 2)
    'Black can win by 2, with 17 discs to 19: fewest discs win.'
    """
    if margin < 0:
        reach = f"loses by {-margin} at best"
    else:
        reach = f"can win by {margin}" if margin else "can reach a draw"
    return f"{mover_name(board)} {reach}, with {_count_words(board, margin)}."


def perfect_words(board: Board, margin: int) -> str:
    """Describe the result of perfect play.

    >>> perfect_words(Board(6), -4)
    'With perfect play Black loses by 4, with 16 discs to 20: most discs win.'
    """
    end = "draws" if margin == 0 else f"{'wins' if margin > 0 else 'loses'} by {abs(margin)}"
    return f"With perfect play {mover_name(board)} {end}, with {_count_words(board, margin)}."


def discs_words(board: Board, margin: int) -> str:
    """Return the final disc counts, the mover's first; empty squares count for the winner."""
    more = margin if board.rules == "normal" else -margin
    own = (board.size**2 + more) // 2
    opponents = board.size**2 - own
    return f"{own} discs each" if own == opponents else f"{own} discs to {opponents}"


def mover_name(board: Board) -> str:
    """Return the mover's colour, capitalized."""
    return color_name(board.turn).capitalize()


def _count_words(board: Board, margin: int) -> str:
    return f"{discs_words(board, margin)}: {winning_words(board.rules)}"


# With at most these empties the rest of a line is solved at once.
_QUICK_EMPTIES: Final = {"normal": 24, "reversed": 20}
_SECONDS_FOR_LINE: Final = 3.0


@dataclass(frozen=True, slots=True)
class PerfectPlay:
    """The margins of the moves of a position, and the line of best play.

    `whole` is whether the line goes to the end of the game. It has no passes.
    """

    margins: dict[Move, int]
    line: list[Move]
    whole: bool


async def perfect_play(services: Services, board: Board, seconds: float) -> PerfectPlay | None:
    """Return perfect play from the book or by solving, or None after these seconds."""
    deadline = monotonic() + seconds
    book = shipped_book(board.size, board.rules)
    margins = None if book is None else book.margins(board)
    line = [] if book is None else book.line(board)
    if margins is None:
        found = await services.solve(board, seconds=seconds)
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
    """Play best moves while they are found quickly; return whether the game is over."""
    while not board.is_over:
        seconds = min(deadline - monotonic(), _SECONDS_FOR_LINE)
        if len(board.empty) > _QUICK_EMPTIES[board.rules] or seconds <= 0:
            return False
        found = await services.solve(board, top=1, seconds=seconds)
        if not found.exact:
            return False
        for move in found.pv:
            board.push(move)
    return True
