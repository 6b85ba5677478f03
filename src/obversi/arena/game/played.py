"""A game that was played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from obversi.agents.failure import Fault
from obversi.color import BLACK
from obversi.formats.record import GameRecord

__all__ = ["ADJUDICATED", "FINISHED", "Failure", "PlayedGame"]

# How games end in which nobody fails.
FINISHED = "finished"
ADJUDICATED = "adjudicated"


@dataclass(frozen=True, slots=True)
class Failure:
    """What an agent did instead of a legal move in time."""

    color: int
    fault: Fault
    reason: str


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of two agents, A and B, with the value and the seconds of each move in its record.

    `a` and `b` are their places among the agents of the tournament. `a_limit` and `b_limit` are the
    seconds that they had for a move, or None where that was no matter. `clocks`, `depths` and
    `nodes` have a place for each move of the record: what the mover's clock showed after it, and
    how far and wide it says that it looked; None where there is nothing to tell. An agent that
    fails has lost all squares of the board. `seconds_taken` is the time from the first move to the
    last, `overhead` what of it no agent had; `place` is the machine. `notes` are what agents that
    tell more than their moves tell of the game, under "black" and "white".
    """

    number: int
    pair: int
    a_color: int
    record: GameRecord
    a: int = 0
    b: int = 1
    round: int = 1
    a_limit: float | None = None
    b_limit: float | None = None
    failure: Failure | None = None
    adjudicated: bool = False
    clocks: tuple[float | None, ...] = ()
    depths: tuple[int | None, ...] = ()
    nodes: tuple[int | None, ...] = ()
    seconds_taken: float = 0.0
    overhead: float = 0.0
    place: str = ""
    notes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ending(self) -> str:
        """Why the game ended: the fault of an agent, "adjudicated" or "finished"."""
        if self.failure is not None:
            return self.failure.fault.value
        return ADJUDICATED if self.adjudicated else FINISHED

    @property
    def margin(self) -> int:
        """The margin of A, in discs."""
        black = self.record.margin() or 0
        return black if self.a_color == BLACK else -black

    @property
    def points(self) -> float:
        """1 if A won, 0.5 after a draw, 0 if A lost."""
        return 0.5 if self.margin == 0 else float(self.margin > 0)

    @property
    def opening_plies(self) -> int:
        """How many moves were given: only those that an agent thought about took time."""
        moves = self.record.moves
        thought_about = (ply for ply, played in enumerate(moves) if played.seconds is not None)
        return next(thought_about, len(moves))

    def agent(self, color: int) -> int:
        """Return the place of the agent that played a colour."""
        return self.a if color == self.a_color else self.b

    def seconds(self, color: int) -> Sequence[float]:
        """Return how long the moves of one player took; those of the opening are not counted."""
        first = self.record.start.turn
        return [
            played.seconds
            for ply, played in enumerate(self.record.moves)
            if played.seconds is not None and color == (-first if ply % 2 else first)
        ]
