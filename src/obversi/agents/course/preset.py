"""What a course asks of its agents, and what it allows them."""

from dataclasses import dataclass, field
from typing import Final

__all__ = ["AT_TIME_OUT", "CANDIDATES", "CoursePreset", "GradeParts", "Points"]

# What happens to a move that is not there in time: the game is lost, or the last candidate so far
# is played.
AT_TIME_OUT: Final = ("last candidate", "loses")

# What the list of candidates has to hold: the move alone at its end, or all legal squares before.
CANDIDATES: Final = ("all", "last")


@dataclass(frozen=True, slots=True)
class Points:
    """What a game is worth in a contest."""

    win: float = 5
    draw: float = 0
    loss: float = -5


@dataclass(frozen=True, slots=True)
class GradeParts:
    """How much of a grade each stage of a contest makes."""

    usability: float = 20
    race: float = 30
    round_robin: float = 50

    @property
    def total(self) -> float:
        """The best grade."""
        return self.usability + self.race + self.round_robin


@dataclass(frozen=True, slots=True)
class CoursePreset:
    """The rules of a course, as a file of its own says them.

    A move has `move_seconds`, all moves of a game together `game_seconds`, and the first move of a
    game `warm_up_seconds` more, for what is compiled when it is first called. To run its file and
    to make its `AI` an agent has `load_seconds`, which are on no clock. `sparring` are the agents
    that a file is tried against, the weakest first.
    """

    name: str
    size: int = 8
    rules: str = "reversed"
    move_seconds: float = 5.0
    game_seconds: float | None = 180.0
    warm_up_seconds: float = 0.0
    load_seconds: float = 30.0
    at_time_out: str = "last candidate"
    candidates: str = "all"
    memory_mb: float = 100.0
    output_kb: float = 1024.0
    scratch_mb: float = 32.0
    threads: int = 32
    file_kb: float = 1024.0
    forbidden_imports: tuple[str, ...] = ()
    sandbox: tuple[str, ...] = ()
    usability_boards: int = 10
    race_rounds: int = 3
    points: Points = field(default_factory=Points)
    grade: GradeParts = field(default_factory=GradeParts)
    sparring: tuple[str, ...] = ("random", "greedy:perfect=8", "r2:depth=3")
