"""``obversi watch``: two agents play, and you look on."""

import time

import click

from obversi.agents.agent import PreparedAgent
from obversi.agents.thought import Thought, think
from obversi.board import Board
from obversi.cli.agents import agent_lines
from obversi.cli.game import Player, player_of
from obversi.cli.game.table import Table
from obversi.cli.options import FiniteRange, examples, rules_option, size_option, unicode_option
from obversi.cli.positions import after_moves, one_board
from obversi.cli.show_of_game import ShowOfGame, show_of_game
from obversi.cli.terminal import open_terminal
from obversi.color import BLACK, WHITE, color_name
from obversi.errors import ObversiError
from obversi.limit import Limit
from obversi.move import PASS
from obversi.play import checked_move

__all__ = ["watch_command"]

_DELAY_SECONDS = 0.5


@click.command(
    "watch",
    short_help="Look on while two agents play.",
    epilog="\n\n".join(
        [
            agent_lines(),
            examples(
                "obversi watch level=3 level=5               two levels",
                "obversi watch engine greedy --delay 2       slowly",
                "obversi watch r4 mcts --rules reversed      fewest discs win",
            ),
        ]
    ),
)
@click.argument("black")
@click.argument("white")
@rules_option
@size_option
@click.option("--position", help="Begin here: a board text, moves such as f5d6c3, or a file.")
@click.option("--moves", default="", help="Play these moves first, such as f5d6c3.")
@click.option("--seed", type=int, help="Let agents with chance in them choose alike every time.")
@click.option(
    "--delay",
    type=FiniteRange(0, 60),
    help=f"Seconds to look at each board.  [default: {_DELAY_SECONDS:g} in a terminal]",
)
@unicode_option
def watch_command(
    black: str,
    white: str,
    rules: str,
    size: int,
    position: str | None,
    moves: str,
    seed: int | None,
    delay: float | None,
    unicode: bool | None,
) -> None:
    """Look on while two agents play: BLACK moves first, against WHITE.

    After each move it is told what its player expects: by how many discs it will win. Ctrl-C ends
    it, and tells the moves so far.
    """
    board = after_moves(one_board(position, rules, size), moves)
    players = {
        BLACK: _agent(black, seed),
        WHITE: _agent(white, None if seed is None else seed + 1),
    }
    terminal = open_terminal(unicode)
    if delay is None:
        delay = _DELAY_SECONDS if terminal.console.is_terminal else 0.0
    table = Table(board, players)
    terminal.say_words(table.introduction())
    try:
        with show_of_game(terminal, board) as show:
            _play(table, show, delay)
    finally:
        table.close()
        if written := table.record().transcript():
            terminal.say(f"the moves: {written}")


def _agent(description: str, seed: int | None) -> Player:
    player = player_of(description, seed)
    if player.is_person:
        raise ObversiError("a person plays by `obversi play`: two agents can be watched")
    return player


def _play(table: Table, show: ShowOfGame, delay: float) -> None:
    for player in table.players.values():
        if isinstance(player.agent, PreparedAgent):
            player.agent.prepare(table.board.size, table.board.rules)
    while not table.board.is_over:
        before = table.board.copy()
        with show.thinking(color_name(before.turn)):
            thought = _thought(table.player, before)
        table.course.play(thought.move)
        show.moved(before, thought)
        time.sleep(delay)


def _thought(player: Player, board: Board) -> Thought:
    """Return what the player whose turn it is does, and says of it."""
    assert player.agent is not None
    if board.must_pass:
        return Thought(PASS)
    thought = think(player.agent, board.copy(), Limit())
    checked_move(player.agent, board, thought.move)
    return thought
