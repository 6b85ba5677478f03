"""What an endgame solver adds to R2."""

from dataclasses import replace

import pytest

from obversi.lab.estimate import Estimate
from obversi.lab.experiment import Result
from obversi.lab.experiments.endgame import EXPERIMENT


@pytest.fixture(scope="module")
def result() -> Result:
    return EXPERIMENT(rules="reversed", games=6)


@pytest.fixture(scope="module")
def small() -> Result:
    return EXPERIMENT(size=4, games=4, threads=2)


def test_small_boards_of_both_rules(small: Result) -> None:
    assert "normal choices with 8 empty squares" in small.data
    assert "normal choices with 12 empty squares" not in small.data
    assert small.draw().axes


def test_the_last_four_squares_change_no_result(result: Result) -> None:
    """Four plies see the end, and only the winner matters to R2."""
    found = result.data["reversed last 4 squares against none"]
    assert found["wins"] == found["losses"]
    assert found["margin"]["value"] >= 0
    choices = result.data["reversed choices with 4 empty squares"]
    assert choices["results_lost_to_the_end"] == 0


def test_a_solver_wins_discs(result: Result) -> None:
    for squares in (8, 12, 14):
        found = result.data[f"reversed last {squares} squares against none"]
        assert found["margin"]["value"] > 0
        assert found["nodes"][0] > found["nodes"][1]


def test_a_result_thrown_away_would_contradict_the_report(result: Result) -> None:
    assert result.findings[0].verdict == "open"  # of few positions
    for lost, verdict in ((0, "agrees"), (1, "differs")):
        name = "reversed choices with 4 empty squares"
        data = dict(result.data)
        data[name] = data[name] | {"positions": 300, "results_lost_to_the_end": lost}
        found = EXPERIMENT.concluded(result.settings, data, 0.0).findings[0]
        assert found.verdict == verdict


def test_sentences_follow_from_the_scores(result: Result) -> None:
    def sentence(low: float, high: float) -> str:
        data = dict(result.data)
        key = "reversed last 14 squares against 12"
        score = Estimate((low + high) / 2, low, high, 500).to_object()
        data[key] = data[key] | {"score": score}
        return EXPERIMENT.concluded(result.settings, data, 0.0).findings[-1].sentence

    assert "surely wins more games" in sentence(0.6, 0.62)
    assert "surely wins fewer games" in sentence(0.38, 0.4)
    assert "neither surely more nor surely fewer" in sentence(0.51, 0.59)  # one of seven matches
    assert "neither surely more nor surely fewer" in sentence(0.0, 1.0)


def test_the_claim_of_the_reversed_game_is_new_in_the_normal_one(small: Result) -> None:
    normal = EXPERIMENT.concluded(replace(small.settings, rules=("normal",)), small.data, 0.0)
    assert {one.verdict for one in normal.findings} == {"new"}


def test_threads_make_no_difference(small: Result) -> None:
    again = EXPERIMENT(rules="reversed", size=4, games=4, threads=1).data
    for key, found in again.items():
        if "against" in key:
            assert small.data[key] == found
        else:
            assert small.data[key]["discs"] == found["discs"]
