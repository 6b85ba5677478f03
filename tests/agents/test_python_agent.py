"""Agents and evaluations that someone wrote in a module or a file."""

import os
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

import obversi as ob
from obversi.agents import make_agent
from obversi.agents.agent import think
from obversi.agents.catalog import AGENTS

Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file, and return the beginning of a description of what is in it."""

    def written(text: str) -> str:
        path = tmp_path / "mine.py"
        path.write_text(textwrap.dedent(text))
        return f"python:{path}"

    return written


FIRST = """
    class First:
        def choose(self, board):
            return board.legal_moves[0]
"""


def test_a_class_that_chooses_is_an_agent(write: Write) -> None:
    agent = make_agent(f"{write(FIRST)}:First", seed=1, seconds=0.1)
    assert agent.name == "First"
    assert agent.choose(ob.Board()) == "d3"


def test_an_agent_keeps_its_own_name(write: Write) -> None:
    module = write(FIRST + '    agent = First()\n    agent.name = "the first"\n')
    assert make_agent(f"{module}:agent").name == "the first"


@pytest.mark.parametrize("search", ["minimax", "alpha-beta", "negamax", "maximax"])
def test_a_function_is_searched_with(write: Write, search: str) -> None:
    module = write("def discs(board):\n    return board.margin()\n")
    agent = make_agent(f"{module}:discs:depth=1:search={search}")
    board = ob.Board()
    board.push("f5")
    after = {}
    for move in board.legal_moves:
        board.push(move)
        after[move] = -board.margin()
        board.pop()
    assert agent.choose(board) == max(after, key=lambda move: after[move])


def test_a_module_is_found_where_the_command_is_given(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(FIRST)
    (tmp_path / "mine.py").rename(tmp_path / "obversi_own_first.py")
    monkeypatch.chdir(tmp_path)
    assert make_agent("python:obversi_own_first:First").choose(ob.Board()) == "d3"


def test_an_evaluation_of_the_package_can_be_named() -> None:
    assert AGENTS["python"].operands == ("module", "name")
    with pytest.raises(ob.ObversiError, match="did you mean 'board'"):
        make_agent("python:obversi:Bord")


@pytest.mark.parametrize(
    ("text", "rest", "message"),
    [
        (FIRST, "Frist", "there is no 'Frist' in .*mine.py': did you mean 'First'?"),
        (FIRST, "First:depth=3", "'First' in .* chooses its moves itself: 'depth' can be given"),
        ("def broken(:\n", "broken", "cannot be imported: SyntaxError"),
        ("1 / 0\n", "x", r"cannot be imported: ZeroDivisionError: .* by zero \(mine.py, line 1\)"),
        ("raise SystemExit(3)\n", "x", r"cannot be imported: SystemExit: 3 \(mine.py, line 1\)"),
        ("import not_there_at_all\n", "x", "cannot be imported: No module named 'not_there"),
        ("number = 7\n", "number", "7"),
        ("class Lazy:\n    pass\n", "Lazy", "'Lazy' in .* is a class without a method 'choose'"),
        (
            "class Needy:\n    def __init__(self, friend):\n        pass\n    choose = None\n",
            "Needy",
            "no agent can be made of 'Needy': TypeError",
        ),
    ],
)
def test_what_is_wrong_is_named(write: Write, text: str, rest: str, message: str) -> None:
    with pytest.raises(ob.ObversiError, match=message):
        make_agent(f"{write(text)}:{rest}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("python:no_such_module:x", "there is no module 'no_such_module' here"),
        ("python:no/such/file.py:x", "file.py:x': there is no file 'no/such/file.py'$"),
    ],
)
def test_what_is_missing_is_named(text: str, message: str) -> None:
    with pytest.raises(ob.ObversiError, match=message):
        make_agent(text)


def test_the_path_to_modules_is_as_before(write: Write) -> None:
    import sys

    before = list(sys.path)
    make_agent(f"{write(FIRST)}:First")
    with pytest.raises(ob.ObversiError):
        make_agent("python:no_such_module:x")
    assert sys.path == before


def test_a_file_is_run_once_unless_it_changes(write: Write, tmp_path: Path) -> None:
    count = tmp_path / "count"
    line = f"with open({str(count)!r}, 'a') as file:\n    file.write('.')\n"
    module = write(line + "def one(board):\n    return 1\n")
    for _ in range(3):
        make_agent(f"{module}:one")
    assert count.read_text() == "."
    module = write(line + "def two(board):\n    return 2\n")
    os.utime(tmp_path / "mine.py", (1, 1))
    make_agent(f"{module}:two")
    assert count.read_text() == ".."


def test_a_file_may_be_called_like_a_module(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("def one(board):\n    return 1\n")
    make_agent(f"python:{tmp_path / 'random.py'}:one")
    import random

    assert random.random() < 1


OWN = """
import obversi as ob
from obversi.agents import Thought

class Plain:
    latency, seconds, name = 1e9, 60.0, 7
    def think(self, board, depth):
        raise AssertionError
    def prepare(self):
        raise AssertionError
    def choose(self, board):
        return board.legal_moves[0]

class Timed:
    name = "by the clock"
    def choose(self, board, limit):
        return Thought(board.legal_moves[0], value=float(limit.clock or limit.seconds or 0))

class WithDefault:
    def choose(self, board, depth=3):
        assert depth == 3
        return board.legal_moves[0]
"""


def test_only_the_choice_of_an_own_agent_is_used(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(OWN)
    agent = make_agent(f"python:{path}:Plain")
    assert agent.name == "Plain"
    assert (agent.latency, agent.process, agent.grace_period) == (0.0, None, 0.0)
    assert agent.seconds_per_move(2.0) == 2.0
    agent.prepare(8, "normal")
    board = ob.Board()
    assert think(agent, board, ob.Limit(seconds=1)).move == board.legal_moves[0]
    assert make_agent(f"python:{path}:WithDefault").choose(board) == board.legal_moves[0]


def test_an_agent_that_takes_a_limit_gets_it(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(OWN)
    agent = make_agent(f"python:{path}:Timed")
    assert agent.name == "by the clock"
    assert think(agent, ob.Board(), ob.Limit(clock=7.5)).value == 7.5
    assert agent.choose(ob.Board()) in ob.Board().legal_moves
