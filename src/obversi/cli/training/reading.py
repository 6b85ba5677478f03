"""Common parts of the steps of ``obversi training``: folders of games, and their positions."""

from collections.abc import Callable, Sequence

import click

from obversi.cli import options
from obversi.errors import FormatError
from obversi.formats.lines import OnProblem, raise_problem
from obversi.training.game_files import GameData
from obversi.training.generations import TrainingProgress
from obversi.training.positions import Positions, read_positions

folders_argument = click.argument("folders", nargs=-1, required=True, type=options.FOLDER)

skip_damaged_option = options.flag_option(
    "--skip-damaged", "Leave out files of games that are damaged."
)

lambda_option = click.option(
    "--lambda",
    "td_lambda",
    type=options.FiniteRange(0, 1),
    default=1.0,
    help="Of TD(lambda), which is half of a label; 1: only results.",
)


def positions_of(
    data: Sequence[GameData],
    td_lambda: float,
    threads: int | None,
    skip_damaged: bool,
    watch: TrainingProgress,
) -> Positions:
    """Read the positions of folders of games, with progress."""
    watch.begin("reading games", 100)
    return read_positions(
        data,
        td_lambda=td_lambda,
        threads=threads,
        on_problem=_on_problem(skip_damaged),
        on_progress=percent(watch),
    )


def percent(watch: TrainingProgress) -> Callable[[int, int], None]:
    """Return what shows how much is done of a step that has 100 parts."""
    return lambda done, total: watch.reach(100 * done // max(total, 1))


def _on_problem(skip_damaged: bool) -> OnProblem:
    def skip(problem: FormatError) -> None:
        click.echo(f"obversi: left out: {problem}", err=True)

    return skip if skip_damaged else raise_problem
