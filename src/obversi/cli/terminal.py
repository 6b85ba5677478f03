"""Where a command's output goes, and what can be shown there."""

import sys
from dataclasses import dataclass

import click
from rich.console import Console

from obversi.board import Board
from obversi.board_text import UNICODE_DISCS
from obversi.cli.drawing import draw_in_colors, draw_plain
from obversi.move import Move

__all__ = ["Terminal", "open_terminal"]


@dataclass(frozen=True, slots=True)
class Terminal:
    """Standard output, with colours or without, with Unicode discs or with letters."""

    console: Console
    unicode: bool

    def say(self, text: str = "") -> None:
        """Print a line, or several."""
        click.echo(text)

    def draw(self, board: Board, last_move: Move | None = None) -> None:
        """Draw a board, the last move marked if it is given, with a line that says how it stands.

        Without colours and a mark this is the drawing of the board itself.
        """
        colors = self.console.color_system
        if colors is None or self.console.no_color:
            self.say(draw_plain(board, self.unicode, last_move))
            return
        self.console.print(draw_in_colors(board, self.unicode, colors, last_move))
        self.say(board.status())


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
