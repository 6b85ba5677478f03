from math import inf, log, sqrt

import numpy as np
import pytest
from hypothesis import given, strategies as st
from simulated_pairs import simulated_pairs

from obversi.arena.statistics.elo import Pentanomial, elo_from_score, mean_score
from obversi.arena.statistics.normalised import normalised_elo, normalised_interval

CHI_SQUARE_95 = 3.841458820694124

counts = st.tuples(*[st.integers(0, 30)] * 5).filter(any)


def test_it_is_that_of_fishtest() -> None:
    """It gives -63.97 for these pairs, with a score of 0.4375 and a deviation of 0.33946 a game."""
    assert normalised_elo((13, 37, 50, 25, 3)) == pytest.approx(-63.97, abs=0.005)


def test_it_is_elo_for_equals_without_draws_and_pairs() -> None:
    pairs = (2475, 0, 5000, 0, 2525)  # two independent games each, and a little more than level
    assert normalised_elo(pairs) == pytest.approx(elo_from_score(mean_score(pairs)), rel=1e-3)


def test_pairs_that_are_mostly_level_make_it_larger() -> None:
    """The deviation of a pair is then 0.1 · √2 a game, and 0.5 · √2 in the other case."""
    assert normalised_elo((1, 0, 96, 0, 3)) == pytest.approx(
        0.01 / sqrt(0.0099 * 2) * 800 / log(10)
    )
    assert normalised_elo((49, 0, 0, 0, 51)) == pytest.approx(
        0.01 / sqrt(0.2499 * 2) * 800 / log(10)
    )


def test_what_never_scatters() -> None:
    assert normalised_elo((0, 0, 9, 0, 0)) == 0
    assert normalised_elo((0, 0, 0, 9, 0)) == inf
    assert normalised_elo((9, 0, 0, 0, 0)) == -inf
    low, high = normalised_interval((0, 0, 9, 0, 0))
    assert low == pytest.approx(-high)
    assert 0 < high < inf
    low, high = normalised_interval((0, 0, 0, 0, 9))
    assert (0 < low < inf, high) == (True, inf)


def slow_deviance(none: int, level: int, two: int, normalised: float) -> float:
    """Try the frequencies of pairs that are not level; the ratio settles the rest.

    Of a share m of pairs with nothing or two, the mean is (q - p) / 2 off level and the mean square
    m / 4, where p + q = m, so that the mean over the root is (q - p) / √m.
    """
    distance = normalised * log(10) / 800 * sqrt(2)
    ratio = distance / sqrt(1 + distance * distance)
    total, best = none + level + two, -inf
    for step in range(1, 100_000):
        share = ratio**2 + (1 - ratio**2) * step / 100_000
        gap = ratio * sqrt(share)
        frequencies = ((share - gap) / 2, 1 - share, (share + gap) / 2)
        seen = zip((none, level, two), frequencies, strict=True)
        best = max(best, sum(count * log(own) for count, own in seen if count))
    own = sum(count * log(count / total) for count in (none, level, two) if count)
    return 2 * (own - best)


@pytest.mark.few_cases
@pytest.mark.parametrize(("none", "level", "two"), [(3, 4, 9), (1, 20, 2), (10, 5, 1), (0, 3, 8)])
def test_the_interval_ends_where_slow_code_says(none: int, level: int, two: int) -> None:
    for bound in normalised_interval((none, 0, level, 0, two)):
        refuted = CHI_SQUARE_95 * (1 + 2.5 / (none + level + two))
        assert slow_deviance(none, level, two, bound) == pytest.approx(refuted, abs=1e-3)


@pytest.mark.long
@given(counts)
def test_every_count_has_sensible_numbers(pairs: Pentanomial) -> None:
    none, half, one, more, two = pairs
    other = (two, more, one, half, none)
    low, high = normalised_interval(pairs)
    assert low < normalised_elo(pairs) < high or abs(normalised_elo(pairs)) == inf
    assert normalised_elo(other) == pytest.approx(-normalised_elo(pairs))
    assert normalised_interval(other) == pytest.approx((-high, -low), rel=1e-4, abs=1e-3)


@pytest.mark.long
@pytest.mark.parametrize("frequencies", [(0.1, 0.1, 0.5, 0.2, 0.1), (0.01, 0.02, 0.15, 0.12, 0.7)])
def test_the_interval_holds_the_truth_as_often_as_it_says(frequencies: tuple[float, ...]) -> None:
    """With the scatter taken as known, it would hold it in 57 % of the second case."""
    scores, chances = np.arange(5) / 4, np.array(frequencies)
    mean = scores @ chances
    deviation = sqrt(2 * chances @ (scores - mean) ** 2)
    truth = (mean - 0.5) / deviation * 800 / log(10)
    random = np.random.default_rng(1)
    held = 0
    for _ in range(60):
        low, high = normalised_interval(simulated_pairs(chances, 25, random))
        held += low <= truth <= high
    assert held >= 51
