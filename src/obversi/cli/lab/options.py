"""Options that the commands of the laboratory share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from obversi.lab.folder import LabFolder
from obversi.size import SIZES

__all__ = ["USUAL_FOLDER", "board_size_option", "experiment_options", "folder_option"]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

#: Where the laboratory keeps its results.
USUAL_FOLDER: Final = Path("lab-results")


def folder_option(command: Decorated) -> Decorated:
    """Add ``--out``."""
    return click.option(
        "--out",
        "folder",
        type=click.Path(file_okay=False, path_type=Path),
        default=USUAL_FOLDER,
        show_default=True,
        envvar="OBVERSI_LAB",
        callback=lambda _context, _option, path: LabFolder(path),
        help="The folder that keeps the results, also by $OBVERSI_LAB.",
    )(command)


def board_size_option(command: Decorated) -> Decorated:
    """Add ``--size``."""
    return click.option(
        "--size",
        type=click.Choice([str(size) for size in SIZES]),
        default="8",
        show_default=True,
        callback=lambda _context, _option, size: int(size),
        help="Squares along an edge.",
    )(command)


def experiment_options(command: Decorated) -> Decorated:
    """Add what an experiment is made with: ``--rules`` to ``--new``."""
    options = (
        click.option(
            "--rules",
            type=click.Choice(["normal", "reversed", "both"]),
            help="Most discs win, or reversed: fewest do.  [default: as the experiment has it]",
        ),
        board_size_option,
        click.option(
            "--games",
            type=int,
            help="Games or positions a measurement.  [default: as the experiment has it]",
        ),
        click.option(
            "--seed", type=int, default=1, show_default=True, help="Another number: other games."
        ),
        click.option("--threads", type=int, help="Cores to work on.  [default: all]"),
        folder_option,
        click.option(
            "--new",
            is_flag=True,
            help="Measure everything again, and put aside what was there.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command
