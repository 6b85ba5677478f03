"""What alpha-beta saves: nodes by round and by depth, and R2's numbers of them."""

import pytest

from obversi.lab.experiments.pruning.experiment import EXPERIMENT
from obversi.lab.experiments.r2_tables import R2_NODES
from obversi.lab.result import Result
from obversi.lab.settings import Settings


@pytest.fixture(scope="module")
def small() -> Result:
    return EXPERIMENT(size=4, games=2, threads=1)


def test_small_boards_have_no_report_beside_them(small: Result) -> None:
    assert [finding.verdict for finding in small.findings] == ["new"]
    assert small.data["depths"]["minimax"][0] == [1, 1]
    assert small.data == EXPERIMENT(size=4, games=2, threads=3).data
    assert len(small.draw().axes) == 2


def test_late_rounds_of_the_great_board_are_as_the_report_counts() -> None:
    settings = EXPERIMENT.settings(games=600)
    steps = {step.key: step for step in EXPERIMENT.steps(settings)}
    last = steps["round 63"].work(lambda _share: None)
    # A position and the one after it; the report's has passes among its twenty-four.
    assert set(last["reversed"]) == {2}
    assert R2_NODES[63] == pytest.approx((20 * 2 + 4 * 3) / 24)
    before = steps["round 58"].work(lambda _share: None)
    assert len(before["reversed"]) == 10
    assert len(before["normal"]) == 2
    assert all(
        few <= many for few, many in zip(before["reversed"], before["minimax"], strict=False)
    )


def test_the_report_beside_what_was_measured() -> None:
    settings = EXPERIMENT.settings(games=1020)
    findings = {one.what: one for one in _made_up(settings, factor=1.0).findings}
    mean = findings["nodes to 8 plies, mean over rounds 4 to 63"]
    assert mean.reported.startswith("26,047 (")
    assert mean.verdict == "agrees"
    assert findings["nodes of minimax to 8 plies"].verdict == "agrees"
    alike = findings["the same, like with like: means over all rounds"]
    assert alike.reported == "707"
    fit = findings["R2's fit: nodes = h·√b^depth + c"]
    assert fit.verdict == "differs"
    assert "-265 nodes" in fit.sentence
    assert findings["nodes to 8 plies at round 25"].verdict == "agrees"
    others = {one.what: one for one in _made_up(settings, factor=3.0).findings}
    assert others["nodes to 8 plies at round 25"].verdict == "differs"
    assert others["nodes to 8 plies, mean over rounds 4 to 63"].verdict == "differs"


def _made_up(settings: Settings, factor: float) -> Result:
    """Conclude from numbers like the report's, or so many times as large."""
    wobble = (0.9, 1.0, 1.1)
    data = {}
    for number in range(4, 64):
        nodes = [factor * R2_NODES[number] * one for one in wobble]
        minimax = [707 * one for one in nodes]
        data[f"round {number}"] = {
            **dict.fromkeys(("normal", "reversed", "position", "plain"), nodes),
            "minimax": minimax,
        }
    by_depth = [
        [factor * 55950.05 * 4.0 ** (depth - 8) * one for one in wobble] for depth in range(1, 9)
    ]
    data["depths"] = {
        **dict.fromkeys(("normal", "reversed", "position", "plain"), by_depth),
        "minimax": [[12.0**depth * one for one in wobble] for depth in range(8)],
    }
    return EXPERIMENT.concluded(settings, data, 0.0)
