"""Exact margins: solving by the workers of the server, and perfect play on small boards."""

from dataclasses import dataclass
from time import monotonic
from typing import TypeVar

from obversi.board import Board
from obversi.book.book import shipped_book
from obversi.move import PASS, Move
from obversi.net.workers.job import BusyError
from obversi.puzzles.solution import SolverSteps
from obversi.web.services import Services

Result = TypeVar("Result")

# Far more than a puzzle takes, even on a busy server.
_SECONDS = 5.0


async def exact_margins(services: Services, board: Board) -> dict[Move, int]:
    """Return the exact margin of every move, for the mover."""
    found = await services.solve(board, seconds=_SECONDS)
    if not found.exact:
        raise BusyError("the server is too busy to solve this position: try again")
    margins = {line.move: line.margin for line in found.lines}
    return {move: margins[move] for move in board.legal_moves}


async def run_solver(services: Services, steps: SolverSteps[Result]) -> Result:
    """Return the result of steps that need exact margins."""
    try:
        board = next(steps)
        while True:
            board = steps.send(await exact_margins(services, board))
    except StopIteration as end:
        result: Result = end.value
        return result


# With at most these empties the rest of a line is solved at once.
_QUICK_EMPTIES = {"normal": 24, "reversed": 20}
_SECONDS_FOR_LINE = 3.0


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
