"""Search strategies under one evaluation."""

import pytest

from obversi.heuristics import evaluation
from obversi.lab.estimate import Estimate
from obversi.lab.experiments.strategies import EXPERIMENT
from obversi.lab.experiments.strategies.conclusion import at_cost
from obversi.lab.experiments.strategies.search_costs import middle_boards
from obversi.lab.result import Result
from obversi.textbook import minimax


@pytest.fixture(scope="module")
def result() -> Result:
    return EXPERIMENT(rules="normal", size=6, games=5)


def test_the_board_of_the_report() -> None:
    result = EXPERIMENT(rules="reversed", games=2)
    assert result.draw().axes
    assert "reversed rules" in result.summary


def test_small_boards_of_both_rules() -> None:
    result = EXPERIMENT(size=4, games=2)
    assert result.draw().axes
    assert all(finding.verdict != "differs" for finding in result.findings)


def test_nodes_are_those_of_the_searches(result: Result) -> None:
    boards = middle_boards(3, 6, "normal", 1)
    seen = sum(minimax(board, evaluation("r2"), 4).nodes for board in boards)
    found = result.data["normal searches of 4 plies"]["minimax"]
    assert found["nodes"]["value"] == pytest.approx(seen / 3)
    assert "minimax" not in result.data["normal searches of 6 plies"]


def test_the_same_values_agree_with_the_report(result: Result) -> None:
    negamax, values, *_ = result.findings
    assert (negamax.verdict, values.verdict) == ("agrees", "agrees")
    data = {key: dict(found) for key, found in result.data.items()}
    searched = data["normal searches of 2 plies"]
    searched["maximax"] = searched["maximax"] | {"same_value": 0}
    changed = EXPERIMENT.concluded(result.settings, data, 0.0)
    assert changed.findings[1].verdict == "differs"


def test_strength_lies_between_two_costs() -> None:
    curve = [(0.001, Estimate(-100.0, -120.0, -80.0, 10)), (0.1, Estimate(100.0, 90.0, 110.0, 10))]
    found = at_cost(curve, 0.01)
    assert found is not None
    assert (found.value, found.low, found.high) == pytest.approx((0.0, -15.0, 15.0))
    assert at_cost(curve, 1.0) == curve[1][1]
    assert at_cost(curve, 0.0001) is None
    endless = [*curve, (0.2, Estimate(float("inf"), 500.0, float("inf"), 10))]
    assert at_cost(endless, 1.0) == curve[1][1]
