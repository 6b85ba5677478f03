"""The options of commands that let two agents play each other."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from obversi.cli.game_options import opening_options, seed_option, time_option
from obversi.cli.options import rules_option, size_option

__all__ = ["pairing_options"]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def pairing_options(games: int, *more: Callable[[Any], Any]) -> Callable[[Decorated], Decorated]:
    """Add the two agents, how many games they play, so many unless told, and where these begin.

    `more` options come after that of the time, with which they belong.
    """
    options: list[Callable[[Any], Any]] = [
        click.argument("a"),
        click.argument("b"),
        click.option(
            "--games",
            type=int,
            default=games,
            show_default=True,
            help="How many; two from each opening, with colours swapped.",
        ),
        time_option,
        *more,
        rules_option,
        size_option,
        opening_options,
        seed_option,
    ]

    def add(command: Decorated) -> Decorated:
        for option in reversed(options):
            command = option(command)
        return command

    return add
