"""What two processes know of a game."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from math import inf

import pytest

import obversi as ob
from obversi.agents.core_agents import RandomAgent
from obversi.arena import random_openings
from obversi.arena.playing.game_process import SharedGame
from obversi.play import play_game
from obversi.rules import Rules


@pytest.fixture
def shared() -> Iterator[int]:
    with tempfile.TemporaryFile() as file:
        file.truncate(SharedGame.size())
        yield file.fileno()


@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize("size", ob.SIZES)
def test_other_process_sees_the_game(shared: int, size: int, rules: Rules) -> None:
    one, other = SharedGame(shared), SharedGame(shared)
    one.clear()
    start = ob.Board(size, rules)
    assert (other.deadline, other.board(start)) == (inf, None)
    for plies in (0, 1, 5, 9):
        board = random_openings(1, size=size, rules=rules, plies=plies, seed=1).boards[0]
        one.set_turn(board, 100.0)
        known = other.board(start)
        assert known is not None
        assert (known, known.move_stack) == (board, board.move_stack)
        assert 90 < other.deadline - time.monotonic() < 101
    one.clear()
    assert other.board(start) is None


def test_other_process_sees_passes(shared: int) -> None:
    one = SharedGame(shared)
    board = ob.Board(4)
    for seed in range(100):
        board = play_game(RandomAgent(seed), RandomAgent(seed), ob.Board(4))
        if "pass" in board.move_stack:
            break
    assert "pass" in board.move_stack
    one.set_turn(board, 1.0)
    known = one.board(ob.Board(4))
    assert known is not None
    assert known.move_stack == board.move_stack


# Writes again and again that there is a minute left.
CLOCK_WRITER = """
import sys
import obversi as ob
from obversi.arena.playing.game_process import SharedGame
under_way, board = SharedGame(int(sys.argv[1])), ob.Board(4)
under_way.set_turn(board, 60.0)
print("begun", flush=True)
while True:
    under_way.set_turn(board, 60.0)
"""


@pytest.mark.long
def test_deadline_is_never_read_half_written(shared: int) -> None:
    command = [sys.executable, "-c", CLOCK_WRITER, str(shared)]
    with subprocess.Popen(command, pass_fds=[shared], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        under_way, seen = SharedGame(shared), set()
        end = time.monotonic() + 1.0
        while (now := time.monotonic()) < end:
            seen.add(under_way.deadline > now + 30)
        writer.kill()
    assert seen == {True}
