import re
import signal
import subprocess
from collections.abc import Callable

import pseudo_terminal
import pytest
from click.testing import Result
from pseudo_terminal import PseudoTerminal

import obversi as ob
from obversi.agents.agent import Thought
from obversi.agents.core_agents import GreedyAgent, RandomAgent
from obversi.cli.watch import move_text
from obversi.play import play_game
from obversi.rules import Rules

Command = Callable[..., Result]
Process = Callable[..., "subprocess.Popen[str]"]


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_every_move_is_drawn_and_named(obversi: Command, rules: Rules) -> None:
    arguments = ["watch", "random", "greedy", "--size", "4", "--rules", rules, "--seed", "3"]
    result = obversi(*arguments)
    game = play_game(RandomAgent(3), GreedyAgent(4), ob.Board(4, rules))
    assert result.exit_code == 0
    assert result.stdout.startswith("black is random\nwhite is greedy\n")
    placed = [move for move in game.move_stack if not move.is_pass]
    assert re.findall(r"plays (\w\d) and flips \d", result.stdout) == placed
    assert result.stdout.count("has no move and passes") == game.move_stack.count(ob.PASS)
    assert result.stdout.count("  a b c d\n") == len(placed) + 1
    assert game.status() in result.stdout
    assert result.stdout.endswith(f"the moves: {''.join(placed)}\n")


def test_what_agents_expect_is_reported(obversi: Command) -> None:
    result = obversi("watch", "level=1", "engine:depth=3", "--size", "4", "--moves", "b1")
    assert result.stdout.startswith("black is level 1, student: ")
    expected = re.findall(r"(black|white) plays \w\d and flips \d, expecting [+-]\d", result.stdout)
    assert {"black", "white"} == set(expected)
    assert re.search(r"^ 2\. white plays", result.stdout, re.MULTILINE)


def test_only_agents_can_be_watched(obversi: Command) -> None:
    for players, named in (
        (["human", "random"], "obversi play"),
        (["gredy", "random"], "did you mean 'greedy'?"),
        (["random"], "WHITE"),
        (["random", "random", "--delay", "-1"], "-1"),
        (["random", "random", "--delay", "nan"], "'--delay': 'nan' is not a number from 0"),
    ):
        result = obversi("watch", *players)
        assert (result.exit_code, result.stdout) == (2, "")
        assert named in result.stderr


def test_ctrl_c_prints_the_moves_so_far(start_obversi: Process) -> None:
    process = start_obversi("watch", "random", "random", "--delay", "60")
    assert process.stdout is not None
    while "plays" not in (line := process.stdout.readline()):
        assert line
    process.send_signal(signal.SIGINT)
    output, complaint = process.communicate(timeout=120)
    assert process.returncode == 130
    assert re.search(r"the moves: \w\d\n$", output)
    assert complaint == "obversi: interrupted\n"


def test_a_terminal_shows_one_board_that_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    # What is read may end within a character, as it does under load.
    monkeypatch.setattr(pseudo_terminal, "READ_BYTES", 1001)
    arguments = ["watch", "random", "greedy", "--size", "4", "--seed", "3", "--delay", "0"]
    game = play_game(RandomAgent(3), GreedyAgent(4), ob.Board(4))
    with PseudoTerminal(*arguments) as terminal:
        assert terminal.end() == 0
    assert "\ufffd" not in terminal.raw
    assert "\x1b[1A" in terminal.raw  # the cursor goes up, to draw over the board before
    moves = [move for move in game.move_stack if not move.is_pass]
    board, shown = ob.Board(4), terminal.text
    printed = re.split(r"plays (\w\d) and flips", shown)
    assert printed[1::2] == moves
    for move, after_it in zip(moves, printed[2::2], strict=True):
        if board.must_pass:
            board.push(ob.PASS)
        board.push(move)
        # The last that is drawn before the next move is the board after this one.
        counts = re.findall(r"black (\d+) +\S +white (\d+) +(\d+) empty", after_it)
        discs = (len(board.black), len(board.white), len(board.empty))
        assert tuple(map(int, counts[-1])) == discs
    assert game.status() in shown


@pytest.mark.parametrize(
    ("value", "printed"), [(-0.3, "+0"), (0.2, "+0"), (-1.6, "-2"), (4.0, "+4")]
)
def test_what_is_expected_is_a_whole_number(value: float, printed: str) -> None:
    text = move_text(ob.Board(4), Thought(ob.Move("b1"), value))
    assert text == f" 1. black plays b1 and flips 1, expecting {printed}"
