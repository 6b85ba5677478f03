from itertools import permutations

import numpy as np
import pytest

from obversi.arena.bulk import play_bulk
from obversi.arena.openings import random_openings
from obversi.errors import ObversiError
from obversi.lab.models.round_robin import (
    Encounter,
    RoundRobin,
    components,
    encounter,
    round_robin,
    shortest_cycles,
)

CIRCLE = RoundRobin(
    "normal",
    8,
    ("a", "b", "c", "d"),
    (
        Encounter("a", "b", (10, 0, 20, 0, 70)),
        Encounter("b", "c", (10, 0, 20, 0, 70)),
        Encounter("a", "c", (70, 0, 20, 0, 10)),
        Encounter("a", "d", (0, 0, 0, 0, 100)),
        Encounter("b", "d", (0, 0, 0, 0, 100)),
        Encounter("c", "d", (0, 0, 100, 0, 0)),
    ),
)


@pytest.mark.parametrize("members", [3, 4, 6])
def test_cycles_of_three_are_all_found(members: int) -> None:
    random = np.random.default_rng(members)
    for density in (0.3, 0.7, 1.0):
        for _ in range(20):
            met = np.triu(random.random((members, members)) < density, 1)
            won = random.random((members, members)) < 0.5
            beats = (met & won) | (met & ~won).T
            found = shortest_cycles(beats)
            slow = [
                (a, b, c)
                for a, b, c in permutations(range(members), 3)
                if a == min(a, b, c) and beats[a, b] and beats[b, c] and beats[c, a]
            ]
            assert sorted(cycle for cycle in found if len(cycle) == 3) == sorted(slow)
            for cycle in found:
                assert len(set(cycle)) == len(cycle)
                steps = zip(cycle, (*cycle[1:], cycle[0]), strict=True)
                assert all(beats[a, b] for a, b in steps)
            in_cycles = {member for group in components(beats) for member in group}
            assert in_cycles == {member for cycle in found for member in cycle}


def test_a_cycle_of_four_without_shorter_ones() -> None:
    beats = np.zeros((5, 5), bool)
    for a, b in ((0, 3), (3, 1), (1, 4), (4, 0), (0, 2)):
        beats[a, b] = True
    assert shortest_cycles(beats) == [(0, 3, 1, 4)]
    assert components(beats) == [[0, 1, 3, 4]]


def test_the_cycle_of_a_table_and_how_sure_it_is() -> None:
    (cycle,) = CIRCLE.cycles
    assert str(cycle) == "a beats b beats c beats a"
    assert cycle.is_sure
    assert cycle.doubt < 0.001
    assert cycle.weakest.value == pytest.approx(0.8)
    assert CIRCLE.points == pytest.approx(
        {"a": (0.8 + 0.2 + 1) / 3, "b": (0.2 + 0.8 + 1) / 3, "c": (0.2 + 0.8 + 0.5) / 3, "d": 1 / 6}
    )
    # Half of the points is beating too, so that equal agents beat each other.
    assert CIRCLE.beats("c", "d")
    assert CIRCLE.beats("d", "c")
    assert not CIRCLE.beats("b", "a")


def test_few_games_make_a_cycle_doubtful() -> None:
    few = RoundRobin(
        *("reversed", 8, ("a", "b", "c")),
        tuple(Encounter(a, b, (1, 0, 0, 0, 2)) for a, b in (("a", "b"), ("b", "c"), ("c", "a"))),
    )
    (cycle,) = few.cycles
    assert not cycle.is_sure
    assert cycle.doubt > 0.3
    assert few.to_object()["cycles"][0]["agents"] == ["a", "b", "c"]


def test_games_are_those_of_bulk() -> None:
    found = encounter("greedy", "positional:depth=1", 41, size=6, rules="reversed", seed=5)
    played = play_bulk(
        *("greedy", "positional:depth=1", 42),
        size=6,
        rules="reversed",
        openings=random_openings(21, size=6, rules="reversed", plies=6, seed=5),
        seed=5,
    )
    strength = played.strength()
    assert strength is not None
    assert found.pairs == strength.pairs
    assert found.reversed().score.value == pytest.approx(1 - found.score.value)
    assert found.superiority == pytest.approx(1 - found.reversed().superiority)


def test_each_agent_plays_each_other_one() -> None:
    agents = ["random", "greedy", "r4:depth=1"]
    table = round_robin(agents, 60, size=6, threads=1)
    again = round_robin(agents, 60, size=6, threads=2)
    assert [(one.a, one.b) for one in table.encounters] == [
        ("random", "greedy"),
        ("random", "r4:depth=1"),
        ("greedy", "r4:depth=1"),
    ]
    assert table.to_object() == again.to_object()
    assert next(iter(table.points)) == "r4:depth=1"
    assert len(table.draw().axes) == 2


def test_from_the_start_two_games_are_all() -> None:
    two, many = (
        round_robin(["r4:depth=2", "r3:depth=2"], games, plies=0).encounters[0] for games in (2, 8)
    )
    assert sum(two.pairs) == 1
    assert many.score.value == two.score.value


def test_a_small_board_has_no_more_games_than_openings() -> None:
    found = encounter("greedy", "r4:depth=1", 2000, size=4)
    assert 20 < found.score.count < 1000


def test_bad_input() -> None:
    with pytest.raises(ObversiError, match="two agents or more"):
        round_robin(["greedy"])
    with pytest.raises(ObversiError, match="'greedy' is there twice"):
        round_robin(["greedy", "random", "greedy"])
    with pytest.raises(ObversiError, match="did you mean 'greedy'"):
        round_robin(["greedi", "random"], 2)
