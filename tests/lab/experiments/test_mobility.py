"""What mobility adds to R0: what is played, and what follows from it."""

import pytest

from obversi.heuristics import Mix
from obversi.lab.experiment import Result
from obversi.lab.experiments import mobility
from obversi.lab.experiments.mobility import EXPERIMENT
from obversi.lab.experiments.r0 import FIELD, r0_variant
from obversi.rules import Rules


def result_of(more: str, less: str, rules: Rules) -> Result:
    """Conclude from made-up points of R0 that wants moves, and that gives them up."""
    settings = EXPERIMENT.settings(rules=rules, threads=1)
    data = {}
    for step in EXPERIMENT.steps(settings):
        points = more if "+0.2" in step.key else less if "-0.2" in step.key else "2" * 20
        data[step.key] = dict.fromkeys(FIELD, points) if "field" in step.key else points
    return EXPERIMENT.concluded(settings, data, 0.0)


def test_r2_can_be_right_or_wrong() -> None:
    right = result_of("42" * 10, "02" * 10, "reversed").findings
    assert [one.verdict for one in right] == ["new"] * 4 + ["agrees"]
    assert right[0].ours.endswith("at +0.2")
    assert "surely stronger" in right[0].sentence
    wrong = result_of("02" * 10, "42" * 10, "reversed").findings
    assert [one.verdict for one in wrong] == ["new"] * 4 + ["differs"]
    assert wrong[0].ours.endswith("at -0.2")


def test_the_claim_of_the_reversed_game_is_new_in_the_normal_one() -> None:
    found = result_of("42" * 10, "02" * 10, "normal").findings[-1]
    assert (found.verdict, found.reported) == ("new", "")
    assert found.sentence.startswith("R0 that wants moves surely scores more")
    assert "report" not in found.sentence


def test_the_answer_follows_from_the_scores() -> None:
    many = result_of("42" * 10, "02" * 10, "normal").summary
    assert "a wish for many moves makes R0 surely stronger" in many
    few = result_of("02" * 10, "42" * 10, "normal").summary
    assert "a wish for few moves makes R0 surely stronger" in few
    unsure = result_of("40" * 9 + "44", "2" * 20, "normal").summary
    assert "a wish for many moves may help R0, but that is not sure" in unsure
    none = result_of("2" * 20, "2" * 20, "normal").summary
    assert "no weight of moves that was tried makes R0 stronger" in none


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_feature_has_the_size_of_the_evaluation(size: int) -> None:
    weight = mobility._weight("frontier", 1.0, size)
    assert weight < 0  # a long frontier is not freedom
    assert mobility._weight("frontier", -0.5, size) == pytest.approx(-weight / 2)
    added = r0_variant(weights={"squares": 0.0, "stable": 0.0, "frontier": weight})
    assert isinstance(added, Mix)
    assert mobility._scatter(added, size) == pytest.approx(
        mobility._scatter(r0_variant(), size), rel=1e-9
    )


def test_a_small_run() -> None:
    result = EXPERIMENT(size=4, games=20, threads=2)
    alone = EXPERIMENT.settings(size=4, games=20, threads=1)
    for step in EXPERIMENT.steps(alone)[::6]:
        assert step.work(lambda _share: None) == result.data[step.key]
    assert {one.verdict for one in result.findings} == {"new"}
    assert len(result.draw().axes) == 4
    assert [table.rows[-1][0] for table in result.tables[::2]] == ["weight at +1"] * 2
