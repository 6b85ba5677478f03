"""A game in the terminal, between people, agents, or one of each."""

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path

from obversi import formats
from obversi.agents.agent import Agent
from obversi.agents.greedy_agent import GreedyAgent
from obversi.board import Board
from obversi.cli.drawing import disc_counts, turned_by_move
from obversi.cli.terminal import Terminal
from obversi.color import BLACK, WHITE, color_name
from obversi.errors import InvalidMoveError, ObversiError
from obversi.move import PASS, Move
from obversi.play import next_move

with suppress(ImportError):
    import readline  # noqa: F401  (gives the prompt its arrow keys)

__all__ = ["TerminalGame"]

_HELP = """\
d3, or another square  place a disc there
moves                  list your legal moves, with how many discs each turns
hint                   say what the agent greedy would play
undo                   go back to your last turn
show                   draw the board again
save FILE              write the game, in the format of the file's ending
resign                 give the game up
help                   show this list
quit                   leave"""


class TerminalGame:
    """A game that is shown move by move, and asks the players that are no agent."""

    def __init__(
        self, terminal: Terminal, board: Board, players: Mapping[int, Agent | None]
    ) -> None:
        """Begin on a board; a player that is None is a person at the prompt."""
        self._terminal = terminal
        self._board = board.copy()
        self._first_ply = board.ply
        self._players = players
        self._left = False
        self._saved: set[Path] = set()
        self._commands: dict[str, Callable[[], None]] = {
            "moves": self._list_moves,
            "hint": self._hint,
            "undo": self._undo,
            "show": self._draw,
            "resign": self._resign,
            "help": lambda: self._say(_HELP),
            "quit": self._leave,
        }

    def run(self) -> None:
        """Play until the game is over or a person leaves it."""
        self._say(f"black is {self._name(BLACK)}, white is {self._name(WHITE)}")
        if not self._is_among_agents:
            self._say("type a square such as d3, or help for what else can be typed")
        self._draw()
        while not self._left and not (self._board.is_over and self._is_among_agents):
            player = self._players[self._board.turn]
            if self._board.must_pass:
                self._play(PASS)
            elif player is None or self._board.is_over:
                self._ask()
            else:
                self._play(next_move(player, self._board))

    # Playing

    def _play(self, move: Move) -> None:
        mover = color_name(self._board.turn)
        if move.is_pass:
            self._board.push(move)
            self._say(f"\n{mover} has no move and passes\n{self._board.status()}")
            return
        turned = len(self._board.flips(move))
        self._board.push(move)
        self._say(f"\n{mover} plays {move} and turns {turned}")
        self._draw()

    def _draw(self) -> None:
        last_move = self._board.peek() if self._board.ply else None
        self._terminal.draw(self._board, last_move)
        if not self._board.is_over:
            self._say(disc_counts(self._board))

    # The prompt

    def _ask(self) -> None:
        """Ask the person whose turn it is, or anyone once the game is over, and obey."""
        asked = "game over" if self._board.is_over else color_name(self._board.turn)
        try:
            answer = input(f"{asked}> ").strip()
        except EOFError:
            self._say()
            if not self._board.is_over:
                self._say("end of input: the game stops here")
            self._leave()
            return
        if not sys.stdin.isatty():
            self._say(answer)  # what a terminal does, so that the output reads the same
        try:
            self._obey(answer)
        except ObversiError as error:
            self._say(str(error))
        except OSError as error:
            self._say(f"{error.filename}: {error.strerror}")

    def _obey(self, answer: str) -> None:
        if not answer:
            return
        word, _, rest = answer.partition(" ")
        if word.lower() == "save":
            self._save(rest.strip())
        elif answer.lower() in self._commands:
            self._commands[answer.lower()]()
        else:
            self._play(self._move(answer))

    def _move(self, answer: str) -> Move:
        try:
            move = Move(answer)
        except InvalidMoveError:
            near = get_close_matches(answer.lower(), [*self._commands, "save"], 1)
            advice = f"did you mean {near[0]!r}?" if near else "type 'help' for what can be typed"
            raise InvalidMoveError(f"{answer!r} is no square and no command: {advice}") from None
        self._board.copy().push(move)  # refuses what is not legal
        return move

    def _list_moves(self) -> None:
        self._say(turned_by_move(self._board) or "the game is over")

    def _hint(self) -> None:
        if self._board.is_over:
            self._say("the game is over")
        else:
            self._say(f"greedy would play {GreedyAgent(seed=0).choose(self._board.copy())}")

    def _undo(self) -> None:
        board = self._board.copy()
        while board.ply > self._first_ply:
            board.pop()
            if not board.must_pass and self._players[board.turn] is None:
                self._board = board
                self._draw()
                return
        self._say("there is no turn of yours to go back to")

    def _resign(self) -> None:
        if self._board.is_over:
            self._say("the game is over")
            return
        loser = self._board.turn
        self._say(f"{color_name(loser)} resigns, {color_name(-loser)} wins")
        self._leave()

    def _leave(self) -> None:
        self._left = True

    def _save(self, name: str) -> None:
        if not name:
            raise ObversiError("'save' needs a file name after it, such as game.ggf")
        if not name.isprintable():
            raise ObversiError(f"{name!r} is no file name")
        path = Path(name).expanduser()
        if path.exists() and path not in self._saved:
            raise ObversiError(f"{name} exists already: choose another name")
        record = formats.record_from_moves(
            self._board.move_stack,
            self._board.root(),
            black=self._name(BLACK),
            white=self._name(WHITE),
        )
        formats.write_path([record], path)
        self._saved.add(path)
        self._say(f"saved to {name}")

    # Inside

    @property
    def _is_among_agents(self) -> bool:
        return None not in self._players.values()

    def _name(self, color: int) -> str:
        player = self._players[color]
        return "human" if player is None else player.name

    def _say(self, text: str = "") -> None:
        self._terminal.say(text)
