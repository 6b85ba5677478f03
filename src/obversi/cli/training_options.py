"""Options that the commands of training share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

__all__ = ["cluster_option", "device_option", "threads_option"]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def threads_option(command: Decorated) -> Decorated:
    """Add ``--threads``."""
    return click.option("--threads", type=int, help="Cores to work on.  [default: all]")(command)


def device_option(command: Decorated) -> Decorated:
    """Add ``--device``."""
    return click.option(
        "--device",
        default="auto",
        show_default=True,
        metavar="auto|cpu|cuda",
        help="Where weights are fitted: auto takes a GPU if there is one.",
    )(command)


def cluster_option(command: Decorated) -> Decorated:
    """Add ``--cluster``."""
    return click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Play the games on the workers of this Dask scheduler; local: in processes here.",
    )(command)
