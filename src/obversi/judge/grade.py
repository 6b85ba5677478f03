"""What a student gets for an agent."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from obversi.agents.course.preset import Points
from obversi.judge.student import Student

__all__ = ["Grade", "Part", "Record"]


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

    def share(self, worth: Points) -> float:
        """Return where the points lie between all games lost, which is 0, and all won, 1."""
        if not self.games:
            return 0.0
        return (self.points / self.games - worth.loss) / (worth.win - worth.loss)

    def __add__(self, other: "Record") -> "Record":
        """Return the sum of both."""
        return Record(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.points + other.points,
        )


@dataclass(frozen=True, slots=True)
class Part:
    """What a stage brings for the grade: `earned` of `possible`, None as long as it is not known.

    Nothing is possible in a stage that is not played at all.
    """

    possible: float = 0.0
    earned: float | None = None


@dataclass(frozen=True, slots=True)
class Grade:
    """How a student stands: the place, the grade, and what they are made of.

    Students with the same grade share a place. `plays` is false for those who are in no game, since
    their file cannot be used or has no right move on any board: among those with the same grade
    they come last. What the stages bring are `usability_part`, `race_part` and `round_robin_part`.
    `boards` is how many boards there are and `passed` how many were right. `faults` counts the
    games lost by each kind of failure, and `time_outs` the moves that the clock cut short. `rating`
    is in Elo, by games of the round robin, or of the race before there are any; `low` and `high`
    are its 95 % interval, None where it was not asked for, and infinite where no result bounds it.
    """

    student: Student
    place: int
    usability_part: Part = field(default_factory=Part)
    race_part: Part = field(default_factory=Part)
    round_robin_part: Part = field(default_factory=Part)
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
    def parts(self) -> tuple[Part, Part, Part]:
        """What each stage brings, in their order."""
        return self.usability_part, self.race_part, self.round_robin_part

    @property
    def grade(self) -> float:
        """What was earned so far."""
        return sum(part.earned for part in self.parts if part.earned is not None)

    @property
    def is_whole(self) -> bool:
        """Whether all stages are in the grade."""
        return all(part.earned is not None for part in self.parts)

    @property
    def possible(self) -> float:
        """What could have been earned so far: the best grade, if the contest is over."""
        return sum(part.possible for part in self.parts if part.earned is not None)

    @property
    def total(self) -> Record:
        """The games of both stages together."""
        return self.race + self.round_robin
