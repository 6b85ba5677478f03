"""The rating in puzzles and the streak of days, by themselves."""

from math import pi, sqrt

import pytest
from browser.javascript import Modules


def test_the_example_of_the_paper(modules: Modules) -> None:
    found = modules.run(
        "study/rating",
        """
        const player = { rating: 1500, deviation: 200, volatility: 0.06, games: 0 };
        const games = [[1400, 30, 1], [1550, 100, 0], [1700, 300, 0]];
        return the.rated(player, games.map(([rating, deviation, score]) => (
          { rating, deviation, score })));
        """,
    )
    assert found["rating"] == pytest.approx(1464.06, abs=0.01)
    assert found["deviation"] == pytest.approx(151.52, abs=0.01)
    assert found["volatility"] == pytest.approx(0.05999, abs=0.00001)
    assert found["games"] == 3


def glicko_1(rating: float, deviation: float, other: float, spread: float, score: int) -> float:
    """Return the rating after a game by Glicko-1, which Glicko-2 is close to after one game."""
    q = 0.0057565
    weight = 1 / sqrt(1 + 3 * q**2 * spread**2 / pi**2)
    expected = 1 / (1 + 10 ** (-weight * (rating - other) / 400))
    information = q**2 * weight**2 * expected * (1 - expected)
    return rating + q / (1 / deviation**2 + information) * weight * (score - expected)


@pytest.mark.parametrize("score", [0, 1])
@pytest.mark.parametrize(("rating", "deviation", "puzzle"), [(1000, 350, 900), (1400, 60, 2100)])
def test_one_puzzle_counts_nearly_as_in_glicko_1(
    modules: Modules, rating: float, deviation: float, puzzle: float, score: int
) -> None:
    found = modules.run(
        "study/rating",
        f"""
        const player = {{ rating: {rating}, deviation: {deviation}, volatility: 0.06, games: 4 }};
        return the.rated(player, [{{ rating: {puzzle}, deviation: 100, score: {score} }}]);
        """,
    )
    assert found["rating"] == pytest.approx(glicko_1(rating, deviation, puzzle, 100, score), abs=3)
    assert found["deviation"] < deviation + 1


def test_the_rating_approaches_the_strength_of_the_user(modules: Modules) -> None:
    # Solves by the chance that a strength of 1600 has; a small generator replaces randomness.
    found = modules.run(
        "study/rating",
        """
        let seed = 7;
        const random = () => { seed = (seed * 16807) % 2147483647; return seed / 2147483647; };
        let player = the.FRESH;
        for (let game = 0; game < 300; game += 1) {
          const rating = player.rating + 400 * (random() - 0.5);
          const chance = 1 / (1 + 10 ** ((rating - 1600) / 400));
          const score = random() < chance ? 1 : 0;
          player = the.rated(player, [{ rating, deviation: 100, score }]);
        }
        return player;
        """,
    )
    assert abs(found["rating"] - 1600) < 3 * found["deviation"]
    assert found["deviation"] < 80
    assert found["volatility"] > 0


def test_a_streak_of_days(modules: Modules) -> None:
    found = modules.run(
        "study/daily",
        """
        let state = { last: "", streak: 0, longest: 0 };
        const history = [];
        for (const date of ["2030-02-27", "2030-02-28", "2030-02-28", "2030-03-01", "2030-03-03"]) {
          state = the.withDay(state, date);
          history.push([state.streak, state.longest]);
        }
        const days = ["2030-03-03", "2030-03-04", "2030-03-05"];
        const never = the.streakOn({ last: "", streak: 0, longest: 0 }, days[0]);
        return { history, on: days.map((day) => the.streakOn(state, day)), never };
        """,
    )
    assert found == {
        "history": [[1, 1], [2, 2], [2, 2], [3, 3], [1, 3]],
        "on": [1, 1, 0],
        "never": 0,
    }


def test_the_next_puzzle_is_the_nearest_untried_one(modules: Modules) -> None:
    found = modules.run(
        "study/progress",
        """
        const puzzles = [700, 900, 1100, 1300].map((rating, id) => ({ id: String(id), rating }));
        const next = (points, rating, except) =>
          the.nextUnsolved(puzzles, points, rating, except)?.id ?? null;
        const all = { 0: 10, 1: 10, 2: 10, 3: 10 };
        return [
          next({}, 1000), next({ 1: 10 }, 1000), next({ 1: 0 }, 900), next({}, 5000, "3"),
          next({ ...all, 2: 0 }, 0), next(all, 0),
        ];
        """,
    )
    assert found == ["1", "2", "0", "2", "2", None]
