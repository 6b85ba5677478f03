"""What two processes know of a game."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from math import inf

import pytest

import obversi as ob
from obversi.agents import RandomAgent
from obversi.arena import random_openings
from obversi.arena.playing.under_way import UnderWay
from obversi.play import play_game


@pytest.fixture
def shared() -> Iterator[int]:
    with tempfile.TemporaryFile() as file:
        file.truncate(UnderWay.size())
        yield file.fileno()


@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize("size", ob.SIZES)
def test_the_other_one_knows_the_game(shared: int, size: int, rules: str) -> None:
    one, other = UnderWay(shared), UnderWay(shared)
    one.clear()
    start = ob.Board(size, rules)
    assert (other.deadline, other.board(start)) == (inf, None)
    for plies in (0, 1, 5, 9):
        board = random_openings(1, size=size, rules=rules, plies=plies, seed=1).boards[0]
        one.tell(board, 100.0)
        known = other.board(start)
        assert known is not None
        assert (known, known.move_stack) == (board, board.move_stack)
        assert 90 < other.deadline - time.monotonic() < 101
    one.clear()
    assert other.board(start) is None


def test_passes_are_known(shared: int) -> None:
    one = UnderWay(shared)
    board = ob.Board(4)
    for seed in range(100):
        board = play_game(RandomAgent(seed), RandomAgent(seed), ob.Board(4))
        if "pass" in board.move_stack:
            break
    assert "pass" in board.move_stack
    one.tell(board, 1.0)
    known = one.board(ob.Board(4))
    assert known is not None
    assert known.move_stack == board.move_stack


# Tells all the time that there is a minute left.
TELLING = """
import sys
import obversi as ob
from obversi.arena.playing.under_way import UnderWay
under_way, board = UnderWay(int(sys.argv[1])), ob.Board(4)
under_way.tell(board, 60.0)
print("begun", flush=True)
while True:
    under_way.tell(board, 60.0)
"""


def test_no_half_of_a_deadline_is_seen(shared: int) -> None:
    command = [sys.executable, "-c", TELLING, str(shared)]
    with subprocess.Popen(command, pass_fds=[shared], stdout=subprocess.PIPE) as telling:
        assert telling.stdout is not None
        telling.stdout.readline()
        under_way, seen = UnderWay(shared), set()
        end = time.monotonic() + 1.0
        while (now := time.monotonic()) < end:
            seen.add(under_way.deadline > now + 30)
        telling.kill()
    assert seen == {True}
