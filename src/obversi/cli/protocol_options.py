"""Options of the commands that serve other programs."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["name_option", "player_options"]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def name_option(usual: str) -> Callable[[Decorated], Decorated]:
    """Add ``--name``, with words for the usual name."""
    return click.option(
        "--name",
        callback=lambda _context, _option, name: _on_one_line(name),
        help=f"What it calls itself.  [default: {usual}]",
    )


def player_options(command: Decorated) -> Decorated:
    """Add ``--level``, ``--seconds`` and ``--depth``."""
    level = click.option(
        "--level", type=int, metavar="1-12", help="Play as strong as this level, not stronger."
    )
    seconds = click.option(
        "--seconds", type=float, help="The most that a move takes.  [default: 1 without a limit]"
    )
    depth = click.option("--depth", type=int, help="Plies to look ahead, unless the board says.")
    return level(seconds(depth(command)))


def _on_one_line(name: str | None) -> str | None:
    """Return a name that can stand in a message: line ends would be the ends of it."""
    if name is not None and not name.isprintable():
        raise click.BadParameter(f"{name!r} is no name: expected what can be printed on a line.")
    return name
