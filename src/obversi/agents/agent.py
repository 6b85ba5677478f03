"""What every agent can do."""

from typing import Protocol

from obversi.board import Board
from obversi.move import Move

__all__ = ["Agent"]


class Agent(Protocol):
    """Someone who chooses moves: a program, a person, a player far away."""

    @property
    def name(self) -> str:
        """The name to call this agent by."""

    def choose(self, board: Board) -> Move:
        """Choose a legal move of a game that is not over.

        The board is the agent's own copy, to play on as it likes.
        """
