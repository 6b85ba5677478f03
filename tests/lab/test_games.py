"""Two agents that meet from random openings."""

import time
from typing import Any

import pytest

from obversi import Board
from obversi.agents import make_agent
from obversi.agents.core_agents import SearchAgent
from obversi.arena.openings import Openings
from obversi.color import BLACK, WHITE
from obversi.errors import ObversiError
from obversi.heuristics import evaluation
from obversi.lab.games import (
    duel,
    lab_openings,
    meet,
    opposite_points,
    points_advantage,
    points_elo,
    points_score,
)
from obversi.lab.steps import Settings, Trial, Watch
from obversi.play import play_game
from obversi.rules import Rules


def settings_of(size: int, seed: int = 1, threads: int = 1) -> Settings:
    return Settings.of("both", size, 10, seed, threads)


def openings_of(games: int, purpose: str, size: int = 8, **options: int) -> Openings:
    return lab_openings(settings_of(size, **options).trial("normal"), games, purpose)


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_the_points_are_those_of_games_played_one_by_one(rules: Rules) -> None:
    shares: list[float] = []
    trial = settings_of(6).trial(rules, shares.append)
    openings = lab_openings(trial, 12, "test")
    a, b = make_agent("r0-adjusted:depth=2"), make_agent("r4:depth=1")
    expected = ""
    for board in openings.boards:
        margins = (
            play_game(a, b, board).margin(BLACK),
            play_game(b, a, board).margin(WHITE),
        )
        expected += str(sum((margin > 0) - (margin < 0) + 1 for margin in margins))
    assert meet(trial, "r0-adjusted:depth=2", "r4:depth=1", openings) == expected
    assert shares[-1] == 1.0


def test_openings_depend_on_seed_and_purpose_alone() -> None:
    one = openings_of(20, "one").boards
    assert openings_of(20, "one", threads=2).boards == one
    assert openings_of(8, "one").boards == one[:4]
    assert openings_of(20, "other").boards != one
    assert openings_of(20, "one", seed=-2).boards != one


def test_no_opening_is_played_again_on_a_small_board() -> None:
    found = openings_of(10_000, "small", size=4)
    assert len(found.boards) == found.distinct < 5000


def test_points_in_numbers() -> None:
    assert points_score("4444").value == 1.0
    assert points_score("4444").high == 1.0
    assert 0 < points_score("4444").low < 1
    assert points_score("012").value == 0.25
    assert points_score("012").count == 6
    assert points_elo("22").value == 0
    assert opposite_points("01234") == "43210"
    assert points_advantage("43", "21").value == 0.5
    with pytest.raises(ObversiError, match="same openings"):
        points_advantage("4", "44")
    with pytest.raises(ObversiError, match="no score"):
        points_score("")


def trial(rules: Rules = "normal", watch: Watch = lambda _: None, **changes: Any) -> Trial:
    usual: dict[str, Any] = {"rules": "both", "size": 6, "games": 20, "seed": 1}
    return Settings.of(**usual | changes).trial(rules, watch)


def test_a_duel_has_score_elo_margin_and_nodes() -> None:
    found = duel(trial("reversed"), "greedy", "random", "test")
    assert found["games"] == found["wins"] + found["draws"] + found["losses"] == 20
    score = found["score"]
    assert score.value == (found["wins"] + found["draws"] / 2) / 20
    assert score.low < score.value < score.high
    assert found["margin"].value > 0


def test_progress_is_reported() -> None:
    shares: list[float] = []
    deadline = time.monotonic() + 30

    def waits_for_progress(_board: Board) -> float:
        while not shares and time.monotonic() < deadline:
            time.sleep(0.001)
        return 0.0

    agent = SearchAgent(evaluation(waits_for_progress), depth=1)
    duel(trial("normal", shares.append, size=4, games=2), agent, "random", "test")
    assert shares
    assert all(0 <= share <= 1 for share in shares)


def test_a_duel_with_oneself_is_even_on_any_number_of_threads() -> None:
    agent = "r2:depth=2"
    one, two = (duel(trial(threads=threads), agent, agent, "test") for threads in (1, 2))
    assert one == two
    assert one["wins"] == one["losses"]
    assert one["elo"].value == 0


def test_a_small_board_has_no_game_twice() -> None:
    found = duel(trial(size=4, games=500), "greedy", "greedy", "test")
    assert 2 <= found["games"] < 500


def test_a_failure_is_an_error() -> None:
    agent = SearchAgent(evaluation(lambda _board: 1 / 0), depth=1)
    with pytest.raises(ObversiError, match="ZeroDivisionError"):
        duel(trial(games=2), agent, "random", "test")
