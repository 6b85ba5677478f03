"""What is made as good as can be: an objective says how a candidate is measured."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final, Literal

from obversi.arena.statistics.elo import NORMAL_95
from obversi.lab.estimate import Estimate
from obversi.lab.tuning.space import Space, Vector

__all__ = ["Effort", "Objective", "Way"]

# How well something is measured: one of many candidates, a check, or who is in the final.
Effort = Literal["candidate", "check", "final"]

# How seldom the worse end of a 95 % interval is too good.
_WRONG: Final = 0.025


@dataclass(frozen=True, slots=True)
class Way:
    """How a candidate plays while it is measured.

    It looks `depth` plies ahead, and both sides play the last `solved` empty squares perfectly.
    """

    size: int
    rules: str
    depth: int = 1
    solved: int = 0


class Objective(ABC):
    """Measures candidates.

    `unit` says what it counts in a measurement, such as games, and `unit_of_candidates` what it is
    told to measure of a candidate. `larger` says whether more is better, and `worst` is the worst
    that there is.
    """

    name: str
    title: str
    unit: str
    unit_of_candidates: str
    larger: bool
    worst: float
    #: How much is measured for a candidate, if nothing is said.
    usual_games: int
    #: By how much more a check and the final measure.
    check_times: int
    final_times: int
    #: Whether all generations are measured alike; otherwise each meets another luck.
    one_seed = False
    #: Whether candidates play games, and look ahead in them.
    plays = True

    @abstractmethod
    def measure(
        self, space: Space, vector: Vector, way: Way, games: int, seed: int, threads: int
    ) -> Estimate:
        """Measure a candidate; all that is left to chance depends on the seed alone.

        Candidates that are measured with the same seed meet the same luck.
        """

    def effort(self, games: int, effort: Effort) -> int:
        """Return how much is measured, if it is so much for a candidate."""
        return (
            games * {"candidate": 1, "check": self.check_times, "final": self.final_times}[effort]
        )

    def fitness(self, value: float) -> float:
        """Return a value such that more is better."""
        return value if self.larger else -value

    def reaches(self, value: float, target: float) -> bool:
        """Whether a value is as good as a target."""
        return self.fitness(value) >= self.fitness(target)

    def surely_reaches(self, estimate: Estimate, target: float, look: int | None = None) -> bool:
        """Whether even the worse end of a 95 % interval is as good as a target.

        Whoever looks again and again is lucky once: with the number of the `look`, from 1, the
        interval is wider from look to look, so that all of them together are wrong as seldom as
        a single one may be.
        """
        end = estimate.low if self.larger else estimate.high
        if look is not None:
            wider = -NormalDist().inv_cdf(_WRONG / (look * (look + 1))) / NORMAL_95
            end = estimate.value + wider * (end - estimate.value)
        return self.reaches(end, target)
