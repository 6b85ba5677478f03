"""The final of a study: fresh games decide which candidate is best, and it plays the start."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from obversi.agents.core_agents import SearchAgent
from obversi.arena.openings import random_openings
from obversi.errors import InputError, ObversiError
from obversi.heuristics.mix import Mix
from obversi.lab.estimate import Estimate, elo, mean, score
from obversi.lab.games import play_games
from obversi.lab.tuning.measurement import (
    FailedCandidateError,
    History,
    Measure,
    Measurement,
    Task,
    fitness,
    named_failure,
    task_seed,
)
from obversi.lab.tuning.objectives import objective
from obversi.lab.tuning.search import SearchResult, TuningProgress, candidate_label
from obversi.lab.tuning.settings import TuningSettings
from obversi.lab.tuning.space import Space, Vector
from obversi.records import Record


@dataclass(frozen=True, slots=True)
class Finalist(Record):
    """A candidate of the final: its value in the search (`seemed`), and in fresh games."""

    label: str
    vector: Vector
    seemed: Estimate | None
    fresh: Estimate
    required: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class TunedMatch(Record):
    """A match of the best against the start, both with the same search depth."""

    depth: int
    games: int
    score: Estimate
    elo: Estimate
    margin: Estimate


@dataclass(frozen=True, slots=True)
class TuningOutcome(Record):
    """The finalists, best first; the value of the best in other games (`worth`); its matches.

    `reason` says why the search ended. `before` is the value of the start, in the same games as
    `worth`.
    """

    reason: str
    generations: int
    target: float | None
    finalists: tuple[Finalist, ...]
    before: Estimate
    worth: Estimate
    required: tuple[Estimate, ...]
    matches: tuple[TunedMatch, ...]

    def __post_init__(self) -> None:
        """Check that there is a best one."""
        if not self.finalists:
            raise ValueError("there are no finalists")

    @property
    def best(self) -> Finalist:
        """The best finalist."""
        return self.finalists[0]


# The number of fittest candidates in the final, beside the optimiser's guess and its best check.
_FITTEST = 2

# Candidates are the same if their points agree in this number of digits.
_SAME_DIGITS = 9

# The purposes of seeds, besides generations and checks. The best candidate is measured again,
# because it was chosen partly by luck.
_FINAL, _WORTH, _MATCH = 2, 3, 4

# The matches of the best against the start: plies and games; and the games of Python functions.
_MATCHES = ((1, 2000), (4, 400))
_PYTHON_GAMES = 100

# A match has at most as many games as the search, but at least this number.
_FEWEST_GAMES = 20


def decide(
    space: Space,
    settings: TuningSettings,
    history: History,
    found: SearchResult,
    target: float | None,
    measure: Measure,
    progress: TuningProgress,
    threads: int | None,
) -> TuningOutcome:
    """Measure the best candidates again in fresh games, and play the best against the start."""
    candidates = list(_candidates(space, settings, history, found.guess))
    share = _share(settings, history, len(candidates) + 2)

    def measured(
        what: str, purpose: int, finalists: list[tuple[str, Vector]]
    ) -> list[list[Estimate]]:
        progress.begin(what, len(finalists))
        tasks = [Task(vector, purpose, len(history), "final", share) for _, vector in finalists]
        estimates: dict[int, list[Estimate]] = {}
        try:
            for place, several in measure(tasks):
                estimates[place] = several
                progress.reach(len(estimates))
        except FailedCandidateError as error:
            raise named_failure(error, space, *finalists[error.place], len(history)) from error
        return [estimates[place] for place in range(len(finalists))]

    estimates = measured(
        "measuring the best again", _FINAL, [(label, vector) for label, vector, _ in candidates]
    )
    finalists = sorted(
        (
            Finalist(*candidate, fresh, tuple(required))
            for candidate, (fresh, *required) in zip(candidates, estimates, strict=True)
        ),
        key=_order(settings),
    )
    best = finalists[0]
    # The start plays the same games; if it is the best itself, it is measured only once.
    both = dict.fromkeys([(best.label, best.vector), ("the start", space.start)])
    (worth, *required), *others = measured("measuring the winner's worth", _WORTH, list(both))
    return TuningOutcome(
        reason=found.reason,
        generations=found.generations,
        target=target,
        finalists=tuple(finalists),
        before=others[0][0] if others else worth,
        worth=worth,
        required=tuple(required),
        matches=tuple(_matches(space, settings, best.vector, history, progress, threads)),
    )


def _share(settings: TuningSettings, history: History, measurements: int) -> float:
    """Return the share of a full final that takes no longer than the search did."""
    goal = objective(settings.objective)
    search = len(history.candidates) + goal.check_times * len(history.checks)
    return min(1.0, search / (measurements * goal.final_times))


def _candidates(
    space: Space, settings: TuningSettings, history: History, guess: Vector
) -> Iterator[tuple[str, Vector, Estimate | None]]:
    """Yield the candidates of the final, the start first, each once."""

    def by_fitness(measured: Measurement) -> float:
        return -fitness(settings, measured)

    def place(vector: Vector) -> bytes:
        # A start that passed through an optimiser has been rounded.
        return np.round(space.point(vector), _SAME_DIGITS).tobytes()

    seen = {place(space.start)}
    yield "the start", space.start, None
    candidates = sorted(history.candidates, key=by_fitness)[: 4 * _FITTEST]
    checks = sorted(history.checks, key=by_fitness)[:1]
    fittest = 0
    if place(guess) not in seen and len(history):
        seen.add(place(guess))
        yield "where the search ended", guess, None
    for measured in [*checks, *candidates]:
        if place(measured.vector) in seen or fittest == _FITTEST + len(checks):
            continue
        seen.add(place(measured.vector))
        fittest += 1
        label = candidate_label(measured.number, measured.generation)
        yield label, measured.vector, measured.goal


def _order(settings: TuningSettings) -> Callable[[Finalist], float]:
    def key(finalist: Finalist) -> float:
        measured = Measurement(0, 0, finalist.vector, finalist.fresh, finalist.required, 0.0)
        return -fitness(settings, measured)

    return key


def _matches(
    space: Space,
    settings: TuningSettings,
    best: Vector,
    history: History,
    progress: TuningProgress,
    threads: int | None,
) -> Iterator[TunedMatch]:
    if best == space.start:
        return
    tuned, start = space.evaluation(best, "tuned"), space.evaluation(space.start, "start")
    seed = task_seed(settings, _MATCH, len(history))
    affordable = max(_FEWEST_GAMES, history.games)
    quick = isinstance(tuned, Mix)
    for depth, most in _MATCHES if quick else ((settings.depth, _PYTHON_GAMES),):
        games = min(most, affordable)
        progress.begin(f"tuned against the start, depth {depth}", games)
        openings = random_openings(games // 2, size=settings.size, rules=settings.rules, seed=seed)
        # Small boards have few openings, and one played again would be the same game.
        count = 2 * len(openings.boards)
        options: Any = {"solved": settings.solved, "seed": seed, "threads": threads}
        try:
            played = play_games(
                SearchAgent(tuned, depth=depth),
                SearchAgent(start, depth=depth),
                *(count, openings, lambda share, count=count: progress.reach(round(share * count))),
                **options,
            )
        except ObversiError as error:
            raise InputError(
                f"the match of the best against the start cannot be played: {error}; the "
                f"{len(history):,} measurements before it are stored"
            ) from error
        pairs = played.margins.reshape(-1, 2).mean(axis=1)
        yield TunedMatch(depth, len(played), score(played), elo(played), mean(pairs))
