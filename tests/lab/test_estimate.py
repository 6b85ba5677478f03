"""Numbers with error bars."""

import math
from itertools import product

import numpy as np
import pytest

from obversi.arena.bulk import play_bulk
from obversi.errors import ObversiError
from obversi.lab.estimate import (
    Estimate,
    chance_of_right_order,
    chances_of_wins,
    elo,
    equal_strength_probability,
    is_less,
    mean,
    score,
    share,
    widened,
)


def test_a_mean_lies_in_its_interval_95_times_of_100() -> None:
    random = np.random.default_rng(1)
    for count in (2, 3, 10):
        held = sum(mean(random.normal(3.0, 2.0, count)).holds(3.0) for _ in range(2000))
        assert 0.935 < held / 2000 < 0.965


def test_a_few_that_are_alike_prove_nothing() -> None:
    assert mean([2.0, 2.0]).high == math.inf
    assert mean(10 * [2.0]).high == 2.0


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (Estimate(1234.5, 1000.0, 2000.25), "1,234.5 (1,000.0 to 2,000.2)"),
        (Estimate(1.0, -math.inf, math.inf), "1.0 (no interval)"),
        (Estimate(1.0, 0.5, math.inf), "1.0 (more than 0.5)"),
        (Estimate(1.0, -math.inf, 1.5), "1.0 (less than 1.5)"),
        (Estimate(math.inf, 200.0, math.inf), "more than 200.0"),
        (Estimate(-math.inf, -math.inf, -200.0), "less than -200.0"),
        (Estimate(math.inf, -math.inf, math.inf), "unknown"),
    ],
)
def test_open_ends_are_words(estimate: Estimate, text: str) -> None:
    assert estimate.text(1) == text


def test_a_share_by_wilson() -> None:
    # By the formula, worked out by hand for 7 of 20.
    found = share(7, 20)
    assert (found.value, found.count) == (0.35, 20)
    assert found.low == pytest.approx(0.1812, abs=1e-4)
    assert found.high == pytest.approx(0.5671, abs=1e-4)
    assert share(0, 5).low == 0.0
    assert share(5, 5).high == 1.0


def test_one_number_says_nothing_of_its_error() -> None:
    found = mean([4.0])
    assert (found.value, found.low, found.high) == (4.0, -math.inf, math.inf)


def test_nothing_has_no_mean() -> None:
    with pytest.raises(ObversiError, match="no mean of nothing"):
        mean([])
    with pytest.raises(ObversiError, match="no share of nothing"):
        share(0, 0)


@pytest.mark.parametrize(
    "estimate",
    [Estimate(1.0, 0.5, 1.5, 7), Estimate(math.inf, 200.0, math.inf, 4), mean([2.0])],
)
def test_what_json_keeps_comes_back(estimate: Estimate) -> None:
    stored = estimate.to_object()
    assert Estimate.from_object(stored) == estimate
    assert all(value is None or math.isfinite(value) for value in stored.values())


def test_scores_and_elo_are_by_pairs() -> None:
    played = play_bulk("greedy", "random", 200, size=6, seed=1)
    strength = played.strength()
    assert strength is not None
    assert score(played).value == pytest.approx(played.score)
    assert (elo(played).low, elo(played).high) == (strength.elo_low, strength.elo_high)
    assert score(played).low < score(played).value < score(played).high


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


def test_chance_of_the_right_order() -> None:
    assert sum(chances_of_wins(0.3, 7)) == pytest.approx(1)
    assert chances_of_wins(0.25, 1) == [0.75, 0.25]
    assert chance_of_right_order(1.0, 0.0, 5) == 1
    assert chance_of_right_order(0.5, 0.5, 1) == 0.25
    assert chance_of_right_order(0.6, 0.4, 1) == pytest.approx(0.36)


def test_all_intervals_hold_together() -> None:
    random = np.random.default_rng(3)
    samples = random.normal(size=(400, 8, 5))
    held = [all(widened(mean(one), 8).holds(0.0) for one in rows) for rows in samples]
    alone = [all(mean(one).holds(0.0) for one in rows) for rows in samples]
    assert np.mean(held) == pytest.approx(0.95, abs=0.03)
    assert np.mean(alone) < 0.8


def test_one_number_has_no_interval() -> None:
    assert widened(Estimate(5.0, 5.0, 5.0, 1), 3).high == math.inf
    assert not is_less(mean([1.0]), mean([2.0]), 1)


def test_less_is_harder_to_show_in_many_tests() -> None:
    one, other = Estimate(1.0, 0.5, 1.5, 100), Estimate(1.8, 1.3, 2.3, 100)
    assert is_less(one, other, 1)
    assert not is_less(one, other, 10)
    assert not is_less(other, one, 1)
