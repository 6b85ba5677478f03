from math import exp, inf, nan

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from simulated_pairs import simulated_tournament

from obversi.arena.statistics.elo import elo_from_score, mean_score, score_interval
from obversi.arena.statistics.pair_results import PairResults
from obversi.arena.statistics.ratings import Anchor, Rating, Ratings, rate_pairs
from obversi.errors import ObversiError

Row = tuple[int, int, tuple[int, int, int, int, int]]


def results(agents: int, *rows: Row) -> PairResults:
    places = np.array([row[:2] for row in rows], np.intp).reshape(-1, 2)
    five = np.array([row[2] for row in rows], np.float64).reshape(-1, 5)
    counts = np.insert(five, 3, 0, axis=1)  # pairs of one point are a win and a loss
    return PairResults(agents, places[:, 0], places[:, 1], counts)


def rated(agents: int, *rows: Row, anchor: Anchor | None = None, replicates: int = 400) -> Ratings:
    labels = "ABCDEFGHIJ"[:agents]
    return rate_pairs(labels, results(agents, *rows), anchor=anchor, replicates=replicates)


def known(ratings: Ratings) -> list[Rating]:
    found = [one for one in ratings.agents if one is not None]
    assert len(found) == len(ratings.agents)
    return found


def bounds(rating: Rating) -> tuple[float, float]:
    assert rating.low is not None
    assert rating.high is not None
    return rating.low, rating.high


def test_the_ratings_of_two_differ_by_their_elo() -> None:
    pairs = (8, 1, 28, 0, 33)
    a, b = known(rated(2, (0, 1, pairs)))
    assert a.rating - b.rating == pytest.approx(elo_from_score(mean_score(pairs)), abs=0.1)
    assert a.rating == pytest.approx(-b.rating)


def test_the_interval_of_two_is_that_of_their_elo() -> None:
    pairs = (80, 100, 280, 150, 130)
    ratings = rated(2, (0, 1, pairs), anchor=Anchor(1), replicates=4000)
    a, b = known(ratings)
    assert (b.rating, bounds(b)) == (0, (0, 0))
    expected = [elo_from_score(score) for score in score_interval(pairs)]
    assert bounds(a) == pytest.approx(expected, abs=2)
    assert ratings.zero == "B is 0"


@pytest.mark.parametrize("pairs", [1, 5, 50])
def test_who_won_everything_is_bounded_from_below(pairs: int) -> None:
    """Pairs that scatter as much as they can give the bound that very many pairs would have."""
    ratings = rated(2, (0, 1, (0, 0, 0, 0, pairs)), anchor=Anchor(1, 100))
    low, high = bounds(known(ratings)[0])
    expected = elo_from_score(exp(-3.841 / 2 / pairs))
    assert low - 100 == pytest.approx(expected, abs=60)
    assert high == inf
    assert low < known(ratings)[0].rating < inf
    assert ratings.notes == ("no game bounds the rating of A from above: it may be higher",)


def test_level_pairs_are_no_certainty() -> None:
    a, _ = known(rated(2, (0, 1, (0, 0, 50, 0, 0)), anchor=Anchor(1)))
    assert a.rating == pytest.approx(0, abs=1e-6)
    assert bounds(a) == pytest.approx((-13.4, 13.4), abs=0.5)  # as those of a match: 13.1


def test_strengths_add_up() -> None:
    """Exact scores of 10/11 are 400 Elo each; C has not met A."""
    ratings = rated(3, (0, 1, (10, 0, 0, 0, 100)), (1, 2, (10, 0, 0, 0, 100)), anchor=Anchor(2))
    a, b, c = known(ratings)
    assert (c.rating, b.rating, a.rating) == pytest.approx((0, 400, 800), abs=3)
    assert bounds(a)[1] - bounds(a)[0] > bounds(b)[1] - bounds(b)[0]
    assert ratings.notes == ()


def test_the_mean_is_zero() -> None:
    level = (5, 0, 10, 0, 6)
    ratings = rated(3, (0, 1, level), (1, 2, level), (0, 2, level))
    assert sum(one.rating for one in known(ratings)) == pytest.approx(0, abs=1e-9)
    assert ratings.zero == "the mean of all agents is 0"


def test_zero_is_the_mean_of_agents_that_bound_each_other() -> None:
    """A beat all of them always, so that its rating is open and must not move the others."""
    level, won = (5, 0, 10, 0, 6), (0, 0, 0, 0, 9)
    ratings = rated(3, (0, 1, won), (0, 2, won), (1, 2, level))
    a, b, c = known(ratings)
    assert ratings.zero == "the mean of B and C is 0"
    assert b.rating + c.rating == pytest.approx(0, abs=1e-9)
    assert bounds(a)[1] == inf
    assert a.rating > bounds(a)[0] > 100
    assert all(abs(bound) < 200 for one in (b, c) for bound in bounds(one))


def test_a_group_can_be_above_the_rest() -> None:
    level, won = (5, 0, 10, 0, 6), (0, 0, 0, 0, 9)
    rows: list[Row] = [(0, 1, level), (2, 3, level)]
    rows += [(a, b, won) for a in (0, 1) for b in (2, 3)]
    ratings = rated(4, *rows, anchor=Anchor(3))
    a, b, c, _ = known(ratings)
    assert bounds(a)[1] == bounds(b)[1] == inf
    assert bounds(a)[0] > 100
    assert bounds(c)[1] < 200
    assert "no game bounds the rating of A and B from above" in ratings.notes[0]


def test_who_met_none_of_the_others_is_named() -> None:
    level = (5, 0, 10, 0, 6)
    ratings = rated(5, (0, 1, level), (0, 2, level), (3, 4, level), anchor=Anchor(0))
    assert ratings.notes == ("D and E met none of the others: these ratings cannot be compared",)
    d, e = known(ratings)[3:]
    assert bounds(d) == bounds(e) == (-inf, inf)


def test_who_has_not_played_has_no_rating() -> None:
    ratings = rated(3, (0, 2, (5, 0, 10, 0, 6)), anchor=Anchor(1))
    assert ratings.agents[1] is None
    assert [one is None for one in ratings.agents] == [False, True, False]
    assert "B has not played a complete pair yet" in ratings.notes[-1]
    assert ratings.zero == "the mean of all agents is 0"


def test_nothing_is_nothing() -> None:
    ratings = rated(2)
    assert ratings.agents == (None, None)
    assert ratings.zero == "no complete pair has been played yet"


def test_without_replicates_there_are_no_intervals() -> None:
    quick = rated(2, (0, 1, (8, 1, 28, 0, 33)), replicates=0)
    whole = rated(2, (0, 1, (8, 1, 28, 0, 33)))
    for one, other in zip(known(quick), known(whole), strict=True):
        assert (one.rating, one.low, one.high) == (other.rating, None, None)


def test_what_cannot_be_is_rejected() -> None:
    with pytest.raises(ObversiError, match="no agent 2"):
        rated(2, anchor=Anchor(2))
    for rating in (nan, inf, -100_001, "x"):
        with pytest.raises(ObversiError, match=f"{rating!r} is not a rating: expected a number"):
            Anchor(0, rating)  # type: ignore[arg-type]
    with pytest.raises(ObversiError, match="the number of replicates cannot be -1"):
        rated(2, replicates=-1)
    with pytest.raises(ObversiError, match="no model 'davison' of ratings: did you mean 'davids"):
        rate_pairs("AB", results(2), model="davison")


def test_seed_determines_the_bootstrap() -> None:
    rows = results(2, (0, 1, (8, 1, 28, 0, 33)))
    one, same, other = (rate_pairs("AB", rows, seed=seed, replicates=50) for seed in (1, 1, 2))
    assert one == same != other


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 3), st.tuples(*[st.integers(0, 4)] * 5)),
        max_size=6,
        unique_by=lambda row: frozenset(row[:2]),
    )
)
def test_every_tournament_has_sensible_ratings(rows: list[Row]) -> None:
    played = [row for row in rows if row[0] != row[1] and any(row[2])]
    ratings = rated(4, *played, replicates=50)
    present = {agent for row in played for agent in row[:2]}
    assert {agent for agent, one in enumerate(ratings.agents) if one} == present
    for one in ratings.agents:
        if one is not None:
            low, high = bounds(one)
            assert low <= one.rating + 1e-6
            assert one.rating - 1e-6 <= high
            assert abs(one.rating) < inf


@given(st.permutations(range(4)))
@settings(max_examples=10)
def test_the_order_of_the_agents_does_not_matter(order: list[int]) -> None:
    rows: list[Row] = [
        (0, 1, (2, 1, 9, 0, 4)),
        (1, 2, (0, 1, 3, 2, 4)),
        (2, 3, (1, 0, 4, 0, 6)),
        (0, 3, (0, 0, 2, 0, 9)),
    ]
    plain = known(rated(4, *rows, replicates=0))
    other = known(rated(4, *((order[a], order[b], own) for a, b, own in rows), replicates=0))
    for agent in range(4):
        assert other[order[agent]].rating == pytest.approx(plain[agent].rating, abs=1e-6)


@pytest.mark.long
@pytest.mark.parametrize(
    ("elo", "pairs", "bias"),
    [
        ([0, 20, 60, 100], 2, 0.3),
        ([0, 20, 60, 100], 20, 0.9),
        ([0, 0, 400, 800], 5, 0.3),
        ([0, 0, 400, 800], 30, 0.3),
    ],
)
def test_intervals_hold_the_truth_as_often_as_they_say(
    elo: list[float], pairs: int, bias: float
) -> None:
    """With 60 tournaments, 86 of 100 are three deviations below 95."""
    random = np.random.default_rng(1)
    truth = np.array(elo) - np.mean(elo)
    held = np.zeros(len(elo))
    for _ in range(60):
        played = simulated_tournament(elo, pairs, random, draws=0.05, bias=bias)
        ratings = rate_pairs("ABCD", played, replicates=200)
        # The zero is the mean of those who bound each other, which not all do every time.
        names = ratings.zero.removeprefix("the mean of ").removesuffix(" is 0")
        chosen = [name in names for name in "ABCD"] if names != "all agents" else [True] * 4
        shifted = truth - truth[chosen].mean()
        for agent, one in enumerate(known(ratings)):
            low, high = bounds(one)
            held[agent] += low <= shifted[agent] <= high
    assert held.min() / 60 > 0.86


def test_pentanomials_of_two_are_the_only_evidence() -> None:
    """Twice as many pairs of the same kinds make the interval shorter by the root of two."""
    widths = []
    for pairs in ((80, 40, 240, 60, 120), (160, 80, 480, 120, 240)):
        one = known(rated(2, (0, 1, pairs), replicates=4000))[0]
        widths.append(bounds(one)[1] - bounds(one)[0])
    assert widths[0] / widths[1] == pytest.approx(2**0.5, rel=0.05)
