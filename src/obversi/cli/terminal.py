"""The output of commands: text, tables, boards and JSON on stdout."""

import json
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Protocol

import click
from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from obversi.board import UNICODE_DISCS, Board
from obversi.cli import drawing
from obversi.cli.charts import disc_counts, score_line
from obversi.cli.console import VisibleConsole
from obversi.move import Move
from obversi.records import JsonObject

# The board should be visible together with the prompt and the lines above it.
_LINES_BELOW = 7


@dataclass(frozen=True, slots=True)
class Terminal:
    """Standard output, with colours or without, with Unicode discs or with letters."""

    console: Console
    unicode: bool

    def say(self, text: str | Text = "") -> None:
        """Print a text; styles are left out where there are no colours."""
        if isinstance(text, str):
            click.echo(text)
        elif self.palette is None:
            click.echo(text.plain)
        else:
            self.console.print(text, soft_wrap=True)

    def say_words(self, text: str, indent: int = 2, style: str = "") -> None:
        """Print prose: in a terminal long lines are wrapped and indented."""
        if self.console.is_terminal:
            width = self.console.width
            hanging = " " * min(indent, width // 2)
            lines = (
                textwrap.fill(line, width, subsequent_indent=hanging, break_on_hyphens=False)
                for line in text.splitlines()
            )
            text = "\n".join(lines)
        self.say(Text(text, style) if style else text)

    @property
    def palette(self) -> drawing.Palette | None:
        """The colours of a board here, if there are colours."""
        colors = self.console.color_system
        return None if colors is None or self.console.no_color else drawing.palette_of(colors)

    def draw(
        self, board: Board, last_move: Move | None = None, values: Mapping[Move, int] | None = None
    ) -> None:
        """Draw a board and its status, as large as the window allows.

        The last move and the discs that it turned are marked; `values` are shown on their squares,
        the best ones marked.
        """
        marks = drawing.Marks.of(board, last_move, values)
        if self.palette is None:
            self.say(drawing.draw_plain(board, self.unicode, marks))
        else:
            self.console.print(self.picture(board, marks, self.palette))
            self.say(Text(board.status(), "bold"))

    def picture(self, board: Board, marks: drawing.Marks, palette: drawing.Palette) -> Text:
        """Return a board in colours, without its status."""
        width, height = self.console.size
        if self.unicode:
            for scale in drawing.SCALES:
                fits_below = scale.height(board.size) + _LINES_BELOW <= height
                if fits_below and scale.width(board.size) <= width:
                    return drawing.draw_large(board, palette, scale, marks)
        return drawing.draw_small(board, self.unicode, palette, marks)

    def count_discs(self, board: Board) -> None:
        """Print how many discs each player has."""
        if self.palette is None or not self.unicode:
            self.say(disc_counts(board))
        else:
            self.say(score_line(board, self.palette))


def open_terminal(unicode: bool | None = None) -> Terminal:
    """Return what standard output can show; `unicode` decides on the discs if it is not None."""
    if unicode is None:
        unicode = _can_show("".join(UNICODE_DISCS), sys.stdout.encoding)
    return Terminal(VisibleConsole(highlight=False), unicode)


def _can_show(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


class Report(Protocol):
    """The result of a command."""

    def to_object(self) -> JsonObject:
        """Return it for JSON."""

    def parts(self) -> Iterator[RenderableType]:
        """Return it for the terminal, from top to bottom: lines and tables."""


def print_json(*objects: object, **settings: Any) -> None:
    """Print each object on a line; the settings are those of `json.dumps`."""
    for one in objects:
        click.echo(json.dumps(one, **settings))


def print_report(report: Report, as_json: bool) -> None:
    """Print a result, as JSON or for people."""
    if as_json:
        print_json(report.to_object(), allow_nan=False)
    else:
        print_parts(report.parts())


def print_parts(parts: Iterable[RenderableType]) -> None:
    """Print lines, which are not wrapped, and tables."""
    console = open_terminal().console
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, str))


def number_table(*names: str, text: int = 1) -> Table:
    """Return a table: the first columns are `text`, the others numbers."""
    table = Table(box=box.SIMPLE_HEAD)
    for number, name in enumerate(names):
        is_text = number < text
        table.add_column(name, justify="left" if is_text else "right", no_wrap=not is_text)
    return table


def finite(number: float | None) -> float | None:
    """Return a number for JSON, which has no infinity."""
    return number if number is not None and isfinite(number) else None
