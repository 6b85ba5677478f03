"""What an endgame solver adds to R2."""

import pytest

from obversi.lab.estimate import Estimate
from obversi.lab.experiments.endgame import EXPERIMENT
from obversi.lab.result import Result


@pytest.fixture(scope="module")
def result() -> Result:
    return EXPERIMENT(rules="reversed", games=6)


def test_small_boards_of_both_rules() -> None:
    result = EXPERIMENT(size=4, games=4)
    assert "normal choices with 8 empty squares" in result.data
    assert "normal choices with 12 empty squares" not in result.data
    assert result.draw().axes


def test_the_last_four_squares_change_no_result(result: Result) -> None:
    """Four plies see the end, and who wins is all that R2 minds."""
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
    assert result.findings[0].verdict == "open"  # of so few positions
    for lost, verdict in ((0, "agrees"), (1, "differs")):
        name = "reversed choices with 4 empty squares"
        data = dict(result.data)
        data[name] = data[name] | {"positions": 300, "results_lost_to_the_end": lost}
        found = EXPERIMENT.concluded(result.settings, data, 0.0).findings[0]
        assert found.verdict == verdict


def test_sentences_follow_from_the_scores(result: Result) -> None:
    def told(low: float, high: float) -> str:
        data = dict(result.data)
        key = "reversed last 14 squares against 12"
        score = Estimate((low + high) / 2, low, high, 500).to_object()
        data[key] = data[key] | {"score": score}
        return EXPERIMENT.concluded(result.settings, data, 0.0).findings[-1].sentence

    assert "surely wins more games" in told(0.6, 0.62)
    assert "surely wins fewer games" in told(0.38, 0.4)
    assert "neither surely more nor surely fewer" in told(0.51, 0.59)  # one of seven matches
    assert "neither surely more nor surely fewer" in told(0.0, 1.0)


def test_the_claim_of_the_reversed_game_is_new_in_the_normal_one() -> None:
    found = EXPERIMENT(rules="normal", size=4, games=2).findings
    assert {one.verdict for one in found} == {"new"}


def test_threads_make_no_difference(result: Result) -> None:
    again = EXPERIMENT(rules="reversed", games=6, threads=1)
    games = [key for key in result.data if "against" in key]
    assert [again.data[key] for key in games] == [result.data[key] for key in games]
    lost = [
        [one.data[key]["discs"] for key in one.data if "choices" in key] for one in (result, again)
    ]
    assert lost[0] == lost[1]
