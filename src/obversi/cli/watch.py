"""``obversi watch``: show a game of two agents."""

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

import click
from rich.console import Group
from rich.live import Live
from rich.text import Text

from obversi.agents.agent import BaseAgent, Thought, think
from obversi.board import Board
from obversi.cli import options
from obversi.cli.agents import agent_lines
from obversi.cli.charts import score_line
from obversi.cli.drawing import Marks, Palette
from obversi.cli.game.advice import show_board
from obversi.cli.game.state import CurrentGame, LocalPlayer, player_of
from obversi.cli.positions import board_options
from obversi.cli.progress import progress
from obversi.cli.terminal import Terminal
from obversi.color import BLACK, WHITE, color_name
from obversi.errors import InputError
from obversi.limit import Limit
from obversi.move import PASS
from obversi.play import checked_move

_DELAY_SECONDS = 0.5


@click.command(
    "watch",
    epilog="\n\n".join(
        [
            agent_lines(),
            options.examples(
                "obversi watch level=3 level=5               two levels",
                "obversi watch engine greedy --delay 2       slowly",
                "obversi watch r4 mcts --rules reversed      fewest discs win",
            ),
        ]
    ),
)
@click.argument("black")
@click.argument("white")
@board_options
@options.agent_seed_option
@click.option(
    "--delay",
    type=options.FiniteRange(0, 60),
    help=f"Seconds to look at each board.  [default: {_DELAY_SECONDS:g} in a terminal]",
)
@options.terminal_option
def watch_command(
    black: str,
    white: str,
    board: Board,
    seed: int | None,
    delay: float | None,
    terminal: Terminal,
) -> None:
    """Watch two agents play: BLACK moves first, against WHITE.

    Each move is printed with the margin that its player expects. Ctrl-C ends the game and prints
    the moves so far.
    """
    players = {BLACK: _agent(black, seed), WHITE: _agent(white, None if seed is None else seed + 1)}
    if delay is None:
        delay = _DELAY_SECONDS if terminal.console.is_terminal else 0.0
    game = CurrentGame(board, players)
    terminal.say_words(game.introduction())
    try:
        with game_view(terminal, board) as show:
            _play(game, show, delay)
    finally:
        game.close()
        if written := game.record().transcript():
            terminal.say(f"the moves: {written}")


def move_text(before: Board, thought: Thought) -> str:
    """Describe a move, and the margin that its player expects."""
    mover, move = color_name(before.turn), thought.move
    if move.is_pass:
        return f"{mover} has no move and passes"
    turned = before.flips(move)
    text = f"{before.ply + 1:2}. {mover} plays {move} and flips {len(turned)}"
    # A whole number has no -0.
    return text if thought.value is None else f"{text}, expecting {round(thought.value):+}"


class GameView:
    """Draws a board for each move, one below the other."""

    def __init__(self, terminal: Terminal, board: Board) -> None:
        """Begin with the first position."""
        self._terminal = terminal
        show_board(terminal, board)

    def thinking(self, mover: str) -> AbstractContextManager[object]:
        """Show that a player is thinking, if it takes long."""
        return progress(f"{mover} thinks")

    def moved(self, before: Board, thought: Thought) -> None:
        """Print a move, and draw the board after it; a pass does not change it."""
        self._terminal.say(f"\n{move_text(before, thought)}")
        if not thought.move.is_pass:
            show_board(self._terminal, _after(before, thought))


class _LiveGameView(GameView):
    """Draws one board that changes, with the moves above it."""

    def __init__(self, terminal: Terminal, board: Board, palette: Palette, live: Live) -> None:
        self._terminal = terminal
        self._palette = palette
        self._live = live
        live.update(self._picture(board), refresh=True)

    def thinking(self, mover: str) -> AbstractContextManager[object]:  # noqa: ARG002
        """Do nothing: a bar would hide the board."""
        return nullcontext()

    def moved(self, before: Board, thought: Thought) -> None:
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
def game_view(terminal: Terminal, board: Board) -> Iterator[GameView]:
    """Yield what shows a game: one board that changes if the terminal has colours."""
    palette = terminal.palette
    if palette is None or not terminal.console.is_terminal:
        yield GameView(terminal, board)
        return
    with Live(console=terminal.console, auto_refresh=False) as live:
        yield _LiveGameView(terminal, board, palette, live)


def _agent(description: str, seed: int | None) -> LocalPlayer:
    player = player_of(description, seed)
    if player.is_person:
        raise InputError("only agents can be watched: people play by `obversi play`")
    return player


def _play(game: CurrentGame, show: GameView, delay: float) -> None:
    for player in game.players.values():
        if isinstance(player.agent, BaseAgent):
            player.agent.prepare(game.board.size, game.board.rules)
    while not game.board.is_over:
        before = game.board.copy()
        with show.thinking(color_name(before.turn)):
            thought = _thought(game.player, before)
        game.history.play(thought.move)
        show.moved(before, thought)
        time.sleep(delay)


def _thought(player: LocalPlayer, board: Board) -> Thought:
    assert player.agent is not None
    if board.must_pass:
        return Thought(PASS)
    thought = think(player.agent, board.copy(), Limit())
    checked_move(player.agent, board, thought.move)
    return thought
