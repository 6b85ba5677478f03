from math import exp, inf, log, log10, sqrt

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from simulated_pairs import simulated_davidson_tournament

from obversi.arena.statistics.pair_results import PAIR_KINDS, PairResults
from obversi.arena.statistics.ratings import Anchor, Rating, Ratings, rate_pairs
from obversi.arena.statistics.strength_fit import (
    StrengthLikelihood,
    fit_strengths,
    fit_with_one_given,
)
from obversi.arena.statistics.strength_models import Davidson

Kinds = tuple[int, int, int, int, int, int]
Row = tuple[int, int, Kinds]

MODELS_COMPARED = ("davidson", "bradley-terry")

# Points and draws: 0, ½, 1 by a win and a loss, 1 by two draws, 1½, 2.
MIXED: list[Row] = [
    (0, 1, (6, 4, 9, 3, 5, 8)),
    (1, 2, (2, 1, 4, 0, 6, 11)),
    (0, 2, (1, 3, 5, 2, 2, 14)),
    (2, 3, (9, 2, 8, 5, 0, 3)),
]


def results(agents: int, *rows: Row) -> PairResults:
    places = np.array([row[:2] for row in rows], np.intp).reshape(-1, 2)
    counts = np.array([row[2] for row in rows], np.float64).reshape(-1, len(PAIR_KINDS))
    return PairResults(agents, places[:, 0], places[:, 1], counts)


def rated(agents: int, *rows: Row, model: str = "davidson", anchor: int | None = None) -> Ratings:
    hung = None if anchor is None else Anchor(anchor)
    played = results(agents, *rows)
    return rate_pairs("ABCDEF"[:agents], played, model=model, anchor=hung, replicates=200)


def known(ratings: Ratings) -> list[tuple[float, float, float]]:
    def whole(one: Rating | None) -> tuple[float, float, float]:
        assert one is not None
        assert one.low is not None
        assert one.high is not None
        return one.rating, one.low, one.high

    return [whole(one) for one in ratings.agents]


def plain_log_likelihood(played: PairResults, worths: list[float], v: float) -> float:
    """As Davidson wrote it: worths g, and v times the root of the product of two for a draw."""
    total = 0.0
    for first, second, kinds in zip(played.first, played.second, played.counts, strict=True):
        one, other = worths[first], worths[second]
        draw = v * sqrt(one * other)
        whole = one + other + draw
        for count, (points, draws) in zip(kinds, PAIR_KINDS, strict=True):
            wins = points - draws / 2
            losses = 2 - draws - wins
            terms = ((wins, one), (losses, other), (draws, draw))
            total += count * sum(own * log(chance / whole) for own, chance in terms)
    return total


def slow_fit(played: PairResults, fixed: dict[int, float]) -> tuple[list[float], float, float]:
    """Return strengths, v and the logarithm of their likelihood; some strengths are given."""
    free = [agent for agent in range(played.agents) if agent not in fixed]

    def taken_apart(numbers: list[float]) -> tuple[list[float], float]:
        strengths = {**fixed, **dict(zip(free, numbers, strict=False))}
        return [strengths[agent] for agent in range(played.agents)], exp(numbers[-1])

    def misfit(numbers: list[float]) -> float:
        strengths, v = taken_apart(numbers)
        return -plain_log_likelihood(played, [exp(one) for one in strengths], v)

    from scipy.optimize import minimize  # slow to import, in every worker

    found = minimize(misfit, np.zeros(len(free) + 1), method="BFGS", options={"gtol": 1e-7})
    strengths, v = taken_apart(found.x.tolist())
    return strengths, v, -found.fun


def test_the_fit_is_that_of_a_slow_maximiser() -> None:
    played = results(4, *MIXED)
    likelihood = StrengthLikelihood(Davidson(), played)
    found = fit_strengths(likelihood)
    strengths, v, top = slow_fit(played, {0: 0.0})
    assert (found[:4] - found[0]).tolist() == pytest.approx(strengths, abs=1e-4)
    assert exp(found[4]) == pytest.approx(v, rel=1e-4)
    assert float(likelihood.logarithm(found)) == pytest.approx(top, abs=1e-6)


def test_the_fit_with_one_given_is_that_of_a_slow_maximiser() -> None:
    played = results(4, *MIXED)
    likelihood = StrengthLikelihood(Davidson(), played)
    zero, start = np.eye(4)[0], np.zeros((2, 5))
    values = np.array([0.7, -1.5])
    fits, growth = fit_with_one_given(likelihood, zero, np.array([2, 3]), values, start)
    for agent, value, fit, grown in zip((2, 3), values.tolist(), fits, growth, strict=True):
        strengths, v, top = slow_fit(played, {0: 0.0, agent: value})
        assert fit[:4].tolist() == pytest.approx(strengths, abs=1e-4)
        assert exp(fit[4]) == pytest.approx(v, rel=1e-4)
        further = slow_fit(played, {0: 0.0, agent: value + 1e-3})[2]
        assert grown == pytest.approx((further - top) / 1e-3, abs=0.02)


def test_two_agents_have_the_ratio_of_their_wins() -> None:
    """40 % wins, 40 % draws and 20 % losses: a hundred pairs that come to that."""
    played: Row = (0, 1, (10, 20, 10, 20, 20, 20))
    ratings = rated(2, played, anchor=1)
    wins, draws, losses = 10 + 20 + 40, 20 + 40 + 20, 20 + 20 + 10
    rating, low, high = known(ratings)[0]
    assert rating == pytest.approx(400 * log10(wins / losses), abs=0.5)
    assert low < rating < high
    v = draws / sqrt(wins * losses)
    assert ratings.draw_share == pytest.approx(v / (2 + v), abs=1e-3)
    assert ratings.model == "davidson"


def test_without_draws_it_is_the_model_of_bradley_and_terry() -> None:
    rows: list[Row] = [
        (a, b, (none, 0, split, 0, 0, two)) for a, b, (none, _, split, *_, two) in MIXED
    ]
    # Who lost everything is bounded from above all the same.
    rows.append((0, 4, (0, 0, 0, 0, 0, 9)))
    for anchor in (None, 1):
        ours, usual = (rated(5, *rows, model=model, anchor=anchor) for model in MODELS_COMPARED)
        for one, other in zip(known(ours), known(usual), strict=True):
            assert one[0] == pytest.approx(other[0], abs=0.05)
            assert one == pytest.approx(other, abs=2)  # one more parameter was fitted
        assert (ours.zero, ours.notes) == (usual.zero, usual.notes)
        assert ours.draw_share == pytest.approx(0, abs=1e-4)
        assert usual.draw_share is None


def test_draws_move_agents_apart() -> None:
    ours, usual = (known(rated(4, *MIXED, model=model, anchor=1)) for model in MODELS_COMPARED)
    assert all(abs(one[0]) >= abs(other[0]) for one, other in zip(ours, usual, strict=True))


def test_who_never_lost_is_bounded_from_below_only() -> None:
    """The more likely draws are between equals, the further ahead A may be."""
    ratings = rated(2, (0, 1, (0, 0, 0, 1, 8, 40)), anchor=1)
    rating, low, high = known(ratings)[0]
    assert 200 < low < rating < high == inf
    assert ratings.notes == ("no game bounds the rating of A from above: it may be higher",)


def test_draws_alone_leave_ratings_open() -> None:
    drawn: Kinds = (0, 0, 0, 20, 0, 0)
    ratings = rated(3, (0, 1, drawn), (1, 2, drawn))
    assert [bounds for _, *bounds in known(ratings)] == [[-inf, inf]] * 3
    assert ratings.notes == ("no game bounds the rating of A, B and C from either side",)
    # If other games show how likely draws are, draws do contain information.
    others = rated(4, (0, 1, drawn), (1, 2, drawn), (2, 3, (5, 4, 5, 5, 4, 6)))
    assert all(-inf < low < high < inf for _, low, high in known(others))


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 3), st.tuples(*[st.integers(0, 4)] * 6)),
        max_size=6,
        unique_by=lambda row: frozenset(row[:2]),
    )
)
def test_every_tournament_has_sensible_ratings(rows: list[Row]) -> None:
    played = [row for row in rows if row[0] != row[1] and any(row[2])]
    for one in rated(4, *played).agents:
        if one is not None:
            assert one.low is not None
            assert one.high is not None
            assert one.low <= one.rating + 1e-6
            assert one.rating - 1e-6 <= one.high
            assert abs(one.rating) < inf


@pytest.mark.long
@pytest.mark.parametrize(
    ("elo", "pairs", "draws", "mirrored"),
    [
        ([0, 20, 60, 100], 4, 0.4, 0.3),
        ([0, 20, 60, 100], 20, 0.1, 0.9),
        ([0, 0, 300, 500], 10, 0.3, 0.3),
    ],
)
def test_intervals_hold_the_truth_as_often_as_they_say(
    elo: list[float], pairs: int, draws: float, mirrored: float
) -> None:
    """With 60 tournaments, 86 of 100 are three deviations below 95."""
    random = np.random.default_rng(1)
    held, share = np.zeros(len(elo)), 0.0
    for _ in range(60):
        played = simulated_davidson_tournament(elo, pairs, random, draws=draws, mirrored=mirrored)
        ratings = rate_pairs("ABCD", played, model="davidson", anchor=Anchor(0), replicates=200)
        for agent, (_, low, high) in enumerate(known(ratings)):
            held[agent] += low <= elo[agent] <= high
        share += (ratings.draw_share or 0) / 60
    assert held.min() / 60 > 0.86
    assert share == pytest.approx(draws, abs=0.03)
