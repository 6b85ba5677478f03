"""Whole games by both protocols, through pipes: with a client of our own, and by the arena's."""

import random
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import reference

import obversi as ob
from obversi.agents import make_agent
from obversi.agents.agent import think
from obversi.rules import RULES, Rules

COMMAND = [sys.executable, "-m", "obversi"]


# A client that knows nothing of the package but its lines of text


class Pipe:
    def __init__(self, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def say(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def read_line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.endswith("\n")
        return line.removesuffix("\n")

    def close(self) -> None:
        output, complaint = self._process.communicate(timeout=60)
        assert (self._process.returncode, output, complaint) == (0, "", "")

    def kill(self) -> None:
        """Leave no process behind where a test fails."""
        self._process.kill()
        self._process.communicate()


@contextmanager
def piped(*arguments: str) -> Iterator[Pipe]:
    pipe = Pipe(*arguments)
    try:
        yield pipe
        pipe.say("quit")
        if arguments[0] == "gtp":
            assert [pipe.read_line(), pipe.read_line()] == ["=", ""]
        pipe.close()
    except BaseException:
        pipe.kill()
        raise


class OwnGame:
    """A game by the slow and plain rules of the tests."""

    def __init__(self, size: int) -> None:
        self.cells, self.turn = reference.start(size), reference.BLACK
        self.moves: list[str] = []

    @property
    def legal(self) -> list[str]:
        return reference.legal_moves(self.cells, self.turn)

    def play(self, move: str) -> None:
        assert move in self.legal
        self.cells = reference.successor(self.cells, self.turn, move)
        self.turn = -self.turn
        self.moves.append(move)

    @property
    def is_over(self) -> bool:
        return reference.is_over(self.cells)

    def ggf(self, rules: Rules) -> str:
        letters = {reference.BLACK: "*", reference.WHITE: "O", reference.EMPTY: "-"}
        size = len(self.cells)
        cells = "".join(letters[cell] for row in reference.start(size) for cell in row)
        kind = f"{size}{'a' if rules == 'reversed' else ''}"
        moves = "".join(
            f"{'BW'[ply % 2]}[{'PA' if move == 'pass' else move.upper()}]"
            for ply, move in enumerate(self.moves)
        )
        return f"(;GM[Othello]PC[]PB[]PW[]RE[?]TY[{kind}]BO[{size} {cells} *]{moves};)"


def test_whole_nboard_games_with_an_independent_client() -> None:
    with piped("nboard") as pipe:
        pipe.say("nboard 2")
        assert pipe.read_line() == "set myname Obversi"
        pipe.say("set depth 1")
        assert pipe.read_line() == "set myname Obversi1"
        for number, rules in enumerate(RULES):
            chance, game = random.Random(number), OwnGame(6)
            pipe.say(f"set game {game.ggf(rules)}")
            while not game.is_over:
                if (game.turn == reference.BLACK) == (rules == "normal"):
                    pipe.say("go")
                    while not (line := pipe.read_line()).startswith("==="):
                        assert line.split()[0] in ("status", "search", "nodestats")
                    move = line.split()[1].split("/")[0].lower()
                    move = "pass" if move == "pa" else move
                else:
                    move = chance.choice(game.legal)
                game.play(move)
                # Sometimes the whole game is sent, as boards do after a jump to another move.
                if chance.random() < 0.2:
                    pipe.say(f"set game {game.ggf(rules)}")
                else:
                    pipe.say(f"move {'PA' if move == 'pass' else move.upper()}//0.01")
            pipe.say(f"ping {number}")
            while (line := pipe.read_line()) != f"pong {number}":
                assert line == "status"


def test_whole_gtp_games_with_an_independent_client() -> None:
    names = {reference.BLACK: "black", reference.WHITE: "white"}

    def ask(words: str) -> str:
        pipe.say(words)
        line = pipe.read_line()
        assert line.startswith("=")
        assert pipe.read_line() == ""
        return line[1:].strip()

    with piped("gtp", "--depth", "1") as pipe:
        for number, rules in enumerate(RULES):
            chance, game = random.Random(number), OwnGame(6)
            ask("boardsize 6")
            ask("set_game " + ("Othello" if rules == "normal" else "Anti-Othello"))
            while not game.is_over:
                if (game.turn == reference.BLACK) == (rules == "normal"):
                    move = ask(f"genmove {names[game.turn]}")
                else:
                    move = chance.choice(game.legal)
                    ask(f"play {names[game.turn]} {move}")
                game.play(move)
            margin = reference.margin(game.cells, reference.BLACK, rules)
            winner = "0" if margin == 0 else f"{'B' if margin > 0 else 'W'}+{abs(margin)}"
            assert ask("final_score") == winner


# The arena's own drivers


@pytest.mark.few_cases
@pytest.mark.parametrize("protocol", ["nboard", "gtp"])
def test_whole_games_with_the_arena_client(protocol: str) -> None:
    options = ["--depth", "1"] if protocol == "gtp" else []
    depth = "depth=1:" if protocol == "nboard" else ""
    command = shlex.join([*COMMAND, protocol, *options])
    agent = make_agent(f"{protocol}:{depth}start=60:grace=60:{command}")
    inside = make_agent("engine:depth=1")
    try:
        assert agent.name == ("Obversi1" if protocol == "nboard" else "Obversi")
        games: list[tuple[int, Rules]]
        games = [(4, "normal"), (6, "reversed"), (8, "normal"), (4, "reversed")]
        for size, rules in games:
            board, chance = ob.Board(size, rules), random.Random(size)
            while not board.is_over:
                if board.turn == ob.BLACK:
                    board.push(think(agent, board, ob.Limit(clock=60.0)).move)
                else:
                    board.push(chance.choice(board.legal_moves))
            # It has received the size and the rules: it plays as the engine does inside.
            while board.ply:
                move = board.pop()
                if board.turn == ob.BLACK and len(board.legal_moves) > 1 and size == 4:
                    assert move == inside.choose(board)
    finally:
        agent.close()
