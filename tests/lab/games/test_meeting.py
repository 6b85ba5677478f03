"""Two agents that meet from random openings."""

import pytest

from obversi.agents import make_agent
from obversi.color import BLACK, WHITE
from obversi.errors import ObversiError
from obversi.lab.games.meeting import (
    lab_openings,
    meet,
    opposite_points,
    points_advantage,
    points_elo,
    points_score,
)
from obversi.lab.settings import Settings
from obversi.play import play_game


def settings_of(size: int, seed: int = 1, threads: int = 1) -> Settings:
    return Settings.of("both", size, 10, seed, threads)


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_the_points_are_those_of_games_played_one_by_one(rules: str) -> None:
    settings = settings_of(6)
    openings = lab_openings(settings, rules, 12, "test")
    a, b = make_agent("r0-adjusted:depth=2"), make_agent("r4:depth=1")
    expected = ""
    for board in openings.boards:
        margins = (
            play_game(a, b, board).margin(BLACK),
            play_game(b, a, board).margin(WHITE),
        )
        expected += str(sum((margin > 0) - (margin < 0) + 1 for margin in margins))
    told: list[float] = []
    assert meet("r0-adjusted:depth=2", "r4:depth=1", openings, settings, told.append) == expected
    assert told[-1] == 1.0


def test_openings_depend_on_seed_and_purpose_alone() -> None:
    one = lab_openings(settings_of(8), "normal", 20, "one").boards
    assert lab_openings(settings_of(8, threads=2), "normal", 20, "one").boards == one
    assert lab_openings(settings_of(8), "normal", 8, "one").boards == one[:4]
    assert lab_openings(settings_of(8), "normal", 20, "other").boards != one
    assert lab_openings(settings_of(8, seed=-2), "normal", 20, "one").boards != one


def test_no_opening_is_played_again_on_a_small_board() -> None:
    found = lab_openings(settings_of(4), "normal", 10_000, "small")
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
