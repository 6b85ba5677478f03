"""What a student gets for an agent."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from obversi.judge.student import Student

__all__ = ["Grade", "Record"]


@dataclass(frozen=True, slots=True)
class Record:
    """Games won, drawn and lost, and the points of the course for them."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """What was won of what could be won, from 0 to 1; a draw is half a win."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0

    def __add__(self, other: "Record") -> "Record":
        """Return the sum of both."""
        return Record(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.points + other.points,
        )


@dataclass(frozen=True, slots=True)
class Grade:
    """How a student stands: the place, the grade, and what they are made of.

    Students with the same grade share a place. `plays` is false for those who are in no game, since
    their file cannot be used or has no right move on any board: they come last. `boards` is how
    many boards there are and `passed` how many of them were right. `faults` counts the games lost
    by each kind of failure, and `time_outs` the moves that were cut short by the clock. `rating` is
    in Elo, by the games of the round robin, or of the race before there are any; `low` and `high`
    are its 95 % interval, None where it was not asked for, and infinite where no result bounds it.
    """

    student: Student
    place: int
    grade: float
    plays: bool = True
    passed: int = 0
    boards: int = 0
    race: Record = field(default_factory=Record)
    round_robin: Record = field(default_factory=Record)
    faults: Mapping[str, int] = field(default_factory=dict)
    time_outs: int = 0
    rating: float | None = None
    low: float | None = None
    high: float | None = None
    problem: str = ""

    @property
    def total(self) -> Record:
        """The games of both stages together."""
        return self.race + self.round_robin
