"""Numbers with error bars."""

import math

import numpy as np
import pytest

from obversi.arena.bulk import play_bulk
from obversi.errors import ObversiError
from obversi.lab.estimate import Estimate, elo, mean, score, share


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
def test_no_student_reads_of_infinity(estimate: Estimate, text: str) -> None:
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
    told = estimate.to_object()
    assert Estimate.from_object(told) == estimate
    assert all(value is None or math.isfinite(value) for value in told.values())


def test_scores_and_elo_are_by_pairs() -> None:
    played = play_bulk("greedy", "random", 200, size=6, seed=1)
    strength = played.strength()
    assert strength is not None
    assert score(played).value == pytest.approx(played.score)
    assert (elo(played).low, elo(played).high) == (strength.elo_low, strength.elo_high)
    assert score(played).low < score(played).value < score(played).high
