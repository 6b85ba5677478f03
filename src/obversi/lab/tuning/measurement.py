"""What was measured of a candidate."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from obversi.lab.estimate import Estimate
from obversi.lab.tuning.kept_values import (
    kept_estimate,
    kept_number,
    kept_vector,
    kept_whole_number,
)
from obversi.lab.tuning.objective import Effort
from obversi.lab.tuning.objectives import objective
from obversi.lab.tuning.space import Space, Vector
from obversi.lab.tuning.tuning_settings import TuningSettings

__all__ = ["Measurement", "Task", "chance", "fitness", "is_allowed", "measure"]


@dataclass(frozen=True, slots=True)
class Task:
    """A candidate to be measured, what its chance is for, and how well it is measured.

    Candidates with the same `purpose` and `number` meet the same luck. `share` is how much of the
    effort is made, though never less than for a candidate.
    """

    vector: Vector
    purpose: int
    number: int
    effort: Effort = "candidate"
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Measurement:
    """What a candidate is worth: its goal, and what else is required of it.

    Candidates of a generation are numbered from 0. A number of None stands for a check: what the
    search thinks best after a generation, measured again in other and more games. `seconds` are
    those since the measurement before.
    """

    generation: int
    number: int | None
    vector: Vector
    goal: Estimate
    required: tuple[Estimate, ...]
    seconds: float

    @property
    def games(self) -> int:
        """How many games, or positions, the goal took."""
        return self.goal.count

    @property
    def required_games(self) -> int:
        """How many games, or positions, the requirements took."""
        return sum(each.count for each in self.required)

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {
            "generation": self.generation,
            "number": self.number,
            "vector": list(self.vector),
            "goal": self.goal.to_object(),
            "required": [each.to_object() for each in self.required],
            "seconds": self.seconds,
        }

    @classmethod
    def from_object(cls, told: dict[str, Any]) -> "Measurement":
        """Read what `to_object` returned."""
        number = told["number"]
        return cls(
            kept_whole_number(told["generation"]),
            None if number is None else kept_whole_number(number),
            kept_vector(told["vector"]),
            kept_estimate(told["goal"]),
            tuple(map(kept_estimate, told["required"])),
            kept_number(told["seconds"]),
        )


def measure(space: Space, settings: TuningSettings, task: Task, threads: int) -> list[Estimate]:
    """Measure a candidate: its goal, then what is required."""
    wanted = [(settings.objective, settings.games)]
    wanted += [(each.objective, each.games) for each in settings.requirements]
    found = []
    for name, usual in wanted:
        goal = objective(name)
        games = max(usual, round(task.share * goal.effort(usual, task.effort)))
        # Positions that have to be solved first are the same for all, but games are not.
        seed = chance(settings, task.purpose, 0 if goal.one_seed else task.number)
        found.append(goal.measure(space, task.vector, settings.way, games, seed, threads))
    return found


def is_allowed(settings: TuningSettings, required: Sequence[Estimate]) -> bool:
    """Whether a candidate meets all requirements."""
    return _violation(settings, required) == 0


def fitness(settings: TuningSettings, measured: Measurement) -> float:
    """Return how good a candidate is; one that is not allowed is worse than all that are."""
    goal = objective(settings.objective)
    violation = _violation(settings, measured.required)
    if violation > 0:
        return goal.fitness(goal.worst) - violation
    return goal.fitness(measured.goal.value)


def chance(settings: TuningSettings, purpose: int, number: int) -> int:
    """Return the seed of a generation, or of what else has to meet a luck of its own."""
    words = np.random.SeedSequence([settings.seed, purpose, number])
    return int(words.generate_state(1, np.uint64)[0] >> np.uint64(1))


def _violation(settings: TuningSettings, required: Sequence[Estimate]) -> float:
    return sum(
        requirement.violation(estimate.value)
        for requirement, estimate in zip(settings.requirements, required, strict=True)
    )
