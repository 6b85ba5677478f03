"""The prompt of a game in the terminal: the game itself, and the commands besides moves."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple

from rich.text import Text

from obversi import formats
from obversi.agents.levels import LevelAgent
from obversi.board import Board
from obversi.cli.charts import turned_by_move
from obversi.cli.game.advice import Adviser, print_balance, print_hint, print_levels, show_board
from obversi.cli.game.state import CurrentGame, GameHistory, LocalPlayer, level_player
from obversi.cli.progress import progress
from obversi.cli.review import print_review
from obversi.cli.terminal import Terminal
from obversi.color import Color, color_name
from obversi.errors import InputError, InvalidMoveError, ObversiError
from obversi.move import PASS, Move
from obversi.play import next_move
from obversi.rules import Rules, checked_rules
from obversi.size import checked_size


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the prompt: its operand, optional if in brackets, and its line of help."""

    name: str
    operand: str
    words: str


COMMANDS = {
    command.name: command
    for command in (
        Command("moves", "", "list the legal moves, with how many discs each flips"),
        Command("hint", "[N|all]", "show the best move, the N best, or all, with their values"),
        Command("eval", "", "show which side is ahead, and by how much"),
        Command("review", "", "list the mistakes of the game so far"),
        Command("undo", "", "go back to your last turn"),
        Command("redo", "", "undo the last undo"),
        Command("level", "[N]", "play against another level, or list them"),
        Command("swap", "", "swap colours"),
        Command("go", "", "let the agent whose turn it is think again"),
        Command("new", "[RULES] [SIZE]", "start another game"),
        Command("show", "", "draw the board again"),
        Command("game", "", "print the moves played so far"),
        Command("save", "FILE", "write the game, in the format of the extension"),
        Command("load", "FILE", "continue the game of a file"),
        Command("resign", "", "resign the game"),
        Command("help", "", "show this list"),
        Command("quit", "", "leave"),
    )
}
_OTHER_NAMES = {"?": "help", "exit": "quit", "evaluate": "eval"}


class Typed(NamedTuple):
    """A command and its operand, or a move."""

    command: str
    rest: str
    move: Move | None


def help_text() -> str:
    """List the commands."""
    rows = [("d3, or another square", "place a disc there")]
    rows += [(f"{each.name} {each.operand}".strip(), each.words) for each in COMMANDS.values()]
    return "\n".join(f"{typed:22} {words}" for typed, words in rows)


def read_answer(answer: str) -> Typed:
    """Read a line: a command with its operand, or a move."""
    word, _, rest = answer.strip().partition(" ")
    name = _OTHER_NAMES.get(word.lower(), word.lower())
    rest = rest.strip()
    if name not in COMMANDS:
        return Typed("", "", read_move(answer.strip(), COMMANDS))
    operand = COMMANDS[name].operand
    if rest and not operand:
        raise InputError(f"{name!r} takes nothing: {rest!r} after it is not known")
    if operand == "FILE" and not rest:
        raise InputError(f"{name!r} needs a file name after it, such as game.ggf")
    if operand == "FILE" and not rest.isprintable():
        raise InputError(f"{rest!r} is not a file name")
    return Typed(name, rest, None)


def read_move(answer: str, commands: Iterable[str]) -> Move:
    """Read a move, or suggest one of the commands."""
    try:
        return Move(answer)
    except InvalidMoveError:
        near = get_close_matches(answer.lower(), commands, 1)
        advice = f"did you mean {near[0]!r}?" if near else "type 'help' for the commands"
        raise InvalidMoveError(f"{answer!r} is neither a square nor a command: {advice}") from None


class GameFiles:
    """Saves and loads games; only files that it saved itself are overwritten."""

    def __init__(self) -> None:
        """Have no saved file."""
        self._saved: set[Path] = set()

    def save(self, record: formats.GameRecord, name: str) -> None:
        """Write a game, in the format of the extension."""
        path = Path(name).expanduser()
        if path.exists() and path not in self._saved:
            raise InputError(f"{name} exists already: choose another name")
        formats.write_path([record], path)
        self._saved.add(path)

    def load(self, name: str, rules: Rules, size: int) -> Board:
        """Read a file with one game; rules and size are for formats without them."""
        path = Path(name).expanduser()
        games = list(islice(formats.read_path(path, rules=rules, size=size), 2))
        if len(games) != 1:
            raise InputError(f"{name} has {'several games' if games else 'no game'}")
        return games[0].board()


_OVER = "the game is over"
_MOST_DIGITS = 6


class PromptCommands:
    """Runs the commands of the prompt; Ctrl-C during a search leads back to it."""

    def __init__(
        self, game: CurrentGame, terminal: Terminal, adviser: Adviser, seed: int | None
    ) -> None:
        """Serve a game; agents that are chosen later get the seed."""
        self._game = game
        self._terminal = terminal
        self._adviser = adviser
        self._seed = seed
        self._files = GameFiles()
        self.has_left = False
        self._actions: dict[str, Callable[[str], None]] = {
            "moves": lambda _: self._say(turned_by_move(game.board) or _OVER),
            "hint": self._hint,
            "eval": lambda _: self._evaluate(),
            "review": lambda _: self._review(),
            "undo": lambda _: self._change(game.undo),
            "redo": lambda _: self._change(game.redo),
            "level": self._change_level,
            "swap": lambda _: self._swap(),
            "go": lambda _: self._go(),
            "new": self._begin_anew,
            "show": lambda _: show_board(terminal, game.board),
            "game": lambda _: self._say(" ".join(game.board.move_stack) or "no move yet"),
            "save": self._save,
            "load": self._load,
            "resign": lambda _: self._say(game.resign()),
            "help": lambda _: self._say(help_text()),
            "quit": lambda _: self.leave(),
        }

    def obey(self, command: str, rest: str) -> None:
        """Run a command with its operand."""
        self._actions[command](rest)

    def leave(self) -> None:
        """End the command."""
        self.has_left = True

    # Questions

    def _hint(self, rest: str) -> None:
        top = _number_or_all(rest)
        board = self._game.board
        if board.is_over:
            self._say(_OVER)
            return
        with self._stopped_by_ctrl_c():
            print_hint(self._terminal, board, self._adviser.analyse(board, top))

    def _evaluate(self) -> None:
        board = self._game.board
        with self._stopped_by_ctrl_c():
            analysis = None if board.is_over else self._adviser.analyse(board)
            print_balance(self._terminal, board, analysis)

    def _review(self) -> None:
        record = self._game.record()
        if not record.moves:
            raise InputError("there is no move to review yet")
        with self._stopped_by_ctrl_c():
            print_review(self._terminal, self._adviser.review(record))

    # Changes

    def _change(self, change: Callable[[], None]) -> None:
        change()
        show_board(self._terminal, self._game.board)

    def _change_level(self, rest: str) -> None:
        if not rest:
            agents = [player.agent for player in self._game.players.values()]
            levels = [agent.level for agent in agents if isinstance(agent, LevelAgent)]
            print_levels(self._terminal, self._game.board.rules, levels[0] if levels else None)
            return
        if not _is_number(rest):
            raise InputError(f"{rest!r} is not a level: expected a number such as 3")
        self._game.replace_agents(level_player(int(rest), self._seed))
        self._terminal.say_words(self._game.introduction())

    def _swap(self) -> None:
        self._game.swap()
        self._terminal.say_words(self._game.introduction())

    def _go(self) -> None:
        if self._game.player.is_person and not self._game.is_over:
            raise InputError("it is your turn: hint shows good moves")
        self._game.is_waiting = False

    def _begin_anew(self, rest: str) -> None:
        board = self._game.history.first
        if rest:
            board = _start(rest, board)
        self._game.begin(GameHistory(board))
        show_board(self._terminal, board)

    # Files

    def _save(self, name: str) -> None:
        self._files.save(self._game.record(), name)
        self._say(f"saved to {name}")

    def _load(self, name: str) -> None:
        now = self._game.board
        loaded = self._files.load(name, now.rules, now.size)
        self._game.begin(GameHistory(loaded, first_ply=0))
        show_board(self._terminal, self._game.board)

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
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS


def _number_or_all(rest: str) -> int | Literal["all"]:
    if rest.lower() == "all":
        return "all"
    if rest and not (_is_number(rest) and int(rest)):
        raise InputError(f"hint {rest!r} is not known: expected a number of moves, or all")
    return int(rest or 1)


def _start(rest: str, before: Board) -> Board:
    """Return the start for words such as ``reversed 6``; the defaults are those of `before`."""
    size, rules = before.size, before.rules
    for word in rest.lower().split():
        if _is_number(word):
            size = checked_size(int(word))
        else:
            rules = checked_rules(word)
    return Board(size, rules)


with suppress(ImportError):
    import readline  # noqa: F401  (gives the prompt its arrow keys)


class TerminalGame:
    """A game that is shown move by move, with a prompt for the players that are people.

    Ctrl-C while an agent thinks leads to the prompt, unless both players are agents.
    """

    def __init__(
        self,
        terminal: Terminal,
        board: Board,
        players: Mapping[Color, LocalPlayer],
        adviser: Adviser,
        seed: int | None = None,
    ) -> None:
        """Begin on a board; agents that are chosen later get the seed."""
        self._terminal = terminal
        self._game = CurrentGame(board, players)
        self._commands = PromptCommands(self._game, terminal, adviser, seed)

    def run(self) -> None:
        """Play until the game is over or a person leaves it."""
        game = self._game
        self._terminal.say_words(game.introduction())
        if not game.is_among_agents:
            self._say("type a square such as d3, or help for a list of commands")
        show_board(self._terminal, game.board)
        try:
            while not self._commands.has_left and not (game.is_over and game.is_among_agents):
                self._take_turn()
        finally:
            game.close()

    def _take_turn(self) -> None:
        game = self._game
        if game.is_over or game.is_waiting:
            self._ask()
        elif game.board.must_pass:
            self._play(PASS)
        elif game.player.is_person:
            self._ask()
        else:
            self._let_think(game.player)

    def _let_think(self, player: LocalPlayer) -> None:
        assert player.agent is not None
        try:
            with progress(f"{color_name(self._game.board.turn)} thinks"):
                move = next_move(player.agent, self._game.board)
        except KeyboardInterrupt:
            if self._game.is_among_agents:
                raise
            self._say(f"\n{player.name} was stopped: go lets it think again")
            self._game.is_waiting = True
        except ObversiError as error:
            if self._game.is_among_agents:
                raise
            self._say(f"{player.name} does not move: {error}")
            self._say("go lets it try again, level N replaces it, a square moves for it")
            self._game.is_waiting = True
        else:
            self._play(move)

    def _play(self, move: Move) -> None:
        board = self._game.board
        mover, other = color_name(board.turn), color_name(-board.turn)
        self._game.is_waiting = False
        if move.is_pass:
            self._game.history.play(move)
            self._say(Text(f"\n{mover} has no move and passes: {other} plays again", "bold"))
            self._say(board.status())
            return
        turned = board.flips(move)
        self._game.history.play(move)
        self._say(f"\n{mover} plays {move} and flips {len(turned)}: {' '.join(turned)}")
        show_board(self._terminal, board)
        if board.is_over and not self._game.is_among_agents:
            self._say("review shows where it was decided, new starts another game")

    def _ask(self) -> None:
        prompt = "game over" if self._game.is_over else color_name(self._game.board.turn)
        try:
            answer = input(f"{prompt}> ").strip()
        except EOFError:
            self._say()
            if not self._game.is_over:
                self._say("end of input: the game stops here")
            self._commands.leave()
            return
        if not sys.stdin.isatty():
            self._say(answer)  # as a terminal would
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
            self._commands.obey(typed.command, typed.rest)
        elif self._game.is_over:
            self._say("the game is over")
        else:
            self._game.board.copy().push(typed.move)  # rejects an illegal move
            self._play(typed.move)

    def _say(self, text: str | Text = "") -> None:
        self._terminal.say(text)
