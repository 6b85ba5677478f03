"""The solution of a puzzle: the moves that are to be found, and the replies to them.

A function that needs exact margins is a generator: it yields a position, and is sent the margins of
all its moves. So the same code serves callers that solve at once, and servers that wait for a
worker.
"""

from collections.abc import Callable, Generator, Mapping
from typing import TypeVar

from obversi.board import Board
from obversi.engine import Engine
from obversi.errors import InputError
from obversi.move import PASS, Move

Result = TypeVar("Result")
Margins = Mapping[Move, int]
SolverSteps = Generator[Board, Margins, Result]

#: The most moves that a puzzle asks for.
MAX_MOVES = 4


def best_moves(margins: Margins) -> list[Move]:
    """Return the moves with the largest margin."""
    best = max(margins.values())
    return [move for move, margin in margins.items() if margin == best]


def reply_steps(board: Board) -> SolverSteps[Move]:
    """Find the best move after which the smallest share of the replies is best."""
    if len(board.legal_moves) == 1:
        return board.legal_moves[0]
    moves = best_moves((yield board))
    if len(moves) == 1:
        return moves[0]
    shares = {}
    for move in moves:
        shares[move] = yield from _share_of_best_replies(board, move)
    return min(moves, key=shares.__getitem__)


def _share_of_best_replies(board: Board, move: Move) -> SolverSteps[float]:
    after = board.copy(stack=False)
    after.push(move)
    answers = after.legal_moves
    if len(answers) <= 1:
        return 1.0
    return len(best_moves((yield after))) / len(answers)


def solution_steps(start: Board) -> SolverSteps[tuple[Move, ...]]:
    """Find the moves of a solution, with the replies between them and without passes.

    It goes on while the solver has one best move, for at most `MAX_MOVES` of them, and ends with a
    move that was a choice. It is empty if the start has several best moves, or one legal move.
    """
    board = start.copy(stack=False)
    line: list[Move] = []
    length = found = 0
    while not board.is_over and found < MAX_MOVES:
        if board.must_pass:
            board.push(PASS)
            continue
        if board.turn != start.turn:
            move = yield from reply_steps(board)
        elif len(board.legal_moves) == 1:
            move = board.legal_moves[0]
        else:
            right = best_moves((yield board))
            if len(right) > 1:
                break
            move = right[0]
            found += 1
            length = len(line) + 1
        line.append(move)
        board.push(move)
    return tuple(line[:length])


def run_steps(steps: SolverSteps[Result], margins: Callable[[Board], Margins]) -> Result:
    """Return the result of steps, given a function that returns the margins of a position."""
    try:
        board = next(steps)
        while True:
            board = steps.send(margins(board))
    except StopIteration as end:
        result: Result = end.value
        return result


def margins_by(engine: Engine, board: Board) -> dict[Move, int]:
    """Return the exact margins of all moves of a position, from a1 to h8."""
    if board.is_over or board.must_pass:
        raise InputError("a position without a legal square has no margins of moves")
    found = {line.move: line.margin for line in engine.solve(board, top="all").lines}
    return {move: found[move] for move in board.legal_moves}
