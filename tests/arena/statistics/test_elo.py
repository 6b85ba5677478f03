"""The numbers here are worked out by hand or by slow code."""

from math import exp, inf, isclose, log, log10, sqrt
from random import Random
from statistics import NormalDist

import pytest
from hypothesis import given, strategies as st

from obversi import InputError
from obversi.arena.statistics.elo import (
    NORMAL_95,
    Pentanomial,
    elo_from_score,
    mean_score,
    pentanomial,
    root_between,
    score_interval,
    superiority,
)

CHI_SQUARE_95 = 3.841458820694124


def refuted(pairs: int) -> float:
    """How much less likely pairs must be: more than with very many, if there are few."""
    return CHI_SQUARE_95 * (1 + 2.5 / pairs)


counts = st.tuples(*[st.integers(0, 40)] * 5).filter(any)


def test_pairs_are_counted_by_their_points() -> None:
    assert pentanomial([]) == (0, 0, 0, 0, 0)
    assert pentanomial([0, 0.5, 0.5, 1, 1.5, 2, 2, 2]) == (1, 2, 1, 1, 3)


def test_the_mean_is_in_points_a_game() -> None:
    # 1 · 0 + 2 · 0.5 + 3 · 1 + 2 · 1.5 + 2 · 2 = 11 points in 20 games.
    assert mean_score((1, 2, 3, 2, 2)) == pytest.approx(11 / 20)


@pytest.mark.parametrize(
    ("score", "elo"),
    [(0.5, 0), (0.75, 190.848501887865), (0.25, -190.848501887865), (10 / 11, 400)],
)
def test_elo_of_a_score(score: float, elo: float) -> None:
    assert elo_from_score(score) == pytest.approx(elo, abs=1e-3)
    assert 1 / (1 + 10 ** (-elo_from_score(score) / 400)) == pytest.approx(score)


def test_all_and_nothing_are_infinite() -> None:
    assert elo_from_score(1.0) == inf
    assert elo_from_score(0.0) == -inf


@pytest.mark.parametrize("pairs", [1, 2, 10, 50])
def test_all_won(pairs: int) -> None:
    """The likelihood of that is s to the power of the pairs, if the score is s at best."""
    low, high = score_interval((0, 0, 0, 0, pairs))
    assert low == pytest.approx(exp(-refuted(pairs) / 2 / pairs))
    assert high == 1
    assert superiority((0, 0, 0, 0, pairs)) == pytest.approx(
        NormalDist().cdf(sqrt(2 * pairs * log(2) / (1 + 2.5 / pairs)))
    )
    assert score_interval((pairs, 0, 0, 0, 0)) == pytest.approx((0, 1 - low))
    assert superiority((pairs, 0, 0, 0, 0)) == pytest.approx(1 - superiority((0, 0, 0, 0, pairs)))


def test_one_pair_won_says_little() -> None:
    low, _ = score_interval((0, 0, 0, 0, 1))
    assert elo_from_score(low) == pytest.approx(-1167.6, abs=0.1)
    assert superiority((0, 0, 0, 0, 1)) == pytest.approx(0.7354, abs=1e-4)


@pytest.mark.parametrize("pairs", [1, 8, 100])
def test_pairs_that_are_all_level_are_no_certainty(pairs: int) -> None:
    """A higher score needs pairs of two points, and 2 · (1 - s) is left for those of one."""
    low, high = score_interval((0, 0, pairs, 0, 0))
    assert high == pytest.approx(1 - exp(-refuted(pairs) / 2 / pairs) / 2)
    assert low == pytest.approx(1 - high)
    assert superiority((0, 0, pairs, 0, 0)) == pytest.approx(0.5)


def test_pairs_of_nothing_or_two_are_a_binomial() -> None:
    """3 of 4: 2 · (3 · ln(0.75 / 0.5) + ln(0.25 / 0.5)) = 1.0465, or 0.8025² over 1 + 2.5 / 4."""
    assert superiority((1, 0, 0, 0, 3)) == pytest.approx(0.7889, abs=1e-4)
    low, high = score_interval((1, 0, 0, 0, 3))
    for score in (low, high):
        assert 2 * (3 * log(0.75 / score) + log(0.25 / (1 - score))) == pytest.approx(refuted(4))
    assert low < 0.75 < high


def test_many_pairs_give_the_usual_standard_error() -> None:
    """Their variance is (2 · 0.1 · 0.5² + 2 · 0.2 · 0.25²) = 0.075, of the mean of 4000 0.00433."""
    low, high = score_interval((400, 800, 1600, 800, 400))
    error = NORMAL_95 * sqrt(0.075 / 4000)
    assert high - 0.5 == pytest.approx(error, rel=1e-3)
    assert elo_from_score(high) == pytest.approx(5.90, abs=0.01)
    assert elo_from_score(low) == pytest.approx(-5.90, abs=0.01)


def test_the_pairing_counts() -> None:
    """100 games with 50 wins each: swapped colours that cancel out make it surer than 100 coins."""
    level, scattered = score_interval((0, 0, 50, 0, 0)), score_interval((25, 0, 0, 0, 25))
    assert level[1] - level[0] < scattered[1] - scattered[0]


def slow_deviance(none: int, level: int, two: int, score: float) -> float:
    """Try the frequencies of level pairs one by one; the mean settles the two others."""
    total = none + level + two
    best = -inf
    most = 2 * min(score, 1 - score)
    for step in range(1, 20_000):
        one = most * step / 20_000
        frequencies = (1 - score - one / 2, one, score - one / 2)
        seen = zip((none, level, two), frequencies, strict=True)
        best = max(best, sum(count * log(frequency) for count, frequency in seen))
    own = sum(count * log(count / total) for count in (none, level, two))
    return 2 * (own - best)


@pytest.mark.few_cases
@pytest.mark.parametrize(("none", "level", "two"), [(3, 4, 9), (1, 20, 2), (10, 5, 1)])
def test_the_interval_ends_where_slow_code_says(none: int, level: int, two: int) -> None:
    for bound in score_interval((none, 0, level, 0, two)):
        assert slow_deviance(none, level, two, bound) == pytest.approx(
            refuted(none + level + two), abs=1e-3
        )
    z = NormalDist().inv_cdf(superiority((none, 0, level, 0, two)))
    more = refuted(none + level + two) / CHI_SQUARE_95
    assert z * z * more == pytest.approx(slow_deviance(none, level, two, 0.5), abs=1e-3)
    assert (z > 0) == (two > none)


@given(counts)
def test_every_count_has_sensible_numbers(pairs: Pentanomial) -> None:
    low, high = score_interval(pairs)
    mean = mean_score(pairs)
    assert 0 <= low <= mean <= high <= 1
    assert (low == 0) == (mean == 0)
    assert (high == 1) == (mean == 1)
    assert 0 <= superiority(pairs) <= 1
    if not isclose(mean, 0.5):
        assert (superiority(pairs) > 0.5) == (mean > 0.5)


@given(counts)
def test_the_other_agent_sees_the_opposite(pairs: Pentanomial) -> None:
    none, half, one, more, two = pairs
    other = (two, more, one, half, none)
    low, high = score_interval(pairs)
    assert score_interval(other) == pytest.approx((1 - high, 1 - low), abs=1e-9)
    assert superiority(other) == pytest.approx(1 - superiority(pairs), abs=1e-6)


@pytest.mark.few_cases
@pytest.mark.parametrize(
    "frequencies",
    [(0.1, 0.1, 0.5, 0.2, 0.1), (0.01, 0.02, 0.15, 0.12, 0.7), (0, 0, 0.03, 0.02, 0.95)],
)
def test_the_interval_holds_the_truth_as_often_as_it_says(frequencies: tuple[float, ...]) -> None:
    """With 25 pairs and an agent that nearly always wins, 1.96 standard errors hold it in 72 %."""
    truth = sum(index / 4 * frequency for index, frequency in enumerate(frequencies))
    random = Random(1)
    held = 0
    for _ in range(200):
        points = random.choices([0, 0.5, 1, 1.5, 2], frequencies, k=25)
        low, high = score_interval(pentanomial(points))
        held += low <= truth <= high
    assert held / 200 > 0.91


def test_elo_is_logarithmic() -> None:
    assert elo_from_score(0.9) == pytest.approx(400 * log10(9))


@given(
    root=st.floats(-1, 1),
    power=st.sampled_from([1, 3, 5]),
    scale=st.floats(-1e6, 1e6).filter(lambda scale: abs(scale) > 1e-6),
)
def test_the_root_is_found(root: float, power: int, scale: float) -> None:
    assert isclose(
        root_between(lambda x: scale * (x - root) ** power, -1, 1),
        root,
        abs_tol=1e-9 ** (1 / power),
    )


def test_the_root_beside_a_pole_is_found() -> None:
    found = root_between(lambda x: 1e-6 / x - 1 / (1 - x), 1e-300, 1 - 1e-12)
    assert isclose(found, 1e-6 / (1 + 1e-6), rel_tol=1e-6)


def test_without_games_there_is_no_score() -> None:
    for number in (mean_score, score_interval, superiority):
        with pytest.raises(InputError, match="there is no score without games"):
            number((0, 0, 0, 0, 0))
