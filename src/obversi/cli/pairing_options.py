"""The options of commands that let two agents play each other."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from obversi.cli.options import rules_option, size_option

__all__ = ["pairing_options"]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def pairing_options(games: int) -> Callable[[Decorated], Decorated]:
    """Add the two agents, how many games they play, so many unless told, and where these begin."""
    options = [
        click.argument("a"),
        click.argument("b"),
        click.option(
            "--games",
            type=int,
            default=games,
            show_default=True,
            help="How many; two from each opening, with colours swapped.",
        ),
        click.option(
            "--time",
            "seconds",
            type=float,
            default=0.1,
            show_default=True,
            help="Seconds a move, for timed agents that do not name their own.",
        ),
        rules_option,
        size_option,
        click.option(
            "--openings",
            "opening_file",
            type=click.Path(path_type=Path),
            help="Begin at positions or games of this file.  [default: random moves]",
        ),
        click.option(
            "--plies",
            type=int,
            help="Moves of an opening.  "
            "[default: random 8 on 8×8, 4 on 6×6, 2 on 4×4; all of a file]",
        ),
        click.option("--seed", type=int, help="Repeat the openings and choices of other games."),
    ]

    def add(command: Decorated) -> Decorated:
        for option in reversed(options):
            command = option(command)
        return command

    return add
