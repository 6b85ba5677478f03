import pytest

import obversi as ob
from obversi.agents import AGENTS, GreedyAgent, RandomAgent, make_agent


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


@pytest.mark.parametrize(
    ("description", "message"),
    [
        ("randm", "there is no agent 'randm': did you mean 'random'?"),
        ("Greedy", "there is no agent 'Greedy': did you mean 'greedy'?"),
        ("alice", "there is no agent 'alice': expected random or greedy"),
        ("", "there is no agent ''"),
        ("random:sed=7", "agent 'random:sed=7' has no option 'sed': did you mean 'seed'?"),
        ("random:seed", "'seed' in agent 'random:seed' is no option=value"),
        ("random:", "'' in agent 'random:' is no option=value"),
        ("random:seed=x", "'x' for 'seed' in agent 'random:seed=x': expected a whole number"),
        ("random:seed=1:seed=2", "has the option 'seed' twice"),
    ],
)
def test_what_is_misspelt_is_named(description: str, message: str) -> None:
    with pytest.raises(ob.ObversiError) as error:
        make_agent(description)
    assert message in str(error.value)
