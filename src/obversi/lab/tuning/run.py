"""Tuning: the search, the final and the match, kept in a folder if there is one."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from pathlib import Path

from obversi.lab.tuning.final import decide
from obversi.lab.tuning.history import History
from obversi.lab.tuning.measuring import measuring
from obversi.lab.tuning.search import make_optimiser, search
from obversi.lab.tuning.sources import Source, space_of
from obversi.lab.tuning.space import Space
from obversi.lab.tuning.study import Study
from obversi.lab.tuning.study_files import write_study
from obversi.lab.tuning.study_folder import StudyFolder
from obversi.lab.tuning.tuning_settings import Limits, TuningSettings
from obversi.lab.tuning.watch import TuningWatch

__all__ = ["tune"]


def tune(
    source: Source,
    *,
    method: str = "cma",
    objective: str = "win-rate",
    require: str | Sequence[str] = (),
    target: float | None = None,
    seconds: float | None = None,
    generations: int | None = None,
    patience: int | None = None,
    rules: str | None = None,
    size: int = 8,
    games: int | None = None,
    population: int | None = None,
    spread: float | None = None,
    depth: int | None = None,
    solved: int | None = None,
    from_nothing: bool = False,
    parameters: Mapping[str, Sequence[float]] | None = None,
    seed: int = 1,
    threads: int | None = None,
    cluster: str | None = None,
    folder: str | Path | None = None,
    new: bool = False,
    watch: TuningWatch | None = None,
) -> Study:
    """Search for better numbers of an evaluation, and show what they are worth.

    `source` is the name of an evaluation, a file of weights, or a function that makes an evaluation
    of numbers whose ranges are `parameters`. `rules` are those that it was written for, unless told
    otherwise. The search ends when the `target` is surely reached, after so many `seconds` or
    `generations`, or without progress for as many generations as `patience` says; after a minute if
    neither seconds nor generations are said. Then the best are measured in fresh games, no more of
    them than the search had, and the best of them plays against the start.

    In a `folder` everything is kept, and the same call goes on where it was, with other limits too.

    >>> study = tune("r2-position", size=4, generations=2, games=20, population=4)
    >>> len(study.history), sorted(study.numbers)
    (8, ['a1', 'b1', 'b2'])
    """
    space = space_of(source, size, parameters)
    settings = TuningSettings.of(
        space,
        method_name=method,
        objective_name=objective,
        require=require,
        rules=rules,
        size=size,
        games=games,
        population=population,
        spread=spread,
        depth=depth,
        solved=solved,
        from_nothing=from_nothing,
        seed=seed,
    )
    limits = Limits.of(method, target, seconds, generations, patience)
    kept = None if folder is None else StudyFolder(folder)
    told = watch or TuningWatch()
    study = _run(space, settings, limits, kept, new, threads, cluster, told)
    if kept is not None:
        write_study(study, kept)
    return study


def _run(
    space: Space,
    settings: TuningSettings,
    limits: Limits,
    folder: StudyFolder | None,
    new: bool,
    threads: int | None,
    cluster: str | None,
    watch: TuningWatch,
) -> Study:
    """Search, decide who is best, and keep it all if there is a folder."""
    optimiser = make_optimiser(space, settings)  # first: it may lack a package
    with ExitStack() as held:
        kept = nullcontext(History()) if folder is None else folder.going_on(space, settings, new)
        history = held.enter_context(kept)
        measure = held.enter_context(measuring(space, settings, threads, cluster))
        found = search(space, settings, limits, optimiser, history, measure, watch)
        outcome = None if folder is None else folder.outcome(len(history), space)
        if outcome is None:
            outcome = decide(
                *(space, settings, history, found, limits.target, measure, watch, threads)
            )
        else:  # the same measurements, but perhaps other limits
            outcome = replace(outcome, reason=found.reason, target=limits.target)
        if folder is not None:
            folder.keep_outcome(outcome, len(history))
        return Study(space, settings, history, outcome)
