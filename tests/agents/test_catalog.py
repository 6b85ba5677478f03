from dataclasses import replace

import pytest

import obversi as ob
from obversi.agents import AGENTS, EngineAgent, GreedyAgent, RandomAgent, catalog, make_agent


def test_every_name_makes_an_agent_of_that_name() -> None:
    for name, kind in AGENTS.items():
        assert make_agent(name).name == name
        assert kind.description
    assert isinstance(make_agent("random"), RandomAgent)
    assert isinstance(make_agent("greedy:seed=7"), GreedyAgent)


def choices(description: str, seed: int | None = None) -> list[ob.Move]:
    agent = make_agent(description, seed=seed)
    return [agent.choose(ob.Board()) for _ in range(40)]


def test_options_reach_the_agent() -> None:
    assert choices("random:seed=7") == choices("random:seed=7")
    assert choices("random:seed=7") != choices("random:seed=8")


def test_a_seed_from_outside_gives_way_to_one_in_the_description() -> None:
    assert choices("random", seed=7) == choices("random:seed=7")
    assert choices("random:seed=7", seed=8) == choices("random:seed=7")


class Settings(dict[str, object]):
    """An engine's agent that shows what it was made with."""

    name = "engine"

    def choose(self, board: ob.Board) -> ob.Move:
        raise NotImplementedError


@pytest.mark.parametrize(
    ("description", "settings"),
    [
        ("engine", {"seconds": 0.2}),
        ("engine:threads=2:hash_mb=8", {"threads": 2, "hash_mb": 8, "seconds": 0.2}),
        ("engine:seconds=0.1", {"seconds": 0.1}),
        ("engine:depth=8", {"depth": 8}),
        ("engine:nodes=1000:hash_mb=1", {"nodes": 1000, "hash_mb": 1}),
    ],
)
def test_time_from_outside_is_for_agents_without_a_limit(
    monkeypatch: pytest.MonkeyPatch, description: str, settings: dict[str, object]
) -> None:
    kind = replace(AGENTS["engine"], make=Settings)
    monkeypatch.setattr(catalog, "AGENTS", {**AGENTS, "engine": kind})
    given: object = make_agent(description, seconds=0.2, seed=1)
    assert given == settings
    alone: object = make_agent(description)
    assert alone == {name: value for name, value in settings.items() if f"{name}=" in description}


def test_agents_that_take_no_time_are_given_none() -> None:
    assert isinstance(make_agent("random", seconds=0.2), RandomAgent)
    assert isinstance(make_agent("engine", seconds=0.2), EngineAgent)


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ("randm", "there is no agent 'randm': did you mean 'random'?"),
        ("Greedy", "there is no agent 'Greedy': did you mean 'greedy'?"),
        ("alice", "there is no agent 'alice': expected random or greedy or engine"),
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
        ("engine:hash_mb=0", "the size of the hash in MB cannot be 0"),
    ],
)
def test_what_is_misspelt_is_named(description: str, message: str) -> None:
    with pytest.raises(ob.ObversiError) as error:
        make_agent(description)
    assert message in str(error.value)
