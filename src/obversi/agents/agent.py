"""What every agent can do."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from obversi.board import Board
from obversi.move import Move

__all__ = ["Agent", "KeptAgent", "PreparedAgent", "SeatedAgent", "StoppableAgent", "TellingAgent"]


class Agent(Protocol):
    """Someone who chooses moves: a program, a person, a player far away."""

    @property
    def name(self) -> str:
        """The name to call this agent by."""

    def choose(self, board: Board) -> Move:
        """Choose a legal move of a game that is not over.

        The board is the agent's own copy, to play on as it likes.
        """


@runtime_checkable
class KeptAgent(Agent, Protocol):
    """An agent that is started once for many games, such as a program."""

    def begin(self) -> None:
        """Hear that a new game begins, and forget the one before."""

    def close(self) -> None:
        """Hear that there are no more games."""


@runtime_checkable
class PreparedAgent(Agent, Protocol):
    """An agent that can do before a game what would take time from its first move."""

    def prepare(self, size: int, rules: str) -> None:
        """Make ready for one of the six games."""


@runtime_checkable
class SeatedAgent(Agent, Protocol):
    """An agent that has to know its colour before its first move, and does not on the clock."""

    def sit(self, size: int, rules: str, color: int) -> None:
        """Take a seat at one of the six games, as black or as white."""


@runtime_checkable
class StoppableAgent(Agent, Protocol):
    """An agent that can be told to move now."""

    def stop(self) -> None:
        """End the thinking under way with what it has found; from any thread."""


@runtime_checkable
class TellingAgent(Agent, Protocol):
    """An agent of whose games more is known than its moves."""

    def notes(self) -> Mapping[str, Any]:
        """Return what is to be kept of the game that it plays, or has just played, for JSON."""
