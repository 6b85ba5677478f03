"""Options that several commands share, and the way their help is written."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from obversi.size import SIZES

__all__ = ["examples", "json_option", "rules_option", "size_option", "unicode_option"]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def examples(*lines: str) -> str:
    """Write examples for the end of a help text, where they are shown as they are."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def rules_option(command: Decorated) -> Decorated:
    """Add ``--rules``."""
    return click.option(
        "--rules",
        type=click.Choice(["normal", "reversed"]),
        default="normal",
        show_default=True,
        help="Most discs win, or reversed: fewest do.",
    )(command)


def size_option(command: Decorated) -> Decorated:
    """Add ``--size``."""
    return click.option(
        "--size",
        type=click.Choice([str(size) for size in SIZES]),
        default="8",
        show_default=True,
        callback=lambda _context, _option, size: int(size),
        help="Squares along an edge, where the input does not tell.",
    )(command)


def unicode_option(command: Decorated) -> Decorated:
    """Add ``--unicode`` and ``--ascii``."""
    return click.option(
        "--unicode/--ascii",
        "unicode",
        default=None,
        help="Draw discs, or letters.  [default: discs if the terminal can]",
    )(command)


def json_option(command: Decorated) -> Decorated:
    """Add ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")(
        command
    )
