"""The agent that looks one move ahead."""

from random import Random

from obversi.board import Board
from obversi.move import Move

__all__ = ["GreedyAgent"]


class GreedyAgent:
    """Plays the move with the best margin right after it: most discs, or fewest when reversed."""

    name = "greedy"

    def __init__(self, seed: int | None = None) -> None:
        """Break ties at random, alike whenever the seed is the same."""
        self._random = Random(seed)

    def choose(self, board: Board) -> Move:
        """Choose one of the moves with the best margin right after them."""
        margins = {move: _margin_after(board, move) for move in board.legal_moves}
        best = max(margins.values())
        return self._random.choice([move for move, margin in margins.items() if margin == best])


def _margin_after(board: Board, move: Move) -> int:
    mover = board.turn
    board.push(move)
    margin = board.margin(mover)
    board.pop()
    return margin
