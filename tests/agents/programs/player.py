"""A program that plays by NBoard or by GTP, and breaks the protocol if an option says so.

``player.py nboard``, ``player.py gtp --failure dies --after 3``: from its third move on it dies
instead of moving. It is started by tests with `sys.executable`.
"""

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from obversi.agents import make_agent
from obversi.board import Board
from obversi.color import color_name
from obversi.errors import InputError, ObversiError
from obversi.move import PASS, Move
from obversi.rules import Rules, checked_rules
from obversi.wire import gtp, nboard

FAILURES = (
    *("dies", "killed", "hangs", "lies", "nonsense", "passes", "resigns", "late", "garbage"),
    *("floods", "long-line", "errors", "rejects", "wrong-id", "drips", "leaves-children"),
)


def say(text: object, end: str = "\n") -> None:
    sys.stdout.write(f"{text}{end}")
    sys.stdout.flush()


def note(options: argparse.Namespace, line: str) -> None:
    if options.log:
        with options.log.open("a") as log:
            log.write(f"{line}\n")


class Misbehaviour(Exception):  # noqa: N818 - it is no error, it is wanted
    """What is said instead of a move."""


class Player:
    """Moves as an agent does, until it is to fail."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.agent = make_agent(options.agent)
        self.failure, self.after, self.seconds = options.failure, options.after, options.seconds
        self.moves = 0

    def move(self, board: Board) -> str:
        self.moves += 1
        if self.failure and self.moves >= self.after:
            self._misbehave(board)
        return self.agent.choose(board.copy())

    def _misbehave(self, board: Board) -> None:
        if self.failure == "dies":
            sys.exit("I have had enough")
        elif self.failure == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        elif self.failure == "hangs":
            wait_forever()
        elif self.failure == "leaves-children":
            if os.fork():
                os._exit(4)
            wait_forever()
        elif self.failure == "late":
            time.sleep(self.seconds)
        elif self.failure == "floods":
            while True:
                say("status thinking")
        elif self.failure == "long-line":
            while True:
                say("x" * 100_000, end="")
        elif self.failure == "errors":
            while True:
                sys.stderr.write("mistake\n" * 1000)
        elif self.failure == "drips":
            while True:
                say("status thinking")
                time.sleep(0.01)
        elif self.failure == "lies":
            discs = [*board.black, *board.white]
            raise Misbehaviour(discs[0])
        elif self.failure == "passes":
            raise Misbehaviour("pass")
        elif self.failure == "resigns":
            raise Misbehaviour("resign")
        elif self.failure == "nonsense":
            raise Misbehaviour("z9")


def wait_forever() -> NoReturn:
    while True:
        time.sleep(3600)


def play_nboard(options: argparse.Namespace) -> None:
    player, board, depth = Player(options), Board(), 0
    for line in sys.stdin:
        try:
            command = nboard.parse_command(line)
        except ObversiError as error:
            say(nboard.Status(f"not understood: {error}"))
            continue
        match command:
            case nboard.Hello(version) if options.only_version not in (None, version):
                if options.ends_if_wrong:
                    sys.exit(f"I know version {options.only_version} only")
                while sys.stdin.readline().strip() != f"nboard {options.only_version}":
                    pass
            case nboard.SetDepth(depth):
                say("")
                say(nboard.MyName(f"Tester{depth}"))
            case nboard.SetGame(game):
                board = game.board()
                note(options, line.strip())
            case nboard.Play(move):
                board.push(move)
            case nboard.Ping(number):
                say(nboard.Pong(number))
            case nboard.Go():
                go_nboard(player, board, depth, options)
            case nboard.Quit():
                return


def go_nboard(player: Player, board: Board, depth: int, options: argparse.Namespace) -> None:
    try:
        move = player.move(board)
    except Misbehaviour as words:
        say(f"=== {words}/0.00/0.0")
        return
    if player.failure and player.moves >= player.after:
        if player.failure == "garbage":
            say("I would rather not")
            return
        if player.failure == "rejects":
            say("===")
            return
    value = 1.5 if options.value is None else options.value
    say(nboard.Status("thinking"))
    say(nboard.NodeStats(1234, 0.01))
    say(nboard.Line((Move(move),), value, str(depth)))
    answer = nboard.Best(Move(move), value, 0.01)
    say(str(answer).replace("/", " ") if options.blanks else answer)
    say(nboard.Status())
    if options.talks_on:
        say(f"=== {board.legal_moves[-1]}")


def play_gtp(options: argparse.Namespace) -> None:
    Engine(options).run()


class Engine:
    """A program that speaks GTP."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.player = Player(options)
        self.size = 8
        self.rules: Rules = "normal"
        self.board = Board()
        self.commands: dict[str, Callable[[tuple[str, ...]], str]] = {
            "protocol_version": self.version,
            "name": lambda _: "Tester",
            "version": lambda _: "1.0",
            "known_command": lambda words: str(words[0] in self.commands).lower(),
            "list_commands": lambda _: "\n".join(self.commands),
            "quit": lambda _: "",
            "boardsize": self.set_size,
            "clear_board": self.clear,
            "komi": lambda _: "",
            "play": self.play,
            "genmove": self.move,
            "time_settings": self.time,
            "time_left": self.time,
            "set_game": self.set_game,
            gtp.RULES_COMMAND: self.set_rules,
        }
        for name in options.without:
            del self.commands[name]

    def run(self) -> None:
        if self.options.banner:
            say("Tester, a program for tests\n")
        for line in sys.stdin:
            command = gtp.parse_command(line)
            if command is None:
                continue
            note(self.options, " ".join((command.name, *command.arguments)))
            say(self.answered(command), end="")
            if command.name == "quit":
                return

    def answered(self, command: gtp.Command) -> str:
        number = command.id
        try:
            if command.name not in self.commands:
                raise InputError("unknown command")
            text = self.commands[command.name](command.arguments)
            success = True
        except Misbehaviour as words:
            text, success = str(words), True
        except ObversiError as error:
            text, success = str(error), False
        if command.name == "genmove" and self.player.moves >= self.player.after:
            if self.player.failure == "garbage":
                return "I would rather not\n\n"
            if self.player.failure == "rejects":
                text, success = "cannot move", False
            if self.player.failure == "wrong-id":
                number = (number or 0) + 7
        if self.options.blanks:
            return f"{'=' if success else '?'} {number} {text}\n\n"
        return str(gtp.Response(success, text, None if self.options.no_ids else number))

    def version(self, _words: tuple[str, ...]) -> str:
        return str(self.options.gtp_version)

    def set_size(self, words: tuple[str, ...]) -> str:
        if self.options.only_size and words[0] != str(self.options.only_size):
            raise InputError("unacceptable size")
        self.size = int(words[0])
        return self.clear(())

    def set_game(self, words: tuple[str, ...]) -> str:
        if self.options.only_normal and words[0] != "Othello":
            raise InputError("unsupported game")
        return self.set_rules(("reversed" if words[0] == "Anti-Othello" else "normal",))

    def set_rules(self, words: tuple[str, ...]) -> str:
        self.rules = checked_rules(words[0])
        return self.clear(())

    def clear(self, _words: tuple[str, ...]) -> str:
        self.board = Board(self.size, self.rules)
        return ""

    def play(self, words: tuple[str, ...]) -> str:
        color, move = gtp.parse_color(words[0]), Move(words[1])
        if self.options.no_passes:
            if move is PASS:
                raise InputError("illegal move")
            if color != self.board.turn and self.board.must_pass:
                self.board.push(PASS)
        if color != self.board.turn:
            raise InputError(f"it is not the turn of {color_name(color)}")
        self.board.push(move)
        return ""

    def time(self, words: tuple[str, ...]) -> str:
        if self.options.whole_seconds and any("." in word for word in words):
            raise InputError("syntax error")
        return ""

    def move(self, words: tuple[str, ...]) -> str:
        color = gtp.parse_color(words[0])
        if self.options.no_passes and color != self.board.turn and self.board.must_pass:
            self.board.push(PASS)
        if color != self.board.turn:
            raise InputError(f"it is not the turn of {color_name(color)}")
        move = self.player.move(self.board)
        self.board.push(move)
        return move.upper()


def parsed_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("protocol", choices=("nboard", "gtp", "nothing", "noise", "end"))
    parser.add_argument("--agent", default="greedy:seed=1")
    parser.add_argument("--failure", choices=FAILURES)
    parser.add_argument("--after", type=int, default=1, help="the first move that fails")
    parser.add_argument("--seconds", type=float, default=0.3, help="how late a late move is")
    parser.add_argument("--log", type=Path, help="a file for what it receives")
    parser.add_argument("--blanks", action="store_true", help="as Edax writes its answers")
    # NBoard
    parser.add_argument("--only-version", type=int)
    parser.add_argument("--ends-if-wrong", action="store_true")
    parser.add_argument("--value", type=float)
    parser.add_argument("--talks-on", action="store_true")
    # GTP
    parser.add_argument("--gtp-version", default="2")
    parser.add_argument("--banner", action="store_true")
    parser.add_argument("--no-ids", action="store_true")
    parser.add_argument("--no-passes", action="store_true")
    parser.add_argument("--only-size", type=int)
    parser.add_argument("--only-normal", action="store_true")
    parser.add_argument("--whole-seconds", action="store_true")
    parser.add_argument("--without", nargs="*", default=[], help="commands that it does not know")
    return parser.parse_args()


def main() -> None:
    options = parsed_options()
    match options.protocol:
        case "nboard":
            play_nboard(options)
        case "gtp":
            play_gtp(options)
        case "nothing":
            wait_forever()
        case "noise":
            for _ in sys.stdin:
                say("what?")
        case "end":
            sys.exit("I cannot start")


if __name__ == "__main__":
    main()
