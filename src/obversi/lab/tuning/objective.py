"""What is made as good as can be: an objective says how a candidate is measured."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Literal

from obversi.lab.estimate import Estimate
from obversi.lab.tuning.space import Space, Vector

__all__ = ["Effort", "Objective", "Way"]

# How well something is measured: one of many candidates, a check, or who is in the final.
Effort = Literal["candidate", "check", "final"]


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

    `unit` says what it counts in a measurement, such as games. `larger` says whether more is
    better, and `worst` is the worst that there is.
    """

    name: str
    title: str
    unit: str
    larger: bool
    worst: float
    #: How much is measured for a candidate, if nothing is said.
    usual_games: int
    #: By how much more a check and the final measure.
    check_times: int
    final_times: int
    #: Whether all generations are measured alike; otherwise each meets another luck.
    one_seed = False

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

    def sure_end(self, estimate: Estimate) -> float:
        """Return the end of an interval that is the worse one."""
        return estimate.low if self.larger else estimate.high
