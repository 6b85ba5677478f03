"""What an agent decides, and what it says of it."""

from dataclasses import dataclass
from math import isfinite
from typing import Protocol, runtime_checkable

from obversi.agents.agent import Agent
from obversi.board import Board
from obversi.errors import ObversiError
from obversi.limit import Limit
from obversi.move import Move

__all__ = ["Thinker", "Thought", "think"]


@dataclass(frozen=True, slots=True)
class Thought:
    """A move; its value is the margin that the agent expects, in discs, seen by the mover."""

    move: Move
    value: float | None = None
    depth: int | None = None
    nodes: int | None = None


@runtime_checkable
class Thinker(Protocol):
    """An agent that knows how much time it has, and tells what it thinks."""

    def think(self, board: Board, limit: Limit) -> Thought:
        """Choose a legal move within the limit: `seconds` for the move, or what the clock shows."""


def think(agent: Agent, board: Board, limit: Limit) -> Thought:
    """Ask an agent for its move; one that knows no clocks chooses as it always does.

    What it says of the move is refused where it is no number; whether the move is legal is left to
    the one who asks.
    """
    if not isinstance(agent, Thinker):
        return Thought(agent.choose(board))
    thought = agent.think(board, limit)
    if not isinstance(thought, Thought):
        raise ObversiError(f"{thought!r} is no thought of a move")
    value = thought.value
    if not (value is None or (isinstance(value, int | float) and isfinite(value))):
        raise ObversiError(f"{value!r} is no value of a move")
    for number in (thought.depth, thought.nodes):
        if not (number is None or isinstance(number, int)):
            raise ObversiError(f"{number!r} is no depth or number of positions")
    return thought
