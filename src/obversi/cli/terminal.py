"""Where a command's output goes, and what can be shown there."""

import sys
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass

import click
from rich.console import Console
from rich.text import Text

from obversi.board import Board
from obversi.board_text import UNICODE_DISCS
from obversi.cli.drawing import (
    SCALES,
    Marks,
    Palette,
    disc_counts,
    draw_large,
    draw_plain,
    draw_small,
    palette_of,
    score_line,
)
from obversi.move import Move

__all__ = ["Terminal", "open_terminal"]

# What stands below a board, and the prompt, should be seen together with it.
_LINES_BELOW = 7


@dataclass(frozen=True, slots=True)
class Terminal:
    """Standard output, with colours or without, with Unicode discs or with letters."""

    console: Console
    unicode: bool

    def say(self, text: str | Text = "") -> None:
        """Print a line, or several; styles are left out where there are no colours."""
        if isinstance(text, str):
            click.echo(text)
        elif self.palette is None:
            click.echo(text.plain)
        else:
            self.console.print(text, soft_wrap=True)

    def say_words(self, text: str, indent: int = 2, style: str = "") -> None:
        """Print lines of words: in a terminal what does not fit goes on below, indented."""
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
    def palette(self) -> Palette | None:
        """The colours of a board here, if there are colours."""
        colors = self.console.color_system
        return None if colors is None or self.console.no_color else palette_of(colors)

    def draw(
        self,
        board: Board,
        last_move: Move | None = None,
        values: Mapping[Move, int] | None = None,
    ) -> None:
        """Draw a board, with a line that says how it stands, as large as the window allows.

        The last move is marked if it is given, and what it turned if it was played on this board;
        `values` are shown on their squares, the best marked. Without all that and without colours
        this is the drawing of the board itself.
        """
        marks = Marks.of(board, last_move, values)
        if self.palette is None:
            self.say(draw_plain(board, self.unicode, marks))
        else:
            self.console.print(self.picture(board, marks, self.palette))
            self.say(Text(board.status(), "bold"))

    def picture(self, board: Board, marks: Marks, palette: Palette) -> Text:
        """Return a board in colours, without its status."""
        width, height = self.console.size
        if self.unicode:
            for scale in SCALES:
                fits_below = scale.height(board.size) + _LINES_BELOW <= height
                if fits_below and scale.width(board.size) <= width:
                    return draw_large(board, palette, scale, marks)
        return draw_small(board, self.unicode, palette, marks)

    def count_discs(self, board: Board) -> None:
        """Say how many discs each player has."""
        if self.palette is None or not self.unicode:
            self.say(disc_counts(board))
        else:
            self.say(score_line(board, self.palette))


def open_terminal(unicode: bool | None = None) -> Terminal:
    """Return what standard output can show; `unicode` decides on the discs if it is not None."""
    if unicode is None:
        unicode = _can_show("".join(UNICODE_DISCS), sys.stdout.encoding)
    return Terminal(Console(highlight=False), unicode)


def _can_show(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
