"""Rules to stop a measurement, against loops that follow them game by game."""

from itertools import pairwise
from statistics import fmean

import numpy as np
import pytest

from obversi.errors import InputError
from obversi.lab.models.win_rate import early_stops, small_step_stops, stopping_game


def slow_stop(won: list[float], rule: float) -> int | None:
    """R2's loop, game by game: two games, then a look at the estimate and the twenty before it."""
    before, estimate, wins = 20 * [100.0], -1.0, 0.0
    for count, point in enumerate(won, start=1):
        before = [*before[1:], estimate]
        wins += point
        estimate = wins / count
        apart = sum(abs(estimate - one) for one in before)
        if count % 2 == 0 and not (apart > 20 * rule or estimate == 1):
            return count
    return None


@pytest.mark.parametrize(("chance", "rule"), [(0.8, 0.01), (0.5, 0.004), (0.97, 0.002)])
def test_r2_s_rule_ends_where_its_loop_does(chance: float, rule: float) -> None:
    random = np.random.default_rng(4)
    won = (random.random(6000) < chance).astype(float).tolist()
    found = early_stops(won, rule)
    begin = 0
    for estimate, games in zip(found.estimates, found.games, strict=True):
        assert slow_stop(won[begin:], rule) == games
        assert estimate == pytest.approx(fmean(won[begin : begin + games]))
        begin += games
    assert slow_stop(won[begin:], rule) is None
    assert len(found.estimates) > 4
    assert found.share_at_least(0.0) == 1.0
    assert found.share_at_least(1.1) == 0.0


def test_r2_s_rule_plays_about_as_many_games_as_its_notebook_prints() -> None:
    """480 measurements of ten weights there, with the rule 0.001: 280 to 618 games, 430 mostly."""
    won = np.random.default_rng(8).random(60_000) < 0.8
    found = early_stops(won, rule=0.001)
    assert found.mean_games is not None
    assert 380 < found.mean_games < 470
    assert all(games % 2 == 0 for games in found.games)


def test_measurements_that_do_not_end() -> None:
    assert early_stops(4000 * [1], rule=0.01).games == ()
    assert stopping_game(21 * [0], rule=0.1) is None
    assert stopping_game(22 * [0], rule=0.1) == 22
    assert early_stops([1.0] * 20, rule=0.1).mean is None
    # One loss in the end changes the estimate and those before it alike, little by little.
    assert stopping_game([*(3000 * [1]), 0, 1], rule=0.001) == 3002


def test_small_steps_counted_slowly() -> None:
    random = np.random.default_rng(4)
    points = random.choice([0.0, 0.5, 1.0], p=[0.2, 0.1, 0.7], size=3000).tolist()
    found = small_step_stops(points, rule=0.004)
    begin = 0
    for estimate, games in zip(found.estimates, found.games, strict=True):
        means = [fmean(points[begin : begin + count]) for count in range(1, games + 1)]
        moves = [abs(b - a) for a, b in pairwise(means)]
        assert estimate == pytest.approx(means[-1])
        assert fmean(moves[-20:]) < 0.004
        assert all(fmean(moves[end - 20 : end]) >= 0.004 for end in range(20, len(moves)))
        begin += games
    assert len(found.estimates) > 10


@pytest.mark.parametrize("rule", [0.0, -1.0, float("nan"), float("inf")])
def test_bad_rules(rule: float) -> None:
    for stops in (early_stops, small_step_stops):
        with pytest.raises(InputError, match="R2's rule cannot be"):
            stops([1.0, 0.0], rule)
