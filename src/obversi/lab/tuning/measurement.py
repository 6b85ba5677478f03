"""What was measured of a candidate."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from obversi.lab.estimate import Estimate
from obversi.lab.tuning.objective import Effort
from obversi.lab.tuning.objectives import objective
from obversi.lab.tuning.space import Space, Vector
from obversi.lab.tuning.tuning_settings import TuningSettings

__all__ = ["Measurement", "Task", "chance", "fitness", "is_allowed", "measure"]


@dataclass(frozen=True, slots=True)
class Task:
    """A candidate to be measured, how well, and the seed of its chance."""

    vector: Vector
    seed: int
    effort: Effort = "candidate"


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
        """How many games, or positions, it took."""
        return self.goal.count + sum(each.count for each in self.required)

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {
            "generation": self.generation,
            "number": self.number,
            "vector": list(self.vector),
            "goal": self.goal.to_object(),
            "required": [each.to_object() for each in self.required],
            "seconds": round(self.seconds, 4),
        }

    @classmethod
    def from_object(cls, told: dict[str, Any]) -> "Measurement":
        """Read what `to_object` returned."""
        return cls(
            told["generation"],
            told["number"],
            tuple(told["vector"]),
            Estimate.from_object(told["goal"]),
            tuple(map(Estimate.from_object, told["required"])),
            told["seconds"],
        )


def measure(space: Space, settings: TuningSettings, task: Task, threads: int) -> list[Estimate]:
    """Measure a candidate: its goal, then what is required."""
    wanted = [(settings.objective, settings.games)]
    wanted += [(each.objective, each.games) for each in settings.requirements]
    found = []
    for name, usual in wanted:
        goal = objective(name)
        games = goal.effort(usual, task.effort)
        found.append(goal.measure(space, task.vector, settings.way, games, task.seed, threads))
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


def chance(settings: TuningSettings, purpose: int, generation: int) -> int:
    """Return the seed of a generation, or of what else has to meet a luck of its own."""
    if objective(settings.objective).one_seed:
        generation = 0
    words = np.random.SeedSequence([settings.seed, purpose, generation])
    return int(words.generate_state(1, np.uint64)[0] >> np.uint64(1))


def _violation(settings: TuningSettings, required: Sequence[Estimate]) -> float:
    return sum(
        requirement.violation(estimate.value)
        for requirement, estimate in zip(settings.requirements, required, strict=True)
    )
