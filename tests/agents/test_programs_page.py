"""The page on programs is correct."""

import re
import shlex
import sys
from pathlib import Path

import pytest

import obversi as ob
from obversi.agents import make_agent
from obversi.agents.agent import FailureKind
from obversi.agents.catalog import AGENTS
from obversi.agents.core_agents import RandomAgent
from obversi.agents.program_agent import ProgramAgent
from obversi.play import play_game
from obversi.rules import Rules

PAGE = (Path(__file__).parents[2] / "docs" / "programs.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_the_program_of_the_page_plays(tmp_path: Path, rules: Rules) -> None:
    (code,) = re.findall(r"```python\n(# mine\.py\n.*?)```", PAGE, re.DOTALL)
    path = tmp_path / "mine.py"
    path.write_text(code)
    agent = make_agent(f"nboard:{shlex.join([sys.executable, str(path)])}")
    assert isinstance(agent, ProgramAgent)
    for size in ob.SIZES:
        game = play_game(agent, RandomAgent(seed=1), ob.Board(size, rules))
        assert game.is_over
    agent.close()


def test_every_option_is_listed_with_its_default() -> None:
    options = {**AGENTS["nboard"].options, **AGENTS["gtp"].options}
    for name, option in options.items():
        (row,) = re.findall(rf"^\| `{name}` \|.*\| (\S+) \|$", PAGE, re.MULTILINE)
        assert isinstance(option.default, int | float)
        assert float(row) == option.default


def test_every_failure_is_listed() -> None:
    for kind in FailureKind:
        assert f"| `{kind.value}` |" in PAGE
