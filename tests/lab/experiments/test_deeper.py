"""Does deeper search play better: what is measured, and what follows from it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from obversi.heuristics import evaluation
from obversi.lab.estimate import Estimate
from obversi.lab.experiment import Result
from obversi.lab.experiments.deeper import EXPERIMENT
from obversi.lab.finding import Finding
from obversi.lab.positions import judged_positions
from obversi.textbook import alpha_beta


@pytest.fixture(scope="module")
def small() -> Result:
    return EXPERIMENT(size=4, games=4)


@pytest.mark.long
def test_small_boards_of_both_rules(small: Result) -> None:
    assert [f"{rules} rules" in small.summary for rules in ("normal", "reversed")] == [True, True]
    assert all(finding.verdict != "differs" for finding in small.findings[:1])
    assert small.draw().axes


@pytest.fixture(scope="module")
def result() -> Result:
    return EXPERIMENT(rules="reversed", games=8, threads=1)


def test_discs_lost_are_counted_move_by_move(result: Result) -> None:
    found = result.data["reversed r2, discs lost"]
    judged = judged_positions(8, 13, 8, "reversed", 1, 2)
    for depth in (1, 4):
        lost = 0
        for board, row in zip(judged.boards, judged.values, strict=True):
            move = alpha_beta(board, evaluation("r2"), depth).move
            lost += row.max() - row[move.square_index]
        assert found["discs"][depth - 1]["value"] == pytest.approx(lost / 8)
    shares = [found[kind][0]["value"] for kind in ("worse", "better")]
    change = found["discs"][1]["value"] - found["discs"][0]["value"]
    assert found["change"][0]["value"] == pytest.approx(change)
    assert 0 <= sum(shares) <= 1


def test_the_published_sign_of_r1_plays_for_the_other_side(result: Result) -> None:
    odd = result.data["reversed r1, 3 plies against 2"]
    assert odd["score"]["value"] < 0.25
    assert result.data["reversed r1, 2 plies against 1"]["score"]["value"] > 0.75
    corrected = result.data["reversed r1-corrected, discs lost"]["discs"]
    published = result.data["reversed r1, discs lost"]["discs"]
    assert published[1] == corrected[1]
    assert published[0]["value"] > corrected[0]["value"]


def test_the_report_is_set_beside_its_own_game_only(result: Result) -> None:
    theorem, hypothesis, *_ = result.findings
    assert theorem.reported
    assert hypothesis.reported
    other = EXPERIMENT.concluded(replace(result.settings, size=6), result.data, 0.0)
    assert other.findings[1].reported == ""
    assert other.findings[1].verdict == "new"


def test_a_sure_loss_of_one_ply_more_contradicts_the_hypothesis(result: Result) -> None:
    right = with_scores(result, [0.7, 0.7, 0.7, 0.7])
    assert (right.verdict, "right" in right.sentence) == ("agrees", True)
    wrong = with_scores(result, [0.7, 0.3, 0.7, 0.7])
    assert wrong.verdict == "differs"
    assert "loses to 2" in wrong.sentence


def test_one_match_of_many_has_to_be_surer(result: Result) -> None:
    """Two and a half deviations are sure of one match, but 28 are looked at."""
    unsure = with_scores(result, [0.7, 0.45, 0.7, 0.7])
    assert (unsure.verdict, "never surely loses" in unsure.sentence) == ("open", True)
    assert "against 1, 3 and 4" in unsure.sentence


def test_the_games_of_each_depth_are_reported(result: Result) -> None:
    found = with_scores(result, [0.7, 0.7, 0.7, 0.7], counts=[1000, 1000, 1000, 200])
    assert "in 1,000, 1,000, 1,000 and 200 games" in found.sentence
    assert result.tables[0].head[-1] == "5 against 4 plies, 2 games"


def with_scores(
    result: Result, scores: list[float], counts: Sequence[int] = (500, 500, 500, 500)
) -> Finding:
    """Conclude of hypothesis 2 from made-up scores of one ply more, all ± 0.04."""
    data = dict(result.data)
    for depth, (value, count) in enumerate(zip(scores, counts, strict=True), start=1):
        key = f"reversed r2, {depth + 1} plies against {depth}"
        score = Estimate(value, value - 0.04, value + 0.04, count)
        data[key] = data[key] | {"score": score.to_object()}
    return EXPERIMENT.concluded(result.settings, data, 0.0).findings[1]


def test_one_example_is_enough_for_the_theorem(result: Result) -> None:
    key = "reversed r2, discs lost"
    without = {**result.data, key: result.data[key] | {"example": None}}
    assert EXPERIMENT.concluded(result.settings, without, 0.0).findings[0].verdict == "open"
    assert result.data["reversed r3, discs lost"]["example"]
    seen = {**result.data, key: result.data["reversed r3, discs lost"]}
    assert EXPERIMENT.concluded(result.settings, seen, 0.0).findings[0].verdict == "agrees"


def test_claims_of_the_reversed_game_are_new_in_the_normal_one(small: Result) -> None:
    settings = replace(small.settings, rules=("normal",))
    result = EXPERIMENT.concluded(settings, small.data, 0.0)
    assert {one.verdict for one in result.findings} == {"new"}
    assert {one.reported for one in result.findings} == {""}


def test_the_example_is_a_choice_that_got_worse(result: Result) -> None:
    example = result.data["reversed r3, discs lost"]["example"]
    assert example["margins"][1] < example["margins"][0]
    assert example["moves"][0] != example["moves"][1]
