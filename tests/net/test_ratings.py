"""Ratings by Glicko-2: the library against the paper, and against slow code."""

import math
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from elote import Glicko2Competitor
from elote.competitors.glicko2 import _MatchResult

from obversi.net.ratings import NEW, GlickoRating, updated

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
SCALE = 173.7178


def slow_update(
    player: GlickoRating, games: Sequence[tuple[GlickoRating, float]]
) -> tuple[float, ...]:
    """Return rating, deviation and volatility after a period of games, step by step.

    From Glickman, Example of the Glicko-2 system (2022); the volatility is found by bisection.
    """
    mu, phi, sigma = (player.rating - 1500) / SCALE, player.deviation / SCALE, player.volatility

    def weight(other: GlickoRating) -> float:
        return 1 / math.sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / math.pi**2)

    def expected(other: GlickoRating) -> float:
        return 1 / (1 + math.exp(-weight(other) * (mu - (other.rating - 1500) / SCALE)))

    v = 1 / sum(weight(o) ** 2 * expected(o) * (1 - expected(o)) for o, _ in games)
    surprise = sum(weight(o) * (score - expected(o)) for o, score in games)
    delta = v * surprise

    def f(x: float) -> float:
        over = math.exp(x) * (delta**2 - phi**2 - v - math.exp(x))
        return over / (2 * (phi**2 + v + math.exp(x)) ** 2) - (x - math.log(sigma**2)) / 0.5**2

    low, high = -40.0, 10.0  # f falls
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = math.exp(low / 2)
    phi = 1 / math.sqrt(1 / (phi**2 + sigma**2) + 1 / v)
    return 1500 + SCALE * (mu + phi**2 * surprise), SCALE * phi, sigma


def rating(value: float, deviation: float, volatility: float = 0.06) -> GlickoRating:
    return GlickoRating(value, deviation, volatility, played=NOON)


def values(after: GlickoRating) -> tuple[float, ...]:
    return after.rating, after.deviation, after.volatility


# The example of the paper: three games of one period.
PLAYER = rating(1500, 200)
GAMES = [(rating(1400, 30), 1.0), (rating(1550, 100), 0.0), (rating(1700, 300), 0.0)]


def test_slow_code_gives_the_results_of_the_paper() -> None:
    rating, deviation, volatility = slow_update(PLAYER, GAMES)
    assert rating == pytest.approx(1464.06, abs=0.02)
    assert deviation == pytest.approx(151.52, abs=0.01)
    assert volatility == pytest.approx(0.05999, abs=1e-5)


def test_the_library_gives_the_results_of_the_paper() -> None:
    player = Glicko2Competitor(1500, 200, 0.06, NOON)
    for other, score in GAMES:
        opponent = Glicko2Competitor(other.rating, other.deviation, 0.06, NOON)
        player._match_results.append(
            _MatchResult(opponent, score, NOON, opponent._mu, opponent._phi)
        )
    player.update_ratings()
    assert player.rating == pytest.approx(1464.06, abs=0.02)
    assert player.rd == pytest.approx(151.52, abs=0.01)
    assert player.volatility == pytest.approx(0.05999, abs=1e-5)


@pytest.mark.parametrize("score", [1.0, 0.5, 0.0])
@pytest.mark.parametrize(
    ("black", "white"),
    [
        (rating(1500, 350), rating(1500, 350)),
        (rating(1500, 60), rating(1900, 300)),
        (rating(2400, 45, 0.03), rating(900, 200, 0.09)),  # a win of White is a surprise
        (rating(1234.5, 80), rating(1234.5, 80)),
    ],
)
def test_a_game_changes_both_ratings_as_slow_code_says(
    black: GlickoRating, white: GlickoRating, score: float
) -> None:
    after = updated(black, white, score, NOON)
    assert values(after[0]) == pytest.approx(slow_update(black, [(white, score)]), abs=1e-4)
    assert values(after[1]) == pytest.approx(slow_update(white, [(black, 1 - score)]), abs=1e-4)
    counts = [(one.wins, one.draws, one.losses) for one in after]
    first = {1.0: (1, 0, 0), 0.5: (0, 1, 0), 0.0: (0, 0, 1)}[score]
    assert counts == [first, first[::-1]]
    assert after[0].played == after[1].played == NOON


def test_the_deviation_grows_with_the_days_without_games() -> None:
    fresh, rested = (
        rating(1500, 60),
        GlickoRating(1500, 60, 0.06, played=NOON - timedelta(days=100)),
    )
    grown = math.sqrt((60 / SCALE) ** 2 + 100 * 0.06**2) * SCALE
    after, _ = updated(rested, fresh, 1.0, NOON)
    expected = slow_update(rating(1500, grown), [(fresh, 1.0)])
    assert values(after) == pytest.approx(expected, abs=1e-4)
    forgotten = GlickoRating(1500, 60, 0.06, played=NOON - timedelta(days=100_000))
    after, _ = updated(forgotten, fresh, 1.0, NOON)
    assert values(after) == pytest.approx(slow_update(rating(1500, 350), [(fresh, 1.0)]), abs=1e-4)


def test_a_clock_that_was_set_back_does_no_harm() -> None:
    later = GlickoRating(1500, 60, 0.06, played=NOON + timedelta(days=2))
    after, _ = updated(later, rating(1500, 60), 1.0, NOON)
    assert values(after) == pytest.approx(slow_update(later, [(rating(1500, 60), 1.0)]), abs=1e-4)


def test_new_ratings_are_provisional_until_some_games_were_played() -> None:
    one, other = NEW, NEW
    assert one.is_provisional
    for game in range(30):
        one, other = updated(one, other, float(game % 2), NOON)
    assert one.games == other.games == 30
    assert not one.is_provisional
    assert one.shown().provisional is False
