"""Options that the commands share which serve games."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

__all__ = ["database_option", "host_option", "thinking_options"]

# Where the games of a server are kept.
_USUAL_FILE: Final = Path("obversi-games.db")

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def host_option(command: Decorated) -> Decorated:
    """Add ``--host``."""
    return click.option(
        "--host",
        default="127.0.0.1",
        show_default=True,
        help="Listen on this address of the machine.",
    )(command)


def database_option(command: Decorated) -> Decorated:
    """Add ``--db``."""
    return click.option(
        "--db",
        "--database",
        "database",
        type=click.Path(dir_okay=False, path_type=Path),
        default=_USUAL_FILE,
        show_default=True,
        envvar="OBVERSI_GAMES",
        help="The file that keeps the games, also by $OBVERSI_GAMES.",
    )(command)


def thinking_options(command: Decorated) -> Decorated:
    """Add ``--workers`` and ``--hash-mb``."""
    hash_option = click.option(
        "--hash-mb",
        type=int,
        default=16,
        show_default=True,
        help="Megabytes that each thread remembers positions in.",
    )
    workers_option = click.option(
        "--workers", type=int, help="Think in so many threads.  [default: all cores]"
    )
    return workers_option(hash_option(command))
