"""The options of a command in sections of its help, where there are many."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from obversi.cli.options import all_of

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_OTHERS = "Other options"


def section(title: str, *options: Callable[[Any], Any]) -> Callable[[Decorated], Decorated]:
    """Return a decorator that adds options, which a `SectionedCommand` lists below this title."""

    def add(command: Decorated) -> Decorated:
        before = len(getattr(command, "__click_params__", ()))
        command = all_of(*options)(command)
        for option in command.__click_params__[before:]:  # type: ignore[attr-defined]
            option.section = title
        return command

    return add


class SectionedCommand(click.Command):
    """A command whose help has a section for each `section` of its options, then the others."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options."""
        sections: dict[str, list[tuple[str, str]]] = {}
        others: list[tuple[str, str]] = []
        for option in self.get_params(ctx):
            row = option.get_help_record(ctx)
            if isinstance(option, click.Option) and row is not None:
                title = getattr(option, "section", None)
                (others if title is None else sections.setdefault(title, [])).append(row)
        for title, rows in (*sections.items(), (_OTHERS if sections else "Options", others)):
            with formatter.section(title):
                formatter.write_dl(rows)
