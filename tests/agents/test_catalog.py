"""Every agent of the catalogue plays whole games, and says what it is."""

from pathlib import Path

import pytest
from course_agents import student_file
from other_programs import program_agent

import obversi as ob
from obversi.agents import BaseAgent, make_agent
from obversi.agents.catalog import AGENTS
from obversi.agents.core_agents import RandomAgent
from obversi.heuristics import EVALUATIONS
from obversi.play import play_game
from obversi.rules import Rules

LIMITS = {"r2": "depth=2", "r2-position": "depth=2", "mcts": "playouts=20", "engine": "depth=2"}

WEIGHTS = """
name = "mine"
[[phase]]
weights = { corners = 10, moves = 1 }
"""

MODULE = """
def discs(board):
    return board.margin()
"""


def quick(name: str, folder: Path) -> str:
    """Return a description with which the agent takes little time."""
    if name == "file":
        (folder / "weights.toml").write_text(WEIGHTS)
        return f"file:{folder / 'weights.toml'}:depth=2"
    if name == "cs303":
        return f"cs303:{student_file(folder)}"
    if AGENTS[name].takes_command:
        return program_agent(name)
    if name == "python":
        (folder / "own.py").write_text(MODULE)
        return f"python:{folder / 'own.py'}:discs:depth=2"
    return f"{name}:{LIMITS[name]}" if name in LIMITS else name


@pytest.mark.few_cases(27)
@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("name", AGENTS)
def test_it_plays_a_game(name: str, size: int, rules: Rules, tmp_path: Path) -> None:
    agent = make_agent(quick(name, tmp_path))
    assert play_game(agent, RandomAgent(seed=1), ob.Board(size, rules)).is_over
    assert isinstance(agent, BaseAgent)


@pytest.mark.parametrize("name", AGENTS)
def test_it_says_what_it_is(name: str) -> None:
    kind = AGENTS[name]
    assert kind.description
    assert kind.example.startswith(name)
    assert all(option.description and option.expected for option in kind.options.values())
    if name.startswith("r") and name[1].isdigit():
        assert kind.origin.startswith(f"R{name[1]}: ")
        assert kind.evaluation in EVALUATIONS


@pytest.mark.parametrize("name", [name for name, kind in AGENTS.items() if not kind.operands])
def test_the_agent_has_the_name(name: str) -> None:
    assert make_agent(name).name == name
    assert make_agent(AGENTS[name].example).name == name


def test_every_evaluation_has_an_agent() -> None:
    assert {kind.evaluation for kind in AGENTS.values()} - {""} == set(EVALUATIONS)


@pytest.mark.few_cases(4)
@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize(
    "text", ["r0-adjusted", "r1-corrected", "r2:depth=4", "r3", "r4", "mcts:playouts=50"]
)
def test_it_beats_chance(text: str, rules: Rules) -> None:
    lead = 0
    for seed in range(6):
        agent = make_agent(text, seed=seed)
        game = play_game(agent, RandomAgent(seed), ob.Board(rules=rules))
        lead += 1 if game.margin(ob.BLACK) > 0 else -1
        game = play_game(RandomAgent(seed + 100), agent, ob.Board(rules=rules))
        lead += 1 if game.margin(ob.WHITE) > 0 else -1
    assert lead > 0
