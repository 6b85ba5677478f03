"""Tuning: better numbers for an evaluation, and their strength."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from obversi.figures import warn_without_figures
from obversi.lab.tuning.final import decide
from obversi.lab.tuning.measurement import History, measuring
from obversi.lab.tuning.page import write_study
from obversi.lab.tuning.search import TuningProgress, make_optimiser, search
from obversi.lab.tuning.settings import Limits, TuningSettings
from obversi.lab.tuning.space import Source, space_of
from obversi.lab.tuning.study import StudyFolder, TuningStudy
from obversi.rules import Rules


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
    rules: Rules | None = None,
    size: int = 8,
    games: int | None = None,
    population: int | None = None,
    spread: float | None = None,
    depth: int | None = None,
    solved: int | None = None,
    from_nothing: bool = False,
    parameters: Mapping[str, Sequence[float]] | None = None,
    seed: int | None = 1,
    threads: int | None = None,
    cluster: str | None = None,
    folder: str | Path | None = None,
    new: bool = False,
    progress: TuningProgress | None = None,
) -> TuningStudy:
    """Search for better numbers of an evaluation, and measure their strength.

    `source` is the name of an evaluation, a file of weights, or a function that makes an evaluation
    from numbers with the ranges `parameters`. The default of `rules` are those that the evaluation
    was written for. The search ends when the `target` is surely reached, after `seconds` or
    `generations`, or after `patience` generations without progress; without seconds and generations
    it takes a minute. Then the best candidates are measured in fresh games, at most as many as the
    search had, and the best of them plays against the start.

    A `folder` stores everything, and the same call resumes the study, also with other limits.

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
    store = None if folder is None else StudyFolder(folder)
    progress = progress or TuningProgress()
    optimiser = make_optimiser(space, settings)  # first: it may lack a package
    if folder is not None:
        warn_without_figures(f"obversi lab study {folder}")
    with ExitStack() as open_contexts:
        history = History()
        if store is not None:
            history = open_contexts.enter_context(store.resumed(space, settings, new))
        measure = open_contexts.enter_context(measuring(space, settings, threads, cluster))
        found = search(space, settings, limits, optimiser, history, measure, progress)
        outcome = None if store is None else store.outcome(len(history), space)
        if outcome is None:
            outcome = decide(
                *(space, settings, history, found, limits.target, measure, progress, threads)
            )
        else:  # the same measurements, but perhaps other limits
            outcome = replace(outcome, reason=found.reason, target=limits.target)
        study = TuningStudy(space, settings, history, outcome)
        if store is not None:
            store.store_outcome(outcome, len(history))
    if store is not None:
        write_study(study, store)
    return study
