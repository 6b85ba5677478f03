"""Games of two agents as plain data."""

import json
import time
from typing import Any

import pytest

from obversi import Board, ObversiError
from obversi.agents.search_agent import SearchAgent
from obversi.heuristics import evaluation
from obversi.lab.games.duel import duel, estimate_of
from obversi.lab.settings import Settings


def settings(**changes: Any) -> Settings:
    usual: dict[str, Any] = {"rules": "both", "size": 6, "games": 20, "seed": 1}
    return Settings.of(**usual | changes)


def test_what_is_told_of_a_duel() -> None:
    found = duel("greedy", "random", settings(), "reversed", "test", lambda _: None)
    assert found == json.loads(json.dumps(found))
    assert found["games"] == found["wins"] + found["draws"] + found["losses"] == 20
    score = estimate_of(found, "score")
    assert score.value == (found["wins"] + found["draws"] / 2) / 20
    assert score.low < score.value < score.high
    assert estimate_of(found, "margin").value > 0


def test_whoever_watches_is_told_how_much_is_played() -> None:
    told: list[float] = []
    deadline = time.monotonic() + 30

    def waits_until_it_was_told(_board: Board) -> float:
        while not told and time.monotonic() < deadline:
            time.sleep(0.001)
        return 0.0

    agent = SearchAgent(evaluation(waits_until_it_was_told), depth=1)
    duel(agent, "random", settings(size=4, games=2), "normal", "test", told.append)
    assert told
    assert all(0 <= share <= 1 for share in told)


def test_a_duel_with_oneself_is_even_on_any_number_of_threads() -> None:
    agent = "r2:depth=2"
    one, two = (
        duel(agent, agent, settings(threads=threads), "normal", "test", lambda _: None)
        for threads in (1, 2)
    )
    assert one == two
    assert one["wins"] == one["losses"]
    assert estimate_of(one, "elo").value == 0


def test_a_small_board_has_no_game_twice() -> None:
    found = duel("greedy", "greedy", settings(size=4, games=500), "normal", "test", lambda _: None)
    assert 2 <= found["games"] < 500


def test_a_failure_is_told() -> None:
    agent = SearchAgent(evaluation(lambda _board: 1 / 0), depth=1)
    with pytest.raises(ObversiError, match="ZeroDivisionError"):
        duel(agent, "random", settings(games=2), "normal", "test", lambda _: None)
