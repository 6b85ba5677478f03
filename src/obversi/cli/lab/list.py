"""``obversi lab list``: which experiments there are, and which were made."""

import json
from typing import Any

import click
from rich import box
from rich.markup import escape
from rich.table import Table

from obversi.cli.lab.options import folder_option
from obversi.cli.options import examples, json_option
from obversi.cli.terminal import open_terminal
from obversi.errors import ObversiError
from obversi.lab.catalog import EXPERIMENTS
from obversi.lab.experiment import Experiment
from obversi.lab.folder import LabFolder

__all__ = ["list_command"]


@click.command(
    "list",
    short_help="List the experiments, and which were made.",
    epilog=examples(
        "obversi lab list",
        "obversi lab list --out small --json",
    ),
)
@folder_option
@json_option
def list_command(folder: LabFolder, as_json: bool) -> None:
    """List the experiments: what each asks, of which report it is, and whether it was made."""
    if as_json:
        for experiment in EXPERIMENTS.values():
            click.echo(json.dumps(_object(experiment, folder)))
        return
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("name", no_wrap=True)
    table.add_column("question", ratio=1)
    table.add_column("made", no_wrap=True)
    for experiment in EXPERIMENTS.values():
        table.add_row(
            f"[bold]{experiment.name}[/]",
            f"{escape(experiment.question)}\n[dim]{escape(_origin(experiment))}[/]",
            escape(_state(experiment, folder)),
        )
    open_terminal().console.print(table)


def _origin(experiment: Experiment) -> str:
    return (
        f"{experiment.report}; {experiment.games:,} {experiment.unit}, "
        f"about {experiment.seconds} s on two cores"
    )


def _object(experiment: Experiment, folder: LabFolder) -> dict[str, Any]:
    return {
        "name": experiment.name,
        "title": experiment.title,
        "question": experiment.question,
        "report": experiment.report,
        "games": experiment.games,
        "unit": experiment.unit,
        "rules": list(experiment.rules),
        "sizes": list(experiment.sizes),
        "seconds": experiment.seconds,
        "made": _state(experiment, folder),
    }


def _state(experiment: Experiment, folder: LabFolder) -> str:
    """Say how far an experiment is in a folder, in a word or two."""
    try:
        result = folder.result(experiment)
    except ObversiError:
        return "not readable"
    if result is not None:
        return f"in {result.seconds:.0f} s"
    return "begun" if (folder.path / f"{experiment.name}.steps.jsonl").exists() else ""
