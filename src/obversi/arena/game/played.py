"""A game that was played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from obversi.agents.agent import FailureKind
from obversi.color import BLACK, Color
from obversi.formats.record import GameRecord

# The endings of games without a failure.
FINISHED = "finished"
ADJUDICATED = "adjudicated"


@dataclass(frozen=True, slots=True)
class Failure:
    """What an agent did instead of making a legal move in time."""

    color: Color
    kind: FailureKind
    reason: str


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of two agents, A and B; its record has the value and the seconds of each move.

    `a` and `b` are their places among the agents of the tournament. `a_limit` and `b_limit` are
    their limits for a move in seconds, or None. `clocks`, `depths` and `nodes` have a value for
    each move of the record: the mover's clock after it, and the depth and nodes that the mover
    reported; None if unknown. An agent that fails loses all squares of the board. `seconds_taken`
    is the time from the first move to the last, `overhead` the part of it that no agent used;
    `place` is the machine. `notes` are further data by the agents, under "black" and "white".
    """

    number: int
    pair: int
    a_color: Color
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
        """Why the game ended: the failure of an agent, "adjudicated" or "finished"."""
        if self.failure is not None:
            return self.failure.kind.value
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
        """The number of moves of the opening, which have no time."""
        moves = self.record.moves
        timed = (ply for ply, played in enumerate(moves) if played.seconds is not None)
        return next(timed, len(moves))

    def agent(self, color: Color) -> int:
        """Return the place of the agent that played a colour."""
        return self.a if color == self.a_color else self.b

    def seconds(self, color: Color) -> Sequence[float]:
        """Return the times of the moves that the agent of a colour chose."""
        first = self.record.start.turn
        return [
            played.seconds
            for ply, played in enumerate(self.record.moves)
            if played.seconds is not None and color == (-first if ply % 2 else first)
        ]
