"""Options that the commands of the judge share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from obversi.agents.course.preset_file import read_preset
from obversi.sandbox.layers import layer_names

__all__ = ["preset_option", "sandbox_option"]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def preset_option(command: Decorated) -> Decorated:
    """Add ``--preset``, which becomes the rules of a course."""
    return click.option(
        "--preset",
        default="cs303",
        show_default=True,
        metavar="NAME|FILE",
        callback=lambda _context, _option, name: read_preset(name),
        help="The rules of the course: of `obversi judge presets`, or a file.",
    )(command)


def sandbox_option(command: Decorated) -> Decorated:
    """Add ``--sandbox``, which becomes a tuple of names."""
    return click.option(
        "--sandbox",
        metavar="LAYER,...",
        callback=lambda _context, _option, text: None if text is None else layer_names(text),
        help="Refuse to run without these layers; strict: those that keep agents in.",
    )(command)
