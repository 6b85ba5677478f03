"""``obversi lab run``: make experiments, or what is still missing of them."""

import click

from obversi.cli.lab.making import Planned, make_experiments
from obversi.cli.lab.options import experiment_options
from obversi.cli.options import examples, json_option
from obversi.lab.catalog import experiment
from obversi.lab.folder import LabFolder

__all__ = ["run_command"]


@click.command(
    "run",
    short_help="Make experiments, or go on with them.",
    epilog=examples(
        "obversi lab run breadth",
        "obversi lab run gamma plies --rules reversed --games 4000",
        "obversi lab run winners --size 6 --out small --json",
    ),
)
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@experiment_options
@json_option
def run_command(
    names: tuple[str, ...],
    rules: str | None,
    size: int,
    games: int | None,
    seed: int,
    threads: int | None,
    folder: LabFolder,
    new: bool,
    as_json: bool,
) -> None:
    """Make experiments, of which `obversi lab list` tells the names.

    Each leaves its numbers as JSON, its figure as PNG and SVG, and a section of index.html in the
    folder of the results. What is measured is kept step by step: after Ctrl-C or worse the same
    command goes on where it was.
    """
    planned = [
        Planned(one, one.settings(rules=rules, size=size, games=games, seed=seed, threads=threads))
        for one in map(experiment, dict.fromkeys(names))
    ]
    make_experiments(planned, folder, new=new, as_json=as_json)
