"""The engine for a board program with the GTP protocol."""

import time
from collections.abc import Callable, Mapping
from math import isfinite
from pathlib import Path

from obversi import __version__
from obversi.arguments import suggestion, whole_number
from obversi.board import Board
from obversi.color import BLACK, Color
from obversi.errors import (
    FormatError,
    InputError,
    InvalidBoardError,
    InvalidMoveError,
    ObversiError,
)
from obversi.formats import sgf
from obversi.formats.lines import quoted
from obversi.formats.record import BrokenGameError
from obversi.move import PASS, Move
from obversi.rules import Rules, checked_rules
from obversi.serve.gtp_game import Clocks, GtpGame, TimeSettings
from obversi.serve.search import TimedEngine
from obversi.wire import gtp

_LONGEST_FILE = 1 << 20


def read_sgf(path: str, moves: int | None = None) -> list[Board]:
    """Read the positions of the game in a file, as `parse_sgf` does."""
    file = Path(path)
    try:
        if file.exists() and not file.is_file():  # such as a device, which has no end
            raise FormatError("it is no file")
        with file.open("rb") as opened:
            data = opened.read(_LONGEST_FILE + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, FormatError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise FormatError(reason) from error
    if len(data) > _LONGEST_FILE:
        raise FormatError(f"it has more than {_LONGEST_FILE} bytes")
    return parse_sgf(data.decode("utf-8", "replace"), moves)


def parse_sgf(text: str, moves: int | None = None) -> list[Board]:
    """Read the positions of a game, from its start on, or those up to a number of moves.

    >>> parse_sgf("(;GM[2]SZ[8]AB[e4][d5]AW[d4][e5]PL[B];B[f5];W[d6])")[-1].move_stack
    ['f5', 'd6']
    """
    try:
        record = sgf.parse(text)
    except BrokenGameError as broken:
        if moves is None or len(broken.kept.moves) < moves:
            raise
        record = broken.kept
    return list(record.boards())[: None if moves is None else moves + 1]


_PROTOCOL = "2"
_NAME = "Obversi"
_RULES: dict[str, Rules] = {name.lower(): rules for rules, name in gtp.GAMES.items()}

# Longer than any game, and small enough to be added up.
_LONGEST_SECONDS = 1e9
_MOST_MOVES = 10**6
_MOST_DIGITS = 10


class _SyntaxError(ObversiError):
    """Invalid arguments of a command."""


class GtpSession:
    """Serves a board program with GTP, for Othello and, under another name, the reversed game."""

    def __init__(self, player: TimedEngine, name: str | None = None) -> None:
        """Start with a new game of normal 8×8."""
        self._player = player
        self._name = name or _NAME
        self._game = GtpGame()
        self._clocks = Clocks()
        self._is_over = False
        self._commands: Mapping[str, Callable[..., str | None]] = {
            "protocol_version": lambda: _PROTOCOL,
            "name": lambda: self._name,
            "version": lambda: __version__,
            "known_command": lambda name: "true" if name in self._commands else "false",
            "list_commands": lambda: "\n".join(self._commands),
            "quit": self._quit,
            "boardsize": self._set_size,
            "clear_board": self._clear,
            "komi": self._set_komi,
            "play": self._play,
            "genmove": self._choose_and_play,
            "reg_genmove": self._choose,
            "undo": self._undo,
            "time_settings": self._set_time,
            "time_left": self._set_time_left,
            "set_game": self._set_game,
            "list_games": lambda: "\n".join(gtp.GAMES.values()),
            gtp.RULES_COMMAND: self._set_rules,
            "loadsgf": self._load,
            "showboard": self._show,
            "final_score": self._score,
        }

    @property
    def is_over(self) -> bool:
        """Whether the last command was to quit."""
        return self._is_over

    def handle(self, line: str | FormatError) -> gtp.Response | None:
        """Handle a command and return the response; a comment has none."""
        try:
            if isinstance(line, FormatError):
                raise line
            command = gtp.parse_command(line)
        except FormatError as error:
            return gtp.Response(False, f"syntax error: {error}")
        if command is None:
            return None
        success, text = self._answer(command)
        return gtp.Response(success, text, command.id)

    def _answer(self, command: gtp.Command) -> tuple[bool, str]:
        if command.name not in self._commands:
            return False, "unknown command"
        try:
            _check_arguments(command)
            return True, self._commands[command.name](*command.arguments) or ""
        except (_SyntaxError, InvalidMoveError) as error:
            return False, f"syntax error: {error}"
        except ObversiError as error:
            return False, str(error)

    def _quit(self) -> None:
        self._is_over = True

    # The game

    def _set_size(self, text: str) -> None:
        size = _whole(text, "size")
        try:
            self._game.start(size, self._game.board.rules)
        except InvalidBoardError:
            raise InputError("unacceptable size") from None
        self._begin()

    def _clear(self) -> None:
        board = self._game.board
        self._game.start(board.size, board.rules)
        self._begin()

    def _begin(self) -> None:
        board = self._game.board
        self._clocks.start()
        self._player.prepare(board.size, board.rules)

    def _set_komi(self, text: str) -> None:
        """Accept the points that white gets in Go, and ignore them."""
        _number(text, "komi", negative=True)

    def _set_game(self, name: str) -> None:
        if name.lower() not in _RULES:
            advice = suggestion(name, gtp.GAMES.values())
            raise InputError(f"there is no game {quoted(name)}: {advice}")
        self._game.start(self._game.board.size, _RULES[name.lower()])
        self._begin()

    def _set_rules(self, rules: Rules) -> None:
        if rules not in gtp.GAMES:
            advice = suggestion(rules, gtp.GAMES)
            raise InputError(f"there are no rules {quoted(rules)}: {advice}")
        self._game.set_rules(checked_rules(rules))

    def _load(self, path: str, number: str | None = None) -> None:
        """Load a game, or its moves before a given number."""
        moves = None if number is None else max(_whole(number, "number of a move") - 1, 0)
        try:
            self._game.load(read_sgf(path, moves))
        except ObversiError as error:
            raise InputError(f"cannot load file: {quoted(path, 100)}: {error}") from error
        self._begin()

    def _undo(self) -> None:
        if not self._game.undo():
            raise InputError("cannot undo")

    def _show(self) -> str:
        """Draw the board, below the line that says whose turn it is."""
        *drawing, status = str(self._game.board).splitlines()
        return "\n".join([status, *drawing])

    def _score(self) -> str:
        outcome = self._game.board.outcome()
        if outcome is None:
            raise InputError("cannot score: the game is not over")
        if outcome.winner is None:
            return "0"
        return f"{'B' if outcome.winner == BLACK else 'W'}+{outcome.margin}"

    # Moves

    def _play(self, color: str, square: str) -> None:
        mover, move = _color(color), Move(square)
        try:
            self._game.play(mover, move)
        except ObversiError as error:
            raise InputError(f"illegal move: {error}") from error

    def _choose_and_play(self, color: str) -> str:
        mover = _color(color)
        begin = time.monotonic()
        move = Move(self._choose(color))
        self._clocks.use(mover, time.monotonic() - begin)
        self._game.play(mover, move)
        return str(move)

    def _choose(self, color: str) -> str:
        mover = _color(color)
        board = self._game.for_mover(mover)
        if board.is_over or board.must_pass:
            return str(PASS)
        return str(self._player.think(board, self._clocks.limit(mover)).move)

    # Time

    def _set_time(self, main: str, period: str, moves: str) -> None:
        times = _number(main, "main time"), _number(period, "time of a period")
        self._clocks.set(TimeSettings(*times, _whole(moves, "number of moves")))

    def _set_time_left(self, color: str, seconds: str, moves: str) -> None:
        left = _number(seconds, "time", negative=True)
        self._clocks.set_clock(_color(color), left, _whole(moves, "number of moves"))


#: What comes after each command that has arguments; the last in brackets may be missing.
_ARGUMENTS = {
    "known_command": ("name",),
    "boardsize": ("size",),
    "komi": ("number",),
    "play": ("color", "square"),
    "genmove": ("color",),
    "reg_genmove": ("color",),
    "time_settings": ("main", "period", "moves"),
    "time_left": ("color", "seconds", "moves"),
    "set_game": ("name",),
    gtp.RULES_COMMAND: ("normal|reversed",),
    "loadsgf": ("file", "[move]"),
}


def _check_arguments(command: gtp.Command) -> None:
    names = _ARGUMENTS.get(command.name, ())
    least = sum(not name.startswith("[") for name in names)
    if not least <= len(command.arguments) <= len(names):
        raise _SyntaxError(f"expected {' '.join([command.name, *names])}")


def _color(text: str) -> Color:
    try:
        return gtp.parse_color(text)
    except FormatError as error:
        raise _SyntaxError(str(error)) from error


def _whole(text: str, what: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise _SyntaxError(f"{quoted(text)} is no {what}: expected a whole number, 0 or more")
    if len(text) > _MOST_DIGITS:
        raise _SyntaxError(f"{quoted(text)} is no {what}: expected at most {_MOST_DIGITS} digits")
    return whole_number(int(text), what, 0, _MOST_MOVES)


def _number(text: str, what: str, *, negative: bool = False) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not isfinite(number) or (number < 0 and not negative):
        expected = "a number" if negative else "a number, 0 or more"
        raise _SyntaxError(f"{quoted(text)} is no {what}: expected {expected}")
    return min(max(number, -_LONGEST_SECONDS), _LONGEST_SECONDS)
