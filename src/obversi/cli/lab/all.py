"""``obversi lab all``: every experiment, and one page about them."""

from collections.abc import Iterator
from typing import Final

import click

from obversi.cli.lab.making import Planned, make_experiments
from obversi.cli.lab.options import experiment_options
from obversi.cli.options import examples, json_option
from obversi.lab.catalog import EXPERIMENTS
from obversi.lab.experiment import Experiment
from obversi.lab.folder import LabFolder

__all__ = ["all_command"]

_TIMES_QUICKER: Final = 10
_FEWEST_GAMES: Final = 2


@click.command(
    "all",
    short_help="Make all experiments, and one page about them.",
    epilog=examples(
        "obversi lab all",
        "obversi lab all --quick --out quick",
        "obversi lab all --size 6 --rules reversed --out small",
    ),
)
@experiment_options
@click.option("--quick", is_flag=True, help="Take a tenth of the games, in a tenth of the time.")
@json_option
def all_command(
    rules: str | None,
    size: int,
    games: int | None,
    seed: int,
    threads: int | None,
    folder: LabFolder,
    new: bool,
    quick: bool,
    as_json: bool,
) -> None:
    """Make all experiments, and write one page about them: index.html in the folder.

    It takes some fifteen minutes on two cores. What is measured is kept step by step: after Ctrl-C
    or worse the same command goes on where it was.
    """
    planned = [
        Planned(
            one,
            one.settings(
                rules=rules,
                size=size,
                games=_quicker(one.games if games is None else games) if quick else games,
                seed=seed,
                threads=threads,
            ),
        )
        for one in _suiting(size)
    ]
    make_experiments(planned, folder, new=new, as_json=as_json)


def _suiting(size: int) -> Iterator[Experiment]:
    """Go through the experiments that know this board, and say which do not."""
    for one in EXPERIMENTS.values():
        if size in one.sizes:
            yield one
        else:
            click.echo(f"{one.name} is left out: it says nothing about {size}×{size}", err=True)


def _quicker(games: int) -> int:
    return max(games // _TIMES_QUICKER, min(games, _FEWEST_GAMES))
