"""The search of a study: generations that are asked for, measured, kept and told."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

import numpy as np

from obversi.errors import ObversiError
from obversi.lab.tuning.history import History
from obversi.lab.tuning.measurement import Measurement, Task, fitness, is_allowed
from obversi.lab.tuning.measuring import FailedCandidateError, Measuring, named_failure
from obversi.lab.tuning.methods import METHODS
from obversi.lab.tuning.objective import Effort
from obversi.lab.tuning.objectives import objective
from obversi.lab.tuning.optimiser import Optimiser
from obversi.lab.tuning.space import Space, Vector
from obversi.lab.tuning.tuning_settings import Limits, TuningSettings
from obversi.lab.tuning.watch import GenerationSummary, TuningWatch, told_generations

__all__ = ["Found", "make_optimiser", "search"]

# After so many generations the search's own guess is measured in fresh games: chance helps the best
# of a generation, but not the guess.
_GENERATIONS_A_CHECK: Final = 10

# What chance is for: generations, checks.
_GENERATION, _CHECK = 0, 1

_DIGITS_OF_SECONDS: Final = 4

# Another processor may calculate this much differently.
_SAME: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Found:
    """Where a search has come to, and why it ended there."""

    guess: Vector
    generations: int
    reason: str


class _Clock:
    """Tells the seconds since it was last asked, as a history keeps them.

    What is rounded off counts the next time, so that a study that is read again took as long.
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
    measure: Measuring,
    watch: TuningWatch,
) -> Found:
    """Search until a limit is reached; what the history knows already is not measured again."""
    searching = _Searching(space, settings, limits, history, measure, watch)
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
        told = [fitness(settings, known[place]) for place in range(len(vectors))]
        optimiser.tell(told)
        searching.conclude(number, known, space.vector(optimiser.guess), optimiser.spread)
    return Found(space.vector(optimiser.guess), number, reason)


class _Searching:
    """One search: measures generations and checks, and knows when it is over."""

    def __init__(
        self,
        space: Space,
        settings: TuningSettings,
        limits: Limits,
        history: History,
        measure: Measuring,
        watch: TuningWatch,
    ) -> None:
        self._space, self._settings, self._limits = space, settings, limits
        self._history, self._measure, self._watch = history, measure, watch
        self._goal = objective(settings.objective)
        self._clock = _Clock()
        self._bests: list[float] = []
        self._games, self._seconds = 0, 0.0

    def known(self, number: int, vectors: Sequence[Vector]) -> dict[int, Measurement]:
        """Return what the history has of a generation, which must be the same as now."""
        known = self._history.generation(number)
        for place, measured in known.items():
            kept = self._space.point(measured.vector)
            if place >= len(vectors) or not np.allclose(
                kept, self._space.point(vectors[place]), rtol=0, atol=_SAME
            ):
                raise ObversiError(
                    f"generation {number} of the study cannot be brought back: its candidate "
                    f"{place} is another one here, by another version of NumPy or cmaes, perhaps; "
                    "all that was measured is kept, --new begins again"
                )
        return known

    def complete(
        self, number: int, vectors: Sequence[Vector], known: dict[int, Measurement]
    ) -> bool:
        """Measure what is missing of a generation; False if the time is up before."""
        missing = [place for place in range(len(vectors)) if place not in known]
        wanted = [vectors[place] for place in missing]
        self._watch.begin(f"generation {number}", len(vectors))
        self._watch.reach(len(known))
        for measured in self._measured(number, missing, wanted):
            assert measured.number is not None
            known[measured.number] = measured
            self._watch.reach(len(known))
            if len(known) < len(vectors) and self._is_late():
                return False
        return True

    def conclude(
        self, number: int, known: dict[int, Measurement], guess: Vector, spread: float
    ) -> None:
        """Check the guess after a generation if that is due, and tell how it went."""
        values = [measured.goal.value for measured in known.values()]
        allowed = [
            measured for measured in known.values() if is_allowed(self._settings, measured.required)
        ]
        best = max(known.values(), key=self._fitness)
        self._bests.append(self._fitness(best))
        if not self._history.generation(number + 1):
            self._check(number, best, guess)
        checks = self._history.checks_of(number)
        measurements = [*known.values(), *checks]
        self._games += sum(each.games for each in measurements)
        self._seconds += sum(each.seconds for each in measurements)
        self._watch.generation(
            GenerationSummary(
                number=number,
                best=best.goal.value,
                mean=fmean(values),
                allowed=len(allowed),
                candidates=len(known),
                spread=spread,
                check=max(checks, key=self._fitness).goal if checks else None,
                games=self._games,
                seconds=self._seconds,
            )
        )

    def end(self, generations: int) -> str:
        """Return why the search is over after so many generations, or nothing if it is not."""
        limits = self._limits
        if limits.target is not None and self._reached(limits.target):
            return f"the target of {limits.target:g} is reached"
        if limits.generations is not None and generations >= limits.generations:
            one = limits.generations == 1
            return f"{told_generations(limits.generations)} {'is' if one else 'are'} over"
        if limits.patience is not None and self._without_progress() >= limits.patience:
            return f"{told_generations(limits.patience)} brought no progress"
        return _out_of_time(limits) if self._is_late() else ""

    def _reached(self, target: float) -> bool:
        """Whether a check is surely as good as the target, and allowed."""
        return any(
            self._goal.surely_reaches(check.goal, target, look)
            and is_allowed(self._settings, check.required)
            for look, check in enumerate(self._history.checks, 1)
        )

    def _without_progress(self) -> int:
        """Return how many generations ago the best candidate of all was found."""
        if not self._bests:
            return 0
        return len(self._bests) - 1 - int(np.argmax(self._bests))

    def _is_late(self) -> bool:
        return self._limits.seconds is not None and self._history.seconds >= self._limits.seconds

    def _check(self, number: int, best: Measurement, guess: Vector) -> None:
        """Measure in fresh games what may have reached the target, and now and then the guess."""
        target = self._limits.target
        hopeful = (
            target is not None
            and is_allowed(self._settings, best.required)
            and self._goal.reaches(best.goal.value, target)
        )
        wanted = [best.vector, guess] if hopeful else []
        if number % _GENERATIONS_A_CHECK == 0:
            wanted = [guess, *wanted]
        done = {check.vector for check in self._history.checks_of(number)}
        missing = [vector for vector in dict.fromkeys(wanted) if vector not in done]
        if missing:
            self._watch.begin(f"checking generation {number}", len(missing))
        numbers = len(missing) * [None]
        for done_now, _ in enumerate(self._measured(number, numbers, missing, "check"), 1):
            self._watch.reach(done_now)

    def _fitness(self, measured: Measurement) -> float:
        return fitness(self._settings, measured)

    def _measured(
        self,
        generation: int,
        numbers: Sequence[int | None],
        vectors: Sequence[Vector],
        effort: Effort = "candidate",
    ) -> Iterator[Measurement]:
        """Measure and keep candidates, one after the other as they are done."""
        purpose = _CHECK if effort == "check" else _GENERATION
        tasks = [Task(vector, purpose, generation, effort) for vector in vectors]
        try:
            for place, (goal, *required) in self._measure(tasks):
                measured = Measurement(
                    *(generation, numbers[place], vectors[place]),
                    *(goal, tuple(required), self._clock.lap()),
                )
                self._history.add(measured)
                yield measured
        except FailedCandidateError as error:
            number = numbers[error.place]
            which = "the check" if number is None else f"candidate {number}"
            who = f"{which} of generation {generation}"
            kept = len(self._history)
            raise named_failure(error, self._space, who, vectors[error.place], kept) from error


def make_optimiser(space: Space, settings: TuningSettings) -> Optimiser:
    """Return what searches, as the settings say."""
    start = None if settings.from_nothing else space.point(space.start)
    return METHODS[settings.method].make(
        start, len(space), settings.population, settings.spread, settings.seed
    )


def _out_of_time(limits: Limits) -> str:
    return f"{limits.seconds:g} s are over"
