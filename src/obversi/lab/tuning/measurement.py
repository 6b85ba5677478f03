"""Measuring candidates, in this process or on a cluster, and the history of measurements."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from obversi.arguments import whole_number
from obversi.cluster import Cluster, ClusterError, Future, TaskLostError
from obversi.errors import InputError, ObversiError
from obversi.lab.estimate import Estimate
from obversi.lab.tuning.objectives import Effort, objective
from obversi.lab.tuning.settings import TuningSettings
from obversi.lab.tuning.space import Space, Vector
from obversi.machine import core_count
from obversi.records import Record


@dataclass(frozen=True, slots=True)
class Task:
    """A candidate to be measured, the parts of its seed, and how carefully it is measured.

    Candidates with the same `purpose` and `number` have the same seed. `share` scales the effort,
    which is never less than for a candidate.
    """

    vector: Vector
    purpose: int
    number: int
    effort: Effort = "candidate"
    share: float = 1.0


@dataclass(frozen=True, slots=True)
class Measurement(Record):
    """The measured objective of a candidate (`goal`), and its requirements.

    Candidates of a generation are numbered from 0. A number of None is a check: the guess of the
    optimiser after a generation, measured in other and more games. `seconds` are those since the
    measurement before.
    """

    generation: int
    number: int | None
    vector: Vector
    goal: Estimate
    required: tuple[Estimate, ...]
    seconds: float

    @property
    def games(self) -> int:
        """The number of games or positions for the objective."""
        return self.goal.count

    @property
    def required_games(self) -> int:
        """The number of games or positions for the requirements."""
        return sum(each.count for each in self.required)


def measure(space: Space, settings: TuningSettings, task: Task, threads: int) -> list[Estimate]:
    """Measure a candidate: its objective, then the requirements."""
    objectives = [(settings.objective, settings.games)]
    objectives += [(each.objective, each.games) for each in settings.requirements]
    estimates = []
    for name, usual in objectives:
        goal = objective(name)
        games = max(usual, round(task.share * goal.effort(usual, task.effort)))
        seed = task_seed(settings, task.purpose, 0 if goal.one_seed else task.number)
        estimates.append(goal.measure(space, task.vector, settings.play, games, seed, threads))
    return estimates


def is_allowed(settings: TuningSettings, required: Sequence[Estimate]) -> bool:
    """Whether a candidate meets all requirements."""
    return _violation(settings, required) == 0


def fitness(settings: TuningSettings, measured: Measurement) -> float:
    """Return how good a candidate is; one that misses a requirement is worse than all others."""
    goal = objective(settings.objective)
    violation = _violation(settings, measured.required)
    if violation > 0:
        return goal.fitness(goal.worst) - violation
    return goal.fitness(measured.goal.value)


def task_seed(settings: TuningSettings, purpose: int, number: int) -> int:
    """Return the seed of a generation, or of another purpose."""
    words = np.random.SeedSequence([settings.seed, purpose, number])
    return int(words.generate_state(1, np.uint64)[0] >> np.uint64(1))


def _violation(settings: TuningSettings, required: Sequence[Estimate]) -> float:
    return sum(
        requirement.violation(estimate.value)
        for requirement, estimate in zip(settings.requirements, required, strict=True)
    )


class History:
    """Measurements in their order."""

    def __init__(
        self,
        measurements: Iterable[Measurement] = (),
        store: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        """Take earlier measurements, and a function that stores each new one."""
        self._store = store
        self._measurements: list[Measurement] = []
        self._generations: dict[int, dict[int, Measurement]] = {}
        self._checks: dict[int, list[Measurement]] = {}
        self._seconds = 0.0
        for measured in measurements:
            self._take(measured)

    def __len__(self) -> int:
        """Return the number of measurements."""
        return len(self._measurements)

    @property
    def candidates(self) -> list[Measurement]:
        """The measurements of generations."""
        return [each for each in self._measurements if each.number is not None]

    @property
    def checks(self) -> list[Measurement]:
        """The checks after generations."""
        return [check for checks in self._checks.values() for check in checks]

    @property
    def seconds(self) -> float:
        """The time of all measurements."""
        return self._seconds

    @property
    def games(self) -> int:
        """The number of games or positions for the objective."""
        return sum(each.games for each in self._measurements)

    @property
    def required_games(self) -> int:
        """The number of games or positions for the requirements."""
        return sum(each.required_games for each in self._measurements)

    def generation(self, number: int) -> dict[int, Measurement]:
        """Return the measurements of a generation, by the numbers of its candidates."""
        return dict(self._generations.get(number, {}))

    def checks_of(self, generation: int) -> list[Measurement]:
        """Return the checks after a generation."""
        return list(self._checks.get(generation, []))

    def add(self, measured: Measurement) -> None:
        """Store a measurement."""
        if self._store is not None:
            self._store(measured.to_object())
        self._take(measured)

    def _take(self, measured: Measurement) -> None:
        self._measurements.append(measured)
        self._seconds += measured.seconds
        if measured.number is None:
            self._checks.setdefault(measured.generation, []).append(measured)
        else:
            self._generations.setdefault(measured.generation, {})[measured.number] = measured


# How many tasks may be lost with their workers before that is an error.
_MOST_LOSSES = 5

_POLL_SECONDS = 0.5
_MOST_THREADS = 1024


class FailedCandidateError(ObversiError):
    """A candidate that could not be measured; `place` is the index of its task."""

    def __init__(self, reason: str, place: int) -> None:
        """Take the index, by which the caller can name the candidate."""
        super().__init__(reason)
        self.place = place


def named_failure(
    error: FailedCandidateError, space: Space, label: str, vector: Vector, stored: int
) -> ObversiError:
    """Return an error that names the candidate and the number of stored measurements."""
    numbers = ", ".join(
        f"{name} {value:.6g}" for name, value in zip(space.names, vector, strict=True)
    )
    return InputError(
        f"{label} ({numbers}) could not be measured: {error}; the {stored:,} measurements before "
        "it are stored"
    )


# Measures tasks, and yields the index and the estimates of each as soon as it is done.
Measure = Callable[[Sequence[Task]], Iterator[tuple[int, list[Estimate]]]]


@contextmanager
def measuring(
    space: Space, settings: TuningSettings, threads: int | None = None, cluster: str | None = None
) -> Iterator[Measure]:
    """Return a function that measures on threads of this process, or on a Dask cluster.

    `cluster` is the address of the scheduler, or "local" for processes on this machine. The
    estimates are the same.
    """
    workers = core_count() if threads is None else threads
    workers = whole_number(workers, "the number of threads", 1, most=_MOST_THREADS)
    if cluster is None:
        yield lambda tasks: _measured_here(tasks, space, settings, workers)
        return
    with Cluster(cluster, workers) as running:
        yield lambda tasks: _measured_on(running, tasks, space, settings)


def _measured_here(
    tasks: Sequence[Task], space: Space, settings: TuningSettings, threads: int
) -> Iterator[tuple[int, list[Estimate]]]:
    """Measure one candidate after the other, each on all threads."""
    for place, task in enumerate(tasks):
        try:
            estimates = measure(space, settings, task, threads)
        except ObversiError as error:
            raise FailedCandidateError(str(error), place) from error
        yield place, estimates


def _measured_on(
    cluster: Cluster, tasks: Sequence[Task], space: Space, settings: TuningSettings
) -> Iterator[tuple[int, list[Estimate]]]:
    """Measure the candidates at the same time; those that are lost with a worker are repeated."""

    def begin(task: Task) -> Future:
        return cluster.begin(measure, space, settings, task, 1)

    running = {begin(task): place for place, task in enumerate(tasks)}
    losses = 0
    while running:
        cluster.workers()  # raises if no worker is left
        for future in cluster.ended(_POLL_SECONDS):
            if future not in running:
                continue
            place = running.pop(future)
            try:
                estimates = cluster.result(future)
            except TaskLostError:
                losses += 1
                if losses > _MOST_LOSSES:
                    raise
                running[begin(tasks[place])] = place
                continue
            except ClusterError:
                raise
            except Exception as error:
                cluster.cancel(list(running))
                raise FailedCandidateError(str(error), place) from error
            yield place, estimates
