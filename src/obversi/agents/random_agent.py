"""The agent without a plan."""

from random import Random

from obversi.board import Board
from obversi.move import Move

__all__ = ["RandomAgent"]


class RandomAgent:
    """Plays any legal move, each as likely as the others."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        """Choose alike whenever the seed is the same; without one, differently each time."""
        self._random = Random(seed)

    def choose(self, board: Board) -> Move:
        """Choose a legal move at random."""
        return self._random.choice(board.legal_moves)
