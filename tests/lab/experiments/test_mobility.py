"""What mobility adds to R0: what is played, and what follows from it."""

import pytest

from obversi.heuristics import Mix
from obversi.lab.experiments import mobility
from obversi.lab.experiments.mobility import EXPERIMENT
from obversi.lab.experiments.r0_variants import r0_variant
from obversi.lab.finding import Finding
from obversi.lab.games.field import FIELD


def told_of(more: str, less: str, rules: str) -> list[Finding]:
    """Conclude from made-up points of who wants moves, and of who gives them up."""
    settings = EXPERIMENT.settings(rules=rules, threads=1)
    data = {}
    for step in EXPERIMENT.steps(settings):
        points = more if "+0.2" in step.key else less if "-0.2" in step.key else "2" * 20
        data[step.key] = dict.fromkeys(FIELD, points) if "field" in step.key else points
    return list(EXPERIMENT.concluded(settings, data, 0.0).findings)


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_r2_can_be_right_or_wrong(rules: str) -> None:
    right = told_of("42" * 10, "02" * 10, rules)
    assert [one.verdict for one in right] == ["new"] * 4 + ["agrees"] * 2
    assert right[0].ours.endswith("at +0.2")
    assert "surely stronger" in right[0].sentence
    wrong = told_of("02" * 10, "42" * 10, rules)
    assert [one.verdict for one in wrong] == ["new"] * 4 + ["differs"] * 2
    assert wrong[0].ours.endswith("at -0.2")


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_term_has_the_size_of_the_evaluation(size: int) -> None:
    weight = mobility._weight("frontier", 1.0, size)
    assert weight < 0  # a long frontier is no freedom
    assert mobility._weight("frontier", -0.5, size) == pytest.approx(-weight / 2)
    added = r0_variant(weights={"squares": 0.0, "stable": 0.0, "frontier": weight})
    assert isinstance(added, Mix)
    assert mobility._scatter(added, size) == pytest.approx(
        mobility._scatter(r0_variant(), size), rel=1e-9
    )


def test_a_small_run() -> None:
    result = EXPERIMENT(size=4, games=20, threads=2)
    assert result.data == EXPERIMENT(size=4, games=20, threads=1).data
    assert {one.verdict for one in result.findings} == {"new"}
    assert len(result.draw().axes) == 4
    assert [table.rows[-1][0] for table in result.tables[::2]] == ["weight at +1"] * 2
