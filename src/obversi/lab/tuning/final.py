"""The end of a study: fresh games decide who is best, and the best plays against the start."""

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from obversi.agents.search_agent import SearchAgent
from obversi.arena.openings import random_openings
from obversi.errors import ObversiError
from obversi.heuristics import Mix
from obversi.lab.estimate import Estimate, elo, mean, score
from obversi.lab.tuning.history import History
from obversi.lab.tuning.measurement import Measurement, Task, chance, fitness
from obversi.lab.tuning.measuring import FailedCandidateError, Measuring, named_failure
from obversi.lab.tuning.objectives import objective
from obversi.lab.tuning.outcome import Finalist, TunedMatch, TuningOutcome
from obversi.lab.tuning.playing import play_games
from obversi.lab.tuning.search import Found
from obversi.lab.tuning.space import Space, Vector
from obversi.lab.tuning.tuning_settings import TuningSettings
from obversi.lab.tuning.watch import TuningWatch

__all__ = ["decide"]

# The fittest candidates that play in the final, beside the search's guess and its best check.
_FITTEST: Final = 2

# Candidates are the same whose places in their ranges are alike up to so many digits.
_SAME_DIGITS: Final = 9

# What chance is for, beside generations and checks; whoever is chosen is measured afresh, for
# being chosen is luck as well.
_FINAL, _WORTH, _MATCH = 2, 3, 4

# The matches of the best against the start: plies, games; and the games of a function in Python.
_MATCHES: Final = ((1, 2000), (4, 400))
_PYTHON_GAMES: Final = 100

# A match has no more games than the search had, but so many at least.
_FEWEST_GAMES: Final = 20


def decide(
    space: Space,
    settings: TuningSettings,
    history: History,
    found: Found,
    target: float | None,
    measure: Measuring,
    watch: TuningWatch,
    threads: int | None,
) -> TuningOutcome:
    """Measure the best candidates again in fresh games, and let the best play the start."""
    entrants = list(_entrants(space, settings, history, found.guess))
    share = _share(settings, history, len(entrants) + 2)

    def measured(what: str, purpose: int, who: list[tuple[str, Vector]]) -> list[list[Estimate]]:
        watch.begin(what, len(who))
        tasks = [Task(vector, purpose, len(history), "final", share) for _, vector in who]
        estimates: dict[int, list[Estimate]] = {}
        try:
            for place, several in measure(tasks):
                estimates[place] = several
                watch.reach(len(estimates))
        except FailedCandidateError as error:
            raise named_failure(error, space, *who[error.place], len(history)) from error
        return [estimates[place] for place in range(len(who))]

    estimates = measured(
        "measuring the best again", _FINAL, [(label, vector) for label, vector, _ in entrants]
    )
    finalists = sorted(
        (
            Finalist(*entrant, fresh, tuple(required))
            for entrant, (fresh, *required) in zip(entrants, estimates, strict=True)
        ),
        key=_order(settings),
    )
    best = finalists[0]
    # The start in the same games; if it is the best, it has one number and not two.
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
        matches=tuple(_matches(space, settings, best.vector, history, watch, threads)),
    )


def _share(settings: TuningSettings, history: History, measurements: int) -> float:
    """Return how much of a whole final is made, so that it takes no longer than the search did."""
    goal = objective(settings.objective)
    search = len(history.candidates) + goal.check_times * len(history.checks)
    return min(1.0, search / (measurements * goal.final_times))


def _entrants(
    space: Space, settings: TuningSettings, history: History, guess: Vector
) -> Iterator[tuple[str, Vector, Estimate | None]]:
    """Go through those who are measured again, the start first, nobody twice."""

    def by_fitness(measured: Measurement) -> float:
        return -fitness(settings, measured)

    def place(vector: Vector) -> bytes:
        # A start that a search has asked for has been rounded.
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
        which = "the check" if measured.number is None else f"candidate {measured.number}"
        label = f"{which} of generation {measured.generation}"
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
    watch: TuningWatch,
    threads: int | None,
) -> Iterator[TunedMatch]:
    if best == space.start:
        return
    tuned, start = space.evaluation(best, "tuned"), space.evaluation(space.start, "start")
    seed = chance(settings, _MATCH, len(history))
    affordable = max(_FEWEST_GAMES, history.games)
    quick = isinstance(tuned, Mix)
    for depth, most in _MATCHES if quick else ((settings.depth, _PYTHON_GAMES),):
        games = min(most, affordable)
        watch.begin(
            f"tuned against the start, {'1 ply' if depth == 1 else f'{depth} plies'}", games
        )
        openings = random_openings(games // 2, size=settings.size, rules=settings.rules, seed=seed)
        try:
            played = play_games(
                SearchAgent(tuned, depth=depth),
                SearchAgent(start, depth=depth),
                # The same opening twice would bring the same game: small boards have few.
                2 * len(openings.boards),
                *(settings.way, openings, seed, threads, watch.reach),
            )
        except ObversiError as error:
            raise ObversiError(
                f"the match of the best against the start cannot be played: {error}; the "
                f"{len(history):,} measurements before it are kept"
            ) from error
        pairs = played.margins.reshape(-1, 2).mean(axis=1)
        yield TunedMatch(depth, len(played), score(played), elo(played), mean(pairs))
