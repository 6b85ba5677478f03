"""The search of a study: an optimiser proposes generations, which are measured and stored."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean

import numpy as np

from obversi.errors import InputError
from obversi.lab.estimate import Estimate
from obversi.lab.tuning.measurement import (
    FailedCandidateError,
    History,
    Measure,
    Measurement,
    Task,
    fitness,
    is_allowed,
    named_failure,
)
from obversi.lab.tuning.objectives import Effort, objective
from obversi.lab.tuning.optimisers import METHODS, Optimiser
from obversi.lab.tuning.settings import Limits, TuningSettings
from obversi.lab.tuning.space import Space, Vector


@dataclass(frozen=True, slots=True)
class GenerationSummary:
    """A generation in short: the values of its best candidate and of the mean.

    `allowed` is how many candidates meet all requirements. `check` is the better check after it,
    if there was one. `games` and `seconds` are totals of the study.
    """

    number: int
    best: float
    mean: float
    allowed: int
    candidates: int
    spread: float
    check: Estimate | None
    games: int
    seconds: float


class TuningProgress:
    """Callbacks for the progress of a study, which do nothing unless they are overridden."""

    def begin(self, what: str, total: int) -> None:
        """Handle the beginning of a step with this number of candidates or games."""

    def reach(self, done: int) -> None:
        """Handle that this number of them is done."""

    def generation(self, summary: GenerationSummary) -> None:
        """Handle the end of a generation."""


def generations_text(number: int) -> str:
    """Return a number of generations as text.

    >>> generations_text(1)
    '1 generation'
    """
    return f"{number:,} generation{'' if number == 1 else 's'}"


# How often the optimiser's guess is measured in fresh games. Unlike the best candidate of a
# generation, it was not chosen by luck.
_GENERATIONS_A_CHECK = 10

# The purposes of seeds: generations, checks.
_GENERATION, _CHECK = 0, 1

_DIGITS_OF_SECONDS = 4

# Points may differ this much between processors.
_SAME = 1e-6


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The optimiser's last guess, and why the search ended."""

    guess: Vector
    generations: int
    reason: str


class _Clock:
    """Measures the seconds since the last lap, rounded as in the file of a history.

    The rounding error is part of the next lap, so the sum of the file is the whole time.
    """

    def __init__(self) -> None:
        self._last = time.perf_counter()

    def lap(self) -> float:
        passed = round(time.perf_counter() - self._last, _DIGITS_OF_SECONDS)
        self._last += passed
        return passed


def search(
    space: Space,
    settings: TuningSettings,
    limits: Limits,
    optimiser: Optimiser,
    history: History,
    measure: Measure,
    progress: TuningProgress,
) -> SearchResult:
    """Search until a limit is reached; measurements in the history are not repeated."""
    searching = _Searching(space, settings, limits, history, measure, progress)
    number = 0
    while True:
        points = optimiser.ask()
        vectors = [space.vector(point) for point in points]
        known = searching.known(number + 1, vectors)
        if len(known) < len(vectors) and (reason := searching.end(number)):
            break
        number += 1
        if not searching.complete(number, vectors, known):
            reason = _out_of_time(limits)
            number -= 1
            break
        optimiser.tell([fitness(settings, known[place]) for place in range(len(vectors))])
        searching.conclude(number, known, space.vector(optimiser.guess), optimiser.spread)
    return SearchResult(space.vector(optimiser.guess), number, reason)


@dataclass
class _Searching:
    """A running search: measures generations and checks, and decides when it ends."""

    space: Space
    settings: TuningSettings
    limits: Limits
    history: History
    measure: Measure
    progress: TuningProgress
    clock: _Clock = field(default_factory=_Clock)
    bests: list[float] = field(default_factory=list)
    games: int = 0
    seconds: float = 0.0

    def known(self, number: int, vectors: Sequence[Vector]) -> dict[int, Measurement]:
        """Return the history of a generation, which must have the same candidates."""
        known = self.history.generation(number)
        for place, measured in known.items():
            stored = self.space.point(measured.vector)
            if place >= len(vectors) or not np.allclose(
                stored, self.space.point(vectors[place]), rtol=0, atol=_SAME
            ):
                raise InputError(
                    f"generation {number} of the study cannot be resumed: its candidate {place} is "
                    "different now, perhaps because of another version of NumPy or cmaes; "
                    "nothing was changed, --new begins again"
                )
        return known

    def complete(
        self, number: int, vectors: Sequence[Vector], known: dict[int, Measurement]
    ) -> bool:
        """Measure the missing candidates of a generation; return False if time runs out."""
        missing = [place for place in range(len(vectors)) if place not in known]
        self.progress.begin(f"generation {number}", len(vectors))
        self.progress.reach(len(known))
        for measured in self._measured(number, missing, [vectors[place] for place in missing]):
            assert measured.number is not None
            known[measured.number] = measured
            self.progress.reach(len(known))
            if len(known) < len(vectors) and self._is_late():
                return False
        return True

    def conclude(
        self, number: int, known: dict[int, Measurement], guess: Vector, spread: float
    ) -> None:
        """Check the guess after a generation if that is due, and report the generation."""
        values = [measured.goal.value for measured in known.values()]
        allowed = [
            measured for measured in known.values() if is_allowed(self.settings, measured.required)
        ]
        best = max(known.values(), key=self._fitness)
        self.bests.append(self._fitness(best))
        if not self.history.generation(number + 1):
            self._check(number, best, guess)
        checks = self.history.checks_of(number)
        measurements = [*known.values(), *checks]
        self.games += sum(each.games for each in measurements)
        self.seconds += sum(each.seconds for each in measurements)
        self.progress.generation(
            GenerationSummary(
                number=number,
                best=best.goal.value,
                mean=fmean(values),
                allowed=len(allowed),
                candidates=len(known),
                spread=spread,
                check=max(checks, key=self._fitness).goal if checks else None,
                games=self.games,
                seconds=self.seconds,
            )
        )

    def end(self, generations: int) -> str:
        """Return why the search ends after this number of generations, or an empty text."""
        limits = self.limits
        if limits.target is not None and self._reached(limits.target):
            return f"the target of {limits.target:g} is reached"
        if limits.generations is not None and generations >= limits.generations:
            return f"after {generations_text(limits.generations)}"
        since_best = len(self.bests) - 1 - int(np.argmax(self.bests)) if self.bests else 0
        if limits.patience is not None and since_best >= limits.patience:
            return f"after {generations_text(limits.patience)} without progress"
        return _out_of_time(limits) if self._is_late() else ""

    def _reached(self, target: float) -> bool:
        """Whether a check surely reaches the target and meets the requirements."""
        return any(
            objective(self.settings.objective).surely_reaches(check.goal, target, look)
            and is_allowed(self.settings, check.required)
            for look, check in enumerate(self.history.checks, 1)
        )

    def _is_late(self) -> bool:
        return self.limits.seconds is not None and self.history.seconds >= self.limits.seconds

    def _check(self, number: int, best: Measurement, guess: Vector) -> None:
        """Measure candidates that may have reached the target, and regularly the guess, again."""
        target = self.limits.target
        hopeful = (
            target is not None
            and is_allowed(self.settings, best.required)
            and objective(self.settings.objective).reaches(best.goal.value, target)
        )
        vectors = [best.vector, guess] if hopeful else []
        if number % _GENERATIONS_A_CHECK == 0:
            vectors = [guess, *vectors]
        done = {check.vector for check in self.history.checks_of(number)}
        missing = [vector for vector in dict.fromkeys(vectors) if vector not in done]
        if missing:
            self.progress.begin(f"checking generation {number}", len(missing))
        numbers = len(missing) * [None]
        for done_now, _ in enumerate(self._measured(number, numbers, missing, "check"), 1):
            self.progress.reach(done_now)

    def _fitness(self, measured: Measurement) -> float:
        return fitness(self.settings, measured)

    def _measured(
        self,
        generation: int,
        numbers: Sequence[int | None],
        vectors: Sequence[Vector],
        effort: Effort = "candidate",
    ) -> Iterator[Measurement]:
        """Measure and store candidates, and yield each when it is done."""
        purpose = _CHECK if effort == "check" else _GENERATION
        tasks = [Task(vector, purpose, generation, effort) for vector in vectors]
        try:
            for place, (goal, *required) in self.measure(tasks):
                measured = Measurement(
                    *(generation, numbers[place], vectors[place]),
                    *(goal, tuple(required), self.clock.lap()),
                )
                self.history.add(measured)
                yield measured
        except FailedCandidateError as error:
            number = numbers[error.place]
            label = candidate_label(number, generation)
            stored = len(self.history)
            raise named_failure(error, self.space, label, vectors[error.place], stored) from error


def candidate_label(number: int | None, generation: int) -> str:
    """Return the name of a candidate, or of a check if it has no number."""
    which = "the check" if number is None else f"candidate {number}"
    return f"{which} of generation {generation}"


def make_optimiser(space: Space, settings: TuningSettings) -> Optimiser:
    """Return the optimiser of the settings."""
    start = None if settings.from_nothing else space.point(space.start)
    return METHODS[settings.method].make(
        start, len(space), settings.population, settings.spread, settings.seed
    )


def _out_of_time(limits: Limits) -> str:
    return f"after {limits.seconds:g} s"
