"""Options that several commands share, and the way their help is written."""

from collections.abc import Callable
from math import isfinite
from typing import Any, Literal, TypeVar

import click

from obversi.size import SIZES

__all__ = [
    "FiniteRange",
    "engine_options",
    "examples",
    "json_option",
    "rules_option",
    "size_option",
    "top_option",
    "unicode_option",
]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


class FiniteRange(click.FloatRange):
    """Numbers of a range without ``nan`` and ``inf``, which Python reads as numbers too."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a number."""
        number: float = super().convert(value, param, ctx)
        if not isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


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


def engine_options(hash_mb: int) -> Callable[[Decorated], Decorated]:
    """Add ``--threads`` and ``--hash-mb``, whose default is given."""

    def add(command: Decorated) -> Decorated:
        threads = click.option(
            "--threads", type=int, default=1, show_default=True, help="Cores to search on."
        )
        memory = click.option(
            "--hash-mb",
            type=int,
            default=hash_mb,
            show_default=True,
            help="Megabytes to remember positions in.",
        )
        return threads(memory(command))

    return add


def top_option(command: Decorated) -> Decorated:
    """Add ``--top``."""
    return click.option(
        "--top",
        default="1",
        show_default=True,
        metavar="N|all",
        callback=lambda _context, _option, text: _number_or_all(text),
        help="How many of the best moves get a value and a line.",
    )(command)


def _number_or_all(text: str) -> int | Literal["all"]:
    if text == "all":
        return "all"
    if not text.isdecimal() or int(text) < 1:
        raise click.BadParameter(f"{text!r} is neither a number above 0 nor 'all'")
    return int(text)
