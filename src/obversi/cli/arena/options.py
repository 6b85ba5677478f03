"""Options that the commands of the arena share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from obversi.arena.statistics.ratings import MODELS, USUAL_MODEL
from obversi.arena.store import USUAL_FILE

__all__ = [
    "USUAL_FILE",
    "anchor_option",
    "changed_option",
    "cluster_option",
    "concurrency_option",
    "database_option",
    "model_option",
    "report_option",
    "which_argument",
]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def which_argument(command: Decorated) -> Decorated:
    """Add the tournament that is meant: its number or its name."""
    return click.argument("which", required=False)(command)


def database_option(command: Decorated) -> Decorated:
    """Add ``--db``."""
    return click.option(
        "--db",
        "database",
        type=click.Path(dir_okay=False, path_type=Path),
        default=USUAL_FILE,
        show_default=True,
        envvar="OBVERSI_ARENA",
        help="The file that keeps the tournaments, also by $OBVERSI_ARENA.",
    )(command)


def concurrency_option(command: Decorated) -> Decorated:
    """Add ``--concurrency``."""
    return click.option(
        "--concurrency",
        type=int,
        help="Play on so many cores, each game in a process of its own.  [default: all]",
    )(command)


def cluster_option(command: Decorated) -> Decorated:
    """Add ``--cluster``."""
    return click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on the workers of this Dask scheduler; local: on some here.",
    )(command)


def anchor_option(command: Decorated) -> Decorated:
    """Add ``--anchor``."""
    return click.option(
        "--anchor",
        metavar="AGENT[=N]",
        help="Give this agent the rating N, or 0.  [default: all have 0 on average]",
    )(command)


def model_option(command: Decorated) -> Decorated:
    """Add ``--model``."""
    return click.option(
        "--model",
        type=click.Choice(MODELS),
        default=USUAL_MODEL,
        show_default=True,
        help="What ratings are made by; Davidson has a parameter for draws.",
    )(command)


def report_option(command: Decorated) -> Decorated:
    """Add ``--report``."""
    return click.option(
        "--report",
        "report_file",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE.html",
        help="Write a page with all results and games.",
    )(command)


def changed_option(command: Decorated) -> Decorated:
    """Add ``--changed``."""
    return click.option(
        "--changed",
        is_flag=True,
        help="Go on even if agents have changed since the first games.",
    )(command)
