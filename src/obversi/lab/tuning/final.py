"""The end of a study: fresh games decide who is best, and the best plays against the start."""

from collections.abc import Callable, Iterator
from typing import Final

from obversi.agents.search_agent import SearchAgent
from obversi.arena.bulk import BulkGames, play_bulk
from obversi.arena.openings import random_openings
from obversi.errors import ObversiError
from obversi.heuristics import Evaluation, Mix
from obversi.lab.estimate import Estimate, elo, mean, score
from obversi.lab.tuning.history import History
from obversi.lab.tuning.measurement import Measurement, Task, chance, fitness
from obversi.lab.tuning.measuring import Measuring
from obversi.lab.tuning.outcome import Finalist, TunedMatch, TuningOutcome
from obversi.lab.tuning.space import Space, Vector
from obversi.lab.tuning.tuning_settings import TuningSettings
from obversi.lab.tuning.watch import TuningWatch

__all__ = ["decide"]

# The fittest candidates that play in the final, beside the search's guess and its best check.
_FITTEST: Final = 2

# What chance is for, beside generations and checks; whoever is chosen is measured afresh, for
# being chosen is luck as well.
_FINAL, _WORTH, _MATCH = 2, 3, 4

# The matches of the best against the start: plies, games; and the games of a function in Python.
_MATCHES: Final = ((1, 2000), (4, 400))
_PYTHON_GAMES: Final = 100


def decide(
    space: Space,
    settings: TuningSettings,
    history: History,
    guess: Vector,
    reason: str,
    generations: int,
    measure: Measuring,
    watch: TuningWatch,
    threads: int | None,
) -> TuningOutcome:
    """Measure the best candidates again in fresh games, and let the best play the start."""
    entrants = list(_entrants(space, settings, history, guess))
    watch.begin("measuring the best again", len(entrants) + 1)
    seed = chance(settings, _FINAL, len(history))
    tasks = [Task(vector, seed, "final") for _, vector, _ in entrants]
    found: dict[int, Finalist] = {}
    for place, (fresh, *required) in measure(tasks):
        found[place] = Finalist(*entrants[place], fresh, tuple(required))
        watch.reach(len(found))
    finalists = sorted((found[place] for place in range(len(entrants))), key=_order(settings))
    best = finalists[0]
    again = Task(best.vector, chance(settings, _WORTH, len(history)), "final")
    ((_, (worth, *required)),) = measure([again])
    return TuningOutcome(
        reason=reason,
        generations=generations,
        finalists=tuple(finalists),
        start=found[0],
        worth=worth,
        required=tuple(required),
        matches=tuple(_matches(space, settings, best.vector, len(history), watch, threads)),
    )


def _entrants(
    space: Space, settings: TuningSettings, history: History, guess: Vector
) -> Iterator[tuple[str, Vector, Estimate | None]]:
    """Go through those who are measured again, the start first, nobody twice."""

    def by_fitness(measured: Measurement) -> float:
        return -fitness(settings, measured)

    seen = {space.start}
    yield "the start", space.start, None
    candidates = sorted(history.candidates, key=by_fitness)[: 4 * _FITTEST]
    checks = sorted(history.checks, key=by_fitness)[:1]
    fittest = 0
    if guess not in seen and len(history):
        seen.add(guess)
        yield "where the search ended", guess, None
    for measured in [*checks, *candidates]:
        if measured.vector in seen or fittest == _FITTEST + len(checks):
            continue
        seen.add(measured.vector)
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
    measurements: int,
    watch: TuningWatch,
    threads: int | None,
) -> Iterator[TunedMatch]:
    if best == space.start:
        return
    tuned, start = space.evaluation(best, "tuned"), space.evaluation(space.start, "start")
    seed = chance(settings, _MATCH, measurements)
    quick = isinstance(tuned, Mix)
    for depth, games in _MATCHES if quick else ((settings.depth, _PYTHON_GAMES),):
        watch.begin(f"tuned against the start, {depth} plies", games)
        played = _played(tuned, start, depth, games, settings, seed, watch, threads)
        pairs = played.margins.reshape(-1, 2).mean(axis=1)
        yield TunedMatch(depth, len(played), score(played), elo(played), mean(pairs))


def _played(
    tuned: Evaluation,
    start: Evaluation,
    depth: int,
    games: int,
    settings: TuningSettings,
    seed: int,
    watch: TuningWatch,
    threads: int | None,
) -> BulkGames:
    openings = random_openings(games // 2, size=settings.size, rules=settings.rules, seed=seed)
    played = play_bulk(
        SearchAgent(tuned, depth=depth),
        SearchAgent(start, depth=depth),
        # The same opening twice would bring the same game: small boards have few.
        2 * len(openings.boards),
        size=settings.size,
        rules=settings.rules,
        openings=openings,
        solved=settings.solved,
        seed=seed,
        threads=threads,
        on_progress=lambda *ended: watch.reach(sum(ended)),
    )
    if played.failures:
        raise ObversiError(f"the match cannot be played: {played.failures[0].reason}")
    return played
