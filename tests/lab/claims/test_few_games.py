"""What a few games can tell: sums over all cases, and cases that can be counted by hand."""

from itertools import product

import pytest

from obversi.lab.claims.few_games import (
    chance_of_right_order,
    chances_of_wins,
    equal_strength_probability,
)


@pytest.mark.parametrize("wins", [[0, 3], [1, 2], [2, 2, 0], [1, 1, 1]])
def test_equal_agents_by_going_through_all_games(wins: list[int]) -> None:
    games = 3
    seen: dict[tuple[int, ...], int] = {}
    for results in product((0, 1), repeat=games * len(wins)):
        shared = tuple(sum(results[i : i + games]) for i in range(0, len(results), games))
        if sum(shared) == sum(wins):
            seen[shared] = seen.get(shared, 0) + 1
    unlikely = sum(count for count in seen.values() if count <= seen[tuple(wins)])
    expected = unlikely / sum(seen.values())
    assert equal_strength_probability(wins, games) == pytest.approx(expected)


def test_the_report_on_gamma_could_be_chance() -> None:
    assert equal_strength_probability([7, 9, 7], 20) > 0.8


def test_who_wins_more() -> None:
    assert sum(chances_of_wins(0.3, 7)) == pytest.approx(1)
    assert chances_of_wins(0.25, 1) == [0.75, 0.25]
    assert chance_of_right_order(1.0, 0.0, 5) == 1
    assert chance_of_right_order(0.5, 0.5, 1) == 0.25
    assert chance_of_right_order(0.6, 0.4, 1) == pytest.approx(0.36)
