from collections import Counter
from itertools import combinations
from random import Random

import pytest

from obversi.arena.tournament.schedule import (
    gauntlet,
    neighbours,
    round_robin,
    swiss_round,
)


@pytest.mark.parametrize("agents", [2, 3, 7])
def test_round_robin_has_each_pair_once(agents: int) -> None:
    met = round_robin(agents)
    assert {frozenset(two) for two in met} == {
        frozenset(two) for two in combinations(range(agents), 2)
    }
    assert len(met) == agents * (agents - 1) // 2


def test_the_first_meets_all_others_in_a_gauntlet() -> None:
    assert gauntlet(4) == [(0, 1), (0, 2), (0, 3)]


def test_neighbours_are_at_most_four_places_apart() -> None:
    assert neighbours(3) == round_robin(3)
    met = neighbours(9)
    assert len(met) == 4 * 9 - 10
    assert {b - a for a, b in met} == {1, 2, 3, 4}


def test_a_swiss_round_pairs_equals() -> None:
    encounters, resting = swiss_round([0, 4, 2, 4, 0, 2], {}, set())
    assert encounters == [(1, 3), (2, 5), (0, 4)]
    assert resting is None


def test_swiss_avoids_repeated_encounters() -> None:
    # The greedy way would leave 2 and 3, who have met.
    met = {frozenset((2, 3)): 1}
    encounters, _ = swiss_round([3, 2, 1, 0], met, set())
    assert sorted(encounters) == [(0, 2), (1, 3)]
    everyone = Counter(frozenset(two) for two in combinations(range(4), 2))
    again, _ = swiss_round([3, 2, 1, 0], everyone, set())
    assert again == [(0, 1), (2, 3)]
    everyone.update([frozenset((0, 1)), frozenset((2, 3))])
    assert swiss_round([3, 2, 1, 0], everyone, set())[0] == [(0, 2), (1, 3)]


@pytest.mark.parametrize("agents", [5, 8, 9, 16])
def test_whole_swiss_tournaments(agents: int) -> None:
    random = Random(agents)
    points = [0.0] * agents
    met: Counter[frozenset[int]] = Counter()
    rested: set[int] = set()
    for _ in range(agents // 2):
        encounters, resting = swiss_round(points, met, rested)
        playing = [agent for encounter in encounters for agent in encounter]
        assert sorted([*playing, *([] if resting is None else [resting])]) == list(range(agents))
        assert (resting is None) == (agents % 2 == 0)
        assert resting not in rested
        for encounter in encounters:
            assert frozenset(encounter) not in met
            met[frozenset(encounter)] += 1
            points[random.choice(encounter)] += 1
        if resting is not None:
            rested.add(resting)
            points[resting] += 1


def test_many_agents_can_be_paired() -> None:
    met: Counter[frozenset[int]] = Counter()
    for _ in range(6):
        encounters, _ = swiss_round([0.0] * 40, met, set())
        assert len(encounters) == 20
        met.update(frozenset(encounter) for encounter in encounters)
    assert len(met) == 120


def test_repeated_encounters_are_minimal() -> None:
    # 0 has met everyone but 1; 1, 2 and 3 have met each other, so that one of two is a repetition.
    met = Counter(
        frozenset(two) for two in [(0, 2), (0, 3), (0, 4), (0, 5), (1, 2), (1, 3), (2, 3), (4, 5)]
    )
    encounters, _ = swiss_round([5, 0, 4, 3, 2, 1], met, set())
    assert sum(frozenset(encounter) in met for encounter in encounters) == 0
    met.update(frozenset(two) for two in [(0, 1), (1, 4), (1, 5)])
    encounters, _ = swiss_round([5, 0, 4, 3, 2, 1], met, set())
    assert sum(frozenset(encounter) in met for encounter in encounters) == 1
