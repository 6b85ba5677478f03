"""A game in the terminal, between people, agents, or one of each."""

import sys
from collections.abc import Mapping
from contextlib import suppress

from rich.text import Text

from obversi.board import Board
from obversi.cli.game.adviser import Adviser
from obversi.cli.game.commands import read_answer
from obversi.cli.game.orders import Orders
from obversi.cli.game.players import Player
from obversi.cli.game.table import Table
from obversi.cli.game.telling import show_board
from obversi.cli.progress import progress
from obversi.cli.terminal import Terminal
from obversi.color import color_name
from obversi.errors import ObversiError
from obversi.move import PASS, Move
from obversi.play import next_move

with suppress(ImportError):
    import readline  # noqa: F401  (gives the prompt its arrow keys)

__all__ = ["TerminalGame"]


class TerminalGame:
    """A game that is shown move by move, and asks the players that are people.

    Ctrl-C while an agent thinks leads to the prompt, if there is someone to be asked.
    """

    def __init__(
        self,
        terminal: Terminal,
        board: Board,
        players: Mapping[int, Player],
        adviser: Adviser,
        seed: int | None = None,
    ) -> None:
        """Begin on a board; agents that are chosen later get the seed."""
        self._terminal = terminal
        self._table = Table(board, players)
        self._orders = Orders(self._table, terminal, adviser, seed)

    def run(self) -> None:
        """Play until the game is over or a person leaves it."""
        table = self._table
        self._terminal.say_words(table.introduction())
        if not table.is_among_agents:
            self._say("type a square such as d3, or help for what else can be typed")
        show_board(self._terminal, table.board)
        try:
            while not self._orders.has_left and not (table.is_over and table.is_among_agents):
                self._take_turn()
        finally:
            table.close()

    def _take_turn(self) -> None:
        table = self._table
        if table.is_over or table.is_waiting:
            self._ask()
        elif table.board.must_pass:
            self._play(PASS)
        elif table.player.is_person:
            self._ask()
        else:
            self._let_think(table.player)

    def _let_think(self, player: Player) -> None:
        assert player.agent is not None
        try:
            with progress(f"{color_name(self._table.board.turn)} thinks"):
                move = next_move(player.agent, self._table.board)
        except KeyboardInterrupt:
            if self._table.is_among_agents:
                raise
            self._say(f"\n{player.name} was stopped: go lets it think again")
            self._table.is_waiting = True
        except ObversiError as error:
            if self._table.is_among_agents:
                raise
            self._say(f"{player.name} does not move: {error}")
            self._say("go asks it again, level N lets another play, a square moves for it")
            self._table.is_waiting = True
        else:
            self._play(move)

    def _play(self, move: Move) -> None:
        board = self._table.board
        mover, other = color_name(board.turn), color_name(-board.turn)
        self._table.is_waiting = False
        if move.is_pass:
            self._table.course.play(move)
            self._say(Text(f"\n{mover} has no move and passes: {other} plays again", "bold"))
            self._say(board.status())
            return
        turned = board.flips(move)
        self._table.course.play(move)
        self._say(f"\n{mover} plays {move} and turns {len(turned)}: {' '.join(turned)}")
        show_board(self._terminal, board)
        if board.is_over and not self._table.is_among_agents:
            self._say("review tells where it was decided, new begins another game")

    def _ask(self) -> None:
        """Ask the person whose turn it is, or anyone once the game is over, and obey."""
        asked = "game over" if self._table.is_over else color_name(self._table.board.turn)
        try:
            answer = input(f"{asked}> ").strip()
        except EOFError:
            self._say()
            if not self._table.is_over:
                self._say("end of input: the game stops here")
            self._orders.leave()
            return
        if not sys.stdin.isatty():
            self._say(answer)  # what a terminal does, so that the output reads the same
        if not answer:
            return
        try:
            self._obey(answer)
        except ObversiError as error:
            self._say(str(error))
        except OSError as error:
            self._say(f"{error.filename}: {error.strerror}")

    def _obey(self, answer: str) -> None:
        typed = read_answer(answer)
        if typed.move is None:
            self._orders.obey(typed.command, typed.rest)
        elif self._table.is_over:
            self._say("the game is over")
        else:
            self._table.board.copy().push(typed.move)  # refuses what is not legal
            self._play(typed.move)

    def _say(self, text: str | Text = "") -> None:
        self._terminal.say(text)
