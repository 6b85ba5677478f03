from dataclasses import replace
from pathlib import Path

import pytest

import obversi as ob
from obversi.agents import description, make_agent
from obversi.agents.agent import Agent, BaseAgent
from obversi.agents.catalog import AGENTS
from obversi.agents.core_agents import GreedyAgent, RandomAgent, SearchAgent
from obversi.agents.description import read_description
from obversi.agents.engine_agent import EngineAgent
from obversi.heuristics import Mix, evaluation, write_mix


def test_names_make_agents() -> None:
    assert isinstance(make_agent("random"), RandomAgent)
    assert isinstance(make_agent("greedy:seed=7"), GreedyAgent)
    assert isinstance(make_agent("r4:depth=2"), SearchAgent)


def choices(text: str, seed: int | None = None) -> list[ob.Move]:
    agent = make_agent(text, seed=seed)
    return [agent.choose(ob.Board()) for _ in range(40)]


def test_options_reach_the_agent() -> None:
    assert choices("random:seed=7") == choices("random:seed=7")
    assert choices("random:seed=7") != choices("random:seed=8")


def test_a_seed_from_outside_gives_way_to_one_in_the_description() -> None:
    assert choices("random", seed=7) == choices("random:seed=7")
    assert choices("random:seed=7", seed=8) == choices("random:seed=7")


class SettingsAgent(BaseAgent):
    """An agent that shows what it was made with."""

    name = "engine"

    def __init__(self, **settings: object) -> None:
        self.settings = settings

    def choose(self, board: ob.Board) -> ob.Move:
        raise NotImplementedError


def settings_of(agent: Agent) -> dict[str, object]:
    assert isinstance(agent, SettingsAgent)
    return agent.settings


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("engine", {"seconds": 0.2}),
        ("engine:threads=2:hash_mb=8", {"threads": 2, "hash_mb": 8, "seconds": 0.2}),
        ("engine:seconds=0.1", {"seconds": 0.1}),
        ("engine:depth=8", {"depth": 8}),
        ("engine:nodes=1000:hash_mb=1", {"nodes": 1000, "hash_mb": 1}),
    ],
)
def test_time_from_outside_is_for_agents_without_a_limit(
    monkeypatch: pytest.MonkeyPatch, text: str, settings: dict[str, object]
) -> None:
    kind = replace(AGENTS["engine"], make=SettingsAgent)
    monkeypatch.setattr(description, "AGENTS", {**AGENTS, "engine": kind})
    assert settings_of(make_agent(text, seconds=0.2, seed=1)) == {**settings, "seed": 1}
    written = {name: value for name, value in settings.items() if f"{name}=" in text}
    assert settings_of(make_agent(text)) == written


def test_agents_that_take_no_time_are_given_none() -> None:
    assert isinstance(make_agent("random", seconds=0.2), RandomAgent)
    assert isinstance(make_agent("engine", seconds=0.2), EngineAgent)


def test_r0_is_short_for_its_adjusted_matrix() -> None:
    read = read_description("r0:stability=good:depth=2")
    assert (read.name, read.text) == ("r0-adjusted", "r0:stability=good:depth=2")
    assert read.options == {"stability": "good", "depth": 2}
    board = ob.Board(rules="reversed")
    moves = {}
    for stability in ("bad", "good"):
        short, long = (
            make_agent(f"{name}:stability={stability}:gamma=0:depth=1")
            for name in ("r0", "r0-adjusted")
        )
        # Black may take the corner, with a row of stable discs.
        late = ob.Board.parse("-OOOOOOX" + 16 * "-" + "---OX---" + "---XO---" + 24 * "-" + " X")
        late = late.with_rules("reversed")
        assert short.choose(board) == long.choose(board)
        assert short.choose(late) == long.choose(late)
        moves[stability] = str(long.choose(late))
    assert moves["good"] == "a1" != moves["bad"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("randm", "there is no agent 'randm': did you mean 'random'?"),
        ("Greedy", "there is no agent 'Greedy': did you mean 'greedy'?"),
        ("alice", "there is no agent 'alice': expected random, greedy, r0-adjusted,"),
        ("", "there is no agent ''"),
        ("random:sed=7", "agent 'random:sed=7' has no option 'sed': did you mean 'seed'?"),
        ("random:seed", "'seed' in agent 'random:seed' is no option=value"),
        ("random:", "'' in agent 'random:' is no option=value"),
        ("random:seed=x", "'x' for 'seed' in agent 'random:seed=x': expected a whole number"),
        ("random:seed=1:seed=2", "has the option 'seed' twice"),
        ("engine:second=1", "has no option 'second': did you mean 'seconds'?"),
        ("engine:seconds=soon", "'soon' for 'seconds' in agent 'engine:seconds=soon': expected a"),
        ("engine:depth=1.5", "'1.5' for 'depth' in agent 'engine:depth=1.5': expected a whole"),
        ("engine:seconds=-1", "the limit 'seconds' cannot be -1.0"),
        ("engine:seconds=nan", "the limit 'seconds' cannot be nan"),
        ("engine:depth=0", "the limit 'depth' cannot be 0"),
        ("engine:threads=0", "the number of threads cannot be 0"),
        ("r0-adjustd:depth=4", "there is no agent 'r0-adjustd': did you mean 'r0-adjusted'?"),
        ("r0-adjusted:gama=1", "has no option 'gama': did you mean 'gamma'?"),
        (
            "r0-adjusted:gamma=x",
            "'x' for 'gamma' in agent 'r0-adjusted:gamma=x': expected a number",
        ),
        ("r0-adjusted:gamma=nan", "gamma"),
        (
            "r0:stability=better",
            "'better' for 'stability' in agent 'r0:stability=better': expected bad or good",
        ),
        ("r2:weights=1,2,3", "agent 'r2:weights=1,2,3': 3 weights are given: expected 16"),
        ("r2-position:weights=1,2", "2 weights are given: expected 10"),
        ("r2:weights=a,b", "'a,b' for 'weights' in agent 'r2:weights=a,b': expected 16 numbers"),
        ("r1:depth=2", "agent 'r1:depth=2' has no option 'depth'"),
        ("r1:level=5", "the level cannot be 5: expected 1 to 4"),
        ("r1:level=0", "the level cannot be 0: expected 1 to 4"),
        ("r2:q=2", "r2 cannot use 2.0 of its time: expected a share above 0, up to 1"),
        ("r2:seconds=0", "r2 cannot think for 0.0 s: expected a number above 0"),
        ("r2:seconds=1:depth=3", "'seconds' deepen a search of their own, without 'depth'"),
        ("r3:depth=0", "the depth cannot be 0"),
        ("r4:depth=0", "agent 'r4:depth=0': the depth cannot be 0: expected 1 or more"),
        ("r4:q=0.5", "r4: 'q' is a share of 'seconds', which are missing"),
        ("r4:search=negmax", "there is no search 'negmax': did you mean 'negamax'?"),
        ("r4:search=maximax:seconds=1", "a search of their own, without 'search'"),
        ("r4:perfect=-1", "the number of squares to play perfectly cannot be -1"),
        ("mcts:playouts=0", "the number of playouts cannot be 0"),
        ("mcts:seconds=inf", "mcts cannot think for inf s"),
        ("mcts:exploration=-1", "mcts cannot explore by -1.0"),
        ("human", "there is no agent 'human': a person plays by `obversi play` only"),
        ("my.toml:depth=2", "there is no agent 'my.toml': did you mean 'file:my.toml:depth=2'?"),
        ("mine.py:f", "there is no agent 'mine.py': did you mean 'python:mine.py:f'?"),
        ("file", "agent 'file' is not complete: expected file:PATH"),
        ("file:depth=2", "agent 'file:depth=2' is not complete: expected file:PATH"),
        ("python:math", "agent 'python:math' is not complete: expected python:MODULE:NAME"),
        ("python::sqrt", "agent 'python::sqrt' is not complete"),
        ("engine:hash_mb=0", "the size of the hash in MB cannot be 0"),
    ],
)
def test_what_is_misspelt_is_named(text: str, message: str) -> None:
    with pytest.raises(ob.ObversiError) as error:
        make_agent(text)
    assert message in str(error.value)


def write_r4(path: Path) -> None:
    mix = evaluation("r4")
    assert isinstance(mix, Mix)
    write_mix(mix, path)


def test_a_file_of_weights_plays(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    write_r4(path)
    board = ob.Board()
    assert make_agent(f"file:{path}:depth=3").choose(board) == make_agent("r4:depth=3").choose(
        board
    )


def test_what_is_no_text_is_rejected() -> None:
    with pytest.raises(ob.InputError, match="an agent description cannot be None: expected a text"):
        make_agent(None)  # type: ignore[arg-type]


def test_a_file_that_is_missing_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"missing\.toml"):
        make_agent("file:missing.toml")


def test_a_path_may_have_colons(tmp_path: Path) -> None:
    folder = tmp_path / "a:b"
    folder.mkdir()
    write_r4(folder / "weights.toml")
    assert isinstance(make_agent(f"file:{folder}/weights.toml:depth=3"), SearchAgent)


def seconds_of(agent: Agent) -> float | None:
    seconds: float | None = getattr(agent, "seconds", None)
    return seconds


def test_time_from_outside_is_for_agents_that_are_timed() -> None:
    for name, kind in AGENTS.items():
        if not kind.operands:
            assert seconds_of(make_agent(name, seconds=0.25)) == (0.25 if kind.timed else None)
    assert seconds_of(make_agent("r2:depth=3", seconds=0.25)) is None
    assert seconds_of(make_agent("mcts:playouts=10", seconds=0.25)) is None
    assert seconds_of(make_agent("r4:seconds=0.5", seconds=0.25)) == 0.5


@pytest.mark.parametrize("text", ["r4:depth=9999999999999", "mcts:playouts=1:perfect=99999999999"])
def test_what_is_too_large_counts_as_much(text: str) -> None:
    passing = ob.Board.parse("XO-------------- O")
    only = ob.Board.parse("XO--OO---------- X")
    agent = make_agent(text)
    assert agent.choose(passing) is ob.PASS
    assert agent.choose(only) in only.legal_moves


@pytest.mark.parametrize(
    ("text", "operands", "options"),
    [
        ("random", (), {}),
        ("r4:depth=3:search=negamax", (), {"depth": 3, "search": "negamax"}),
        ("file:a:b/c.toml:depth=3", ("a:b/c.toml",), {"depth": 3}),
        ("python:mine.py:f", ("mine.py", "f"), {}),
        ("nboard:edax -nboard", ("edax -nboard",), {}),
        (
            "nboard:depth=8:threads=2:edax -l 8 -x=3:y",
            ("edax -l 8 -x=3:y",),
            {"depth": 8, "threads": 2},
        ),
        ("gtp:/a=b/egaroucid -gtp", ("/a=b/egaroucid -gtp",), {}),
        ("gtp: edax -gtp ", ("edax -gtp",), {}),
    ],
)
def test_a_description_is_read_without_making_the_agent(
    text: str, operands: tuple[str, ...], options: dict[str, object]
) -> None:
    read = read_description(text)
    assert (read.text, read.operands, read.options) == (text, operands, options)
    assert read.kind is AGENTS[read.name]
    assert text.startswith(read.name)
