"""What came of a study, on stdout."""

import json
from collections.abc import Iterator

import click
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table

from obversi.cli.terminal import open_terminal
from obversi.lab.tuning.objectives import objective
from obversi.lab.tuning.study import Study
from obversi.lab.tuning.study_files import best_agent
from obversi.lab.tuning.study_folder import PAGE, StudyFolder
from obversi.lab.tuning.watch import told_generations

__all__ = ["tell_study"]


def tell_study(study: Study, folder: StudyFolder, as_json: bool) -> None:
    """Tell what came of a study, and where its page is."""
    agent = best_agent(folder)
    if as_json:
        click.echo(json.dumps({**study.to_object(), "agent": agent}))
        return
    console = open_terminal().console
    for part in _parts(study, folder, agent):
        if isinstance(part, str):
            console.print(escape(part), soft_wrap=True)
        else:
            console.print(part)


def _parts(study: Study, folder: StudyFolder, agent: str | None) -> Iterator[RenderableType]:
    yield _final_table(study)
    yield study.summary
    history = study.measured
    unit = objective(study.settings.objective).unit
    required = f" and {history.required_games:,} for what is required"
    yield (
        f"{told_generations(study.outcome.generations)}, {history.games:,} {unit}"
        f"{required if history.required_games else ''}, "
        f"{history.seconds:.1f} s of search: {study.outcome.reason}"
    )
    if folder.has(PAGE):
        yield f"{folder.path / PAGE}: the page"
    else:
        yield "there is no page, for Matplotlib is not installed: pip install 'obversi[lab]'"
    if agent is None:
        return
    options = f"--size {study.settings.size} --rules {study.settings.rules}"
    yield f"to play against it:  obversi play human {agent} {options}"
    yield f"to match it:         obversi match {agent} greedy {options}"


def _final_table(study: Study) -> Table:
    goal = objective(study.settings.objective)
    table = Table(title=f"{goal.title}, 95 % intervals", title_justify="left")
    table.add_column("who")
    table.add_column("seemed", justify="right")
    table.add_column("in fresh games", justify="right")
    for requirement in study.settings.requirements:
        table.add_column(requirement.objective, justify="right")
    for finalist in study.outcome.finalists:
        seemed = "" if finalist.seemed is None else f"{finalist.seemed.value:.3f}"
        required = (each.text(3) for each in finalist.required)
        table.add_row(finalist.label, seemed, finalist.fresh.text(3), *required)
    return table
