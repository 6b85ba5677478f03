"""A game that is looked at while it is played: one board that changes, or a board a move."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from rich.console import Group
from rich.live import Live
from rich.text import Text

from obversi.agents.thought import Thought
from obversi.board import Board
from obversi.cli.drawing import Marks, Palette, score_line
from obversi.cli.game.telling import show_board
from obversi.cli.progress import progress
from obversi.cli.terminal import Terminal
from obversi.color import color_name

__all__ = ["ShowOfGame", "move_text", "show_of_game"]


def move_text(before: Board, thought: Thought) -> str:
    """Say what was played on a board, and what its player expects of it."""
    mover, move = color_name(before.turn), thought.move
    if move.is_pass:
        return f"{mover} has no move and passes"
    turned = before.flips(move)
    text = f"{before.ply + 1:2}. {mover} plays {move} and turns {len(turned)}"
    # A whole number has no -0.
    return text if thought.value is None else f"{text}, expecting {round(thought.value):+}"


class ShowOfGame:
    """Draws a board for each move, one below the other."""

    def __init__(self, terminal: Terminal, board: Board) -> None:
        """Begin with the first position."""
        self._terminal = terminal
        show_board(terminal, board)

    def thinking(self, mover: str) -> AbstractContextManager[object]:
        """Tell that somebody thinks, if it takes long."""
        return progress(f"{mover} thinks")

    def moved(self, before: Board, thought: Thought) -> None:
        """Tell a move, and show the board after it; a pass changes nothing there."""
        self._terminal.say(f"\n{move_text(before, thought)}")
        if not thought.move.is_pass:
            show_board(self._terminal, _after(before, thought))


class _LivingShow(ShowOfGame):
    """Draws one board that changes, with the moves above it."""

    def __init__(self, terminal: Terminal, board: Board, palette: Palette, live: Live) -> None:
        self._terminal = terminal
        self._palette = palette
        self._live = live
        live.update(self._picture(board), refresh=True)

    def thinking(self, mover: str) -> AbstractContextManager[object]:  # noqa: ARG002
        """Leave that to the line below the board, where a bar would be in the way."""
        return nullcontext()

    def moved(self, before: Board, thought: Thought) -> None:
        """Print the move above the board, and draw the board after it."""
        style = "bold" if thought.move.is_pass else None
        self._live.console.print(move_text(before, thought), style=style)
        self._live.update(self._picture(_after(before, thought)), refresh=True)

    def _picture(self, board: Board) -> Group:
        marks = Marks.of(board, board.peek() if board.ply else None)
        return Group(
            self._terminal.picture(board, marks, self._palette),
            Text(board.status(), "bold"),
            score_line(board, self._palette),
        )


def _after(before: Board, thought: Thought) -> Board:
    board = before.copy()
    board.push(thought.move)
    return board


@contextmanager
def show_of_game(terminal: Terminal, board: Board) -> Iterator[ShowOfGame]:
    """Hand out what shows a game: living where the terminal has colours."""
    palette = terminal.palette
    if palette is None or not terminal.console.is_terminal:
        yield ShowOfGame(terminal, board)
        return
    with Live(console=terminal.console, auto_refresh=False) as live:
        yield _LivingShow(terminal, board, palette, live)
