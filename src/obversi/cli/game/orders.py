"""What the commands of the prompt do."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from obversi.agents.levels import LevelAgent
from obversi.board import Board, checked_rules
from obversi.cli.drawing import turned_by_move
from obversi.cli.game.adviser import Adviser
from obversi.cli.game.commands import help_text
from obversi.cli.game.course import Course
from obversi.cli.game.files import GameFiles
from obversi.cli.game.players import level_player
from obversi.cli.game.table import Table
from obversi.cli.game.telling import show_board, tell_balance, tell_hint, tell_levels
from obversi.cli.review_report import tell_review
from obversi.cli.terminal import Terminal
from obversi.errors import ObversiError
from obversi.size import checked_size

__all__ = ["Orders"]

_OVER = "the game is over"
_MOST_DIGITS = 6


class Orders:
    """Does what is typed, and tells what came of it.

    Ctrl-C while a question is looked into leads back to the prompt.
    """

    def __init__(
        self, table: Table, terminal: Terminal, adviser: Adviser, seed: int | None
    ) -> None:
        """Serve a table; agents that are chosen later get the seed."""
        self._table = table
        self._terminal = terminal
        self._adviser = adviser
        self._seed = seed
        self._files = GameFiles()
        self.has_left = False
        self._orders: dict[str, Callable[[str], None]] = {
            "moves": lambda _: self._say(turned_by_move(table.board) or _OVER),
            "hint": self._hint,
            "eval": lambda _: self._evaluate(),
            "review": lambda _: self._review(),
            "undo": lambda _: self._change(table.undo),
            "redo": lambda _: self._change(table.redo),
            "level": self._change_level,
            "swap": lambda _: self._swap(),
            "go": lambda _: self._go(),
            "new": self._begin_anew,
            "show": lambda _: show_board(terminal, table.board),
            "game": lambda _: self._say(" ".join(table.board.move_stack) or "no move yet"),
            "save": self._save,
            "load": self._load,
            "resign": lambda _: self._say(table.resign()),
            "help": lambda _: self._say(help_text()),
            "quit": lambda _: self.leave(),
        }

    def obey(self, command: str, rest: str) -> None:
        """Do what a command says, with what was typed after it."""
        self._orders[command](rest)

    def leave(self) -> None:
        """Let the game stop here."""
        self.has_left = True

    # Questions

    def _hint(self, rest: str) -> None:
        top = _number_or_all(rest)
        board = self._table.board
        if board.is_over:
            self._say(_OVER)
            return
        with self._stopped_by_ctrl_c():
            tell_hint(self._terminal, board, self._adviser.analyse(board, top))

    def _evaluate(self) -> None:
        board = self._table.board
        with self._stopped_by_ctrl_c():
            analysis = None if board.is_over else self._adviser.analyse(board)
            tell_balance(self._terminal, board, analysis)

    def _review(self) -> None:
        record = self._table.record()
        if not record.moves:
            raise ObversiError("there is no move to review yet")
        with self._stopped_by_ctrl_c():
            tell_review(self._terminal, self._adviser.review(record))

    # Changes

    def _change(self, change: Callable[[], None]) -> None:
        change()
        show_board(self._terminal, self._table.board)

    def _change_level(self, rest: str) -> None:
        if not rest:
            agents = [player.agent for player in self._table.players.values()]
            levels = [agent.level for agent in agents if isinstance(agent, LevelAgent)]
            tell_levels(self._terminal, self._table.board.rules, levels[0] if levels else None)
            return
        if not _is_number(rest):
            raise ObversiError(f"{rest!r} is no level: expected a number such as 3")
        self._table.replace_agents(level_player(int(rest), self._seed))
        self._terminal.say_words(self._table.introduction())

    def _swap(self) -> None:
        self._table.swap()
        self._terminal.say_words(self._table.introduction())

    def _go(self) -> None:
        if self._table.player.is_person and not self._table.is_over:
            raise ObversiError("it is your turn: hint tells what is good")
        self._table.is_waiting = False

    def _begin_anew(self, rest: str) -> None:
        board = self._table.course.first
        if rest:
            board = _start(rest, board)
        self._table.begin(Course(board))
        show_board(self._terminal, board)

    # Files

    def _save(self, name: str) -> None:
        self._files.save(self._table.record(), name)
        self._say(f"saved to {name}")

    def _load(self, name: str) -> None:
        now = self._table.board
        loaded = self._files.load(name, now.rules, now.size)
        self._table.begin(Course(loaded, first_ply=0))
        show_board(self._terminal, self._table.board)

    # Inside

    @contextmanager
    def _stopped_by_ctrl_c(self) -> Iterator[None]:
        try:
            yield
        except KeyboardInterrupt:
            self._say("\nstopped")

    def _say(self, text: str) -> None:
        self._terminal.say(text)


def _is_number(text: str) -> bool:
    """Whether this is a number of a size that makes sense here."""
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS


def _number_or_all(rest: str) -> int | Literal["all"]:
    if rest.lower() == "all":
        return "all"
    if rest and not (_is_number(rest) and int(rest)):
        raise ObversiError(f"hint {rest!r} is not known: expected a number of moves, or all")
    return int(rest or 1)


def _start(rest: str, before: Board) -> Board:
    """Return the usual start for words such as ``reversed 6``; what is not said stays."""
    size, rules = before.size, before.rules
    for word in rest.lower().split():
        if _is_number(word):
            size = checked_size(int(word))
        else:
            rules = checked_rules(word)
    return Board(size, rules)
