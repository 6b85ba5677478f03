"""The interface of all objectives of a study: measure a candidate, and rate the result."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

from obversi.arena.statistics.elo import NORMAL_95
from obversi.lab.estimate import Estimate
from obversi.lab.tuning.space import Space, Vector
from obversi.rules import Rules

# How much is measured: for a candidate, a check, or a finalist.
Effort = Literal["candidate", "check", "final"]

# The probability that the worse end of a 95 % interval is too good.
_WRONG = 0.025


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """The games of a measurement: candidates search `depth` plies.

    Both sides play the last `solved` empty squares perfectly.
    """

    size: int
    rules: Rules
    depth: int = 1
    solved: int = 0


class Objective(ABC):
    """Measures candidates.

    `unit` is the unit of a measurement, such as games, and `unit_of_candidates` the unit of the
    setting `games`. `larger` is true if more is better, and `worst` is the worst possible value.
    """

    name: str
    title: str
    unit: str
    unit_of_candidates: str
    larger: bool
    worst: float
    #: The default of the setting `games`.
    usual_games: int
    #: The effort of a check and of the final, as multiples of that of a candidate.
    check_times: int
    final_times: int
    #: Whether all generations have the same seed.
    one_seed = False
    #: Whether candidates play games, so that the depth of their search matters.
    plays = True

    @abstractmethod
    def measure(
        self, space: Space, vector: Vector, play: PlaySettings, games: int, seed: int, threads: int
    ) -> Estimate:
        """Measure a candidate; everything random depends only on the seed.

        Candidates with the same seed meet the same random choices.
        """

    def effort(self, games: int, effort: Effort) -> int:
        """Return the number of games for an effort; `games` is the number for a candidate."""
        return (
            games * {"candidate": 1, "check": self.check_times, "final": self.final_times}[effort]
        )

    def fitness(self, value: float) -> float:
        """Return the value with the sign by which more is better."""
        return value if self.larger else -value

    def reaches(self, value: float, target: float) -> bool:
        """Whether a value is as good as a target."""
        return self.fitness(value) >= self.fitness(target)

    def surely_reaches(self, estimate: Estimate, target: float, look: int | None = None) -> bool:
        """Whether even the worse end of a 95 % interval reaches a target.

        A repeated test succeeds by luck at some time. With `look`, the number of the test from 1,
        the interval widens from test to test, so that all tests together have the error of one.
        """
        end = estimate.low if self.larger else estimate.high
        if look is not None:
            wider = -NormalDist().inv_cdf(_WRONG / (look * (look + 1))) / NORMAL_95
            end = estimate.value + wider * (end - estimate.value)
        return self.reaches(end, target)
