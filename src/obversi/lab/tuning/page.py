"""The files of a finished study: its best evaluation, its figures and its page."""

from pathlib import Path

from obversi import __version__
from obversi.errors import InputError
from obversi.figures import can_draw, inline_figure, png, svg
from obversi.heuristics.mix import Mix
from obversi.heuristics.mix_file import mix_text
from obversi.lab.tuning.measurement import fitness
from obversi.lab.tuning.objectives import objective
from obversi.lab.tuning.search import generations_text
from obversi.lab.tuning.study import BEST_MIX, BEST_PYTHON, PAGE, StudyFolder, TuningStudy
from obversi.pages.parts import Column
from obversi.pages.rendering import render

_MOST_GENERATIONS = 200

Rows = list[tuple[str, ...]]


def write_study(study: TuningStudy, folder: StudyFolder) -> None:
    """Write the best evaluation, the figures and the page."""
    if isinstance(study.best, Mix):
        folder.write(BEST_MIX, mix_text(study.best))
    elif study.space.source.startswith("python:"):
        folder.write(BEST_PYTHON, _python_text(study))
    write_page(study, folder)


def write_page(study: TuningStudy, folder: StudyFolder) -> None:
    """Write the figures and the page; without Matplotlib the page has no figures."""
    drawings = {}
    if can_draw():
        for name, figure in (("history", study.draw()), ("weights", study.draw_weights())):
            drawings[name] = svg(figure, f"{name} of {study.space.source}")
            folder.write(f"{name}.svg", drawings[name])
            folder.write(f"{name}.png", png(figure))
    page = study_page(study, drawings.get("history"), drawings.get("weights"), best_agent(folder))
    folder.write(PAGE, page)


def read_study(folder: StudyFolder) -> TuningStudy:
    """Return the finished study of a folder."""
    space, settings, history = folder.read()
    outcome = folder.outcome(len(history), space)
    if outcome is None:
        raise InputError(
            f"the study {folder.path} is not finished, or its result.json is damaged; it has "
            f"{len(history):,} measurements: run the same command again to resume it"
        )
    return TuningStudy(space, settings, history, outcome)


def best_agent(folder: StudyFolder) -> str | None:
    """Return the description of the best agent, or None if the folder has no file of it."""
    if folder.has(BEST_MIX):
        return f"file:{folder.path / BEST_MIX}"
    if folder.has(BEST_PYTHON):
        return f"python:{folder.path / BEST_PYTHON}:best"
    return None


def study_page(
    study: TuningStudy, history: str | None, weights: str | None, agent: str | None
) -> str:
    """Return the page of a study, with two figures as SVG and the description of its best agent."""
    required = [f"required: {each}" for each in study.settings.requirements]
    return render(
        "lab/study.html",
        title=f"Tuning {study.space.source}",
        styles=["lab.css"],
        figures=True,
        study=study,
        goal=objective(study.settings.objective),
        history=inline_figure(history, "history"),
        weights=inline_figure(weights, "weights"),
        finalist_columns=[
            Column("candidate", number=False),
            *map(Column, ("in the search", "in fresh games", *required)),
        ],
        finalists=_finalist_rows(study),
        match_columns=list(map(Column, ("plies", "games", "score", "Elo", "margin, discs"))),
        matches=_match_rows(study),
        generation_columns=list(map(Column, ("generation", "best", "mean", "in fresh games"))),
        generations=_generation_rows(study),
        generations_text=generations_text(study.outcome.generations),
        setting_columns=2 * [Column("", number=False)],
        settings=_setting_rows(study),
        agent=agent,
    )


def _finalist_rows(study: TuningStudy) -> Rows:
    return [
        (
            finalist.label,
            "" if finalist.seemed is None else f"{finalist.seemed.value:.4f}",
            finalist.fresh.text(4),
            *(each.text(3) for each in finalist.required),
        )
        for finalist in study.outcome.finalists
    ]


def _match_rows(study: TuningStudy) -> Rows:
    return [
        (
            f"{match.depth}",
            f"{match.games:,}",
            match.score.text(1, percent=True),
            match.elo.text(0),
            match.margin.text(1),
        )
        for match in study.outcome.matches
    ]


def _generation_rows(study: TuningStudy) -> Rows:
    numbers = range(1, study.outcome.generations + 1)
    rows: Rows = []
    for number in numbers[:: max(1, -(-len(numbers) // _MOST_GENERATIONS))]:
        candidates = list(study.measured.generation(number).values())
        best = max(candidates, key=lambda measured: fitness(study.settings, measured))
        mean = sum(each.goal.value for each in candidates) / len(candidates)
        checks = ", ".join(check.goal.text(4) for check in study.measured.checks_of(number))
        rows.append((f"{number}", f"{best.goal.value:.4f}", f"{mean:.4f}", checks))
    return rows


def _setting_rows(study: TuningStudy) -> Rows:
    settings, history = study.settings, study.measured
    goal = objective(settings.objective)
    measured = f"{len(history):,} candidates, {history.games:,} {goal.unit}"
    if history.required_games:
        measured += f", {history.required_games:,} for requirements"
    return [
        ("evaluation", study.space.source),
        ("game", f"{settings.rules} {settings.size}×{settings.size}"),
        ("method", f"{settings.method}, population {settings.population}"),
        ("objective", goal.title),
        ("required", ", ".join(map(str, settings.requirements)) or "nothing"),
        ("for each candidate", f"{settings.games:,} {goal.unit_of_candidates}"),
        ("search depth", f"{settings.depth} plies, the last {settings.solved} squares perfect"),
        ("seed", f"{settings.seed}"),
        ("measured", measured),
        ("seconds", f"{history.seconds:,.1f}"),
        ("ended", study.outcome.reason),
        ("version", __version__),
    ]


def _python_text(study: TuningStudy) -> str:
    module, _, name = study.space.source.removeprefix("python:").rpartition(":")
    if module.endswith(".py"):  # to be found from any folder
        module = str(Path(module).resolve())
    numbers = "".join(f"    {key}={value!r},\n" for key, value in study.numbers.items())
    return (
        f'"""{name}, with the numbers that a study found best."""\n\n'
        "from obversi.user_code import load_user_object\n\n"
        f"best = load_user_object({module!r}, {name!r})(\n{numbers})\n"
    )
