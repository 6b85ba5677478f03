"""The files of the tutorial and of the page on agents do what the pages say."""

import re
from pathlib import Path

import pytest

import obversi as ob
from obversi.agents import make_agent
from obversi.arena import Match, play_match, random_openings
from obversi.arena.statistics.summary import summarise
from obversi.heuristics import evaluation

DOCS = Path(__file__).parent.parent / "docs"
# Code that begins with a comment which is the name of a file.
FILES = re.compile(r"```(?:python|toml)\n# (\w+\.\w+)\n(.*?)```", re.DOTALL)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Write the files of both pages into a folder."""
    for page in ("tutorial.md", "agents.md"):
        for name, text in FILES.findall((DOCS / page).read_text()):
            (tmp_path / name).write_text(text)
    return tmp_path


def test_all_files_are_there(files: Path) -> None:
    names = {path.name for path in files.iterdir()}
    assert names == {"mine.py", "mine.toml", "fast.py", "first.py"}


def score(a: str, b: str, pairs: int) -> float:
    games = list(play_match(Match(a, b, random_openings(pairs, seed=1), pairs, seed=1)))
    assert not any(game.failure for game in games)
    found = summarise(games).all.score
    assert found is not None
    return found


def test_ten_lines_beat_greedy(files: Path) -> None:
    assert score(f"python:{files / 'mine.py'}:mobile:depth=2", "greedy", pairs=10) > 0.8


def test_the_file_of_weights_beats_greedy(files: Path) -> None:
    assert score(f"file:{files / 'mine.toml'}:depth=3", "greedy", pairs=10) > 0.8


@pytest.mark.few_cases
@pytest.mark.parametrize("size", ob.SIZES)
def test_the_compiled_function_says_the_same(files: Path, size: int) -> None:
    slow = evaluation(f"python:{files / 'mine.py'}:mobile")
    fast = evaluation(f"python:{files / 'fast.py'}:mobile")
    board = ob.Board(size)
    agent = make_agent("random", seed=size)
    while not board.is_over:
        assert fast(board) == slow(board)
        board.push(agent.choose(board))


def test_the_first_move_is_played(files: Path) -> None:
    assert make_agent(f"python:{files / 'first.py'}:First").choose(ob.Board()) == "d3"
