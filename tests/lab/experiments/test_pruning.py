"""What alpha-beta saves: nodes by round and by depth, and R2's numbers of them."""

from typing import Any

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
    assert small.data["depths minimax"][0] == [1, 1]
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
    assert len(before["reversed"]) == len(before["minimax"]) == 10
    assert len(before["normal"]) == 4
    assert all(few <= many for few, many in zip(before["reversed"], before["minimax"], strict=True))


def test_the_report_beside_what_was_measured() -> None:
    settings = EXPERIMENT.settings(games=1020)
    findings = {one.what: one for one in _made_up(settings, factor=1.0).findings}
    mean = findings["nodes to 8 plies, mean over rounds 4 to 63"]
    assert mean.reported.startswith("26,047 (")
    assert mean.verdict == "agrees"
    assert "At the start, where nothing is left to chance, it has 4,718 nodes" in mean.sentence
    minimax = findings["nodes of minimax to 8 plies"]
    assert minimax.verdict == "agrees"
    assert minimax.reported.startswith("18,402,479 (")
    printed = findings["“dropped down by 328.909 times”"]
    assert printed.reported.startswith("329 (")
    alike = findings["minimax over alpha-beta, both as means over all rounds"]
    assert (alike.reported, alike.verdict) == ("", "new")
    assert "would be 707 (" in alike.sentence
    assert "does not surely differ. That is more than its 329" in alike.sentence
    fit = findings["R2's fit: nodes = h·√b^depth + c"]
    assert fit.verdict == "differs"
    assert "-265 nodes" in fit.sentence
    others = {one.what: one for one in _made_up(settings, factor=3.0).findings}
    assert others["nodes to 8 plies at round 25"].verdict == "differs"
    assert others["nodes to 8 plies, mean over rounds 4 to 63"].verdict == "differs"


def test_the_root_is_judged_by_one_rule() -> None:
    settings = EXPERIMENT.settings(games=1020)
    for breadth, verdict, words in (
        (16.0, "agrees", "nothing speaks"),
        (12.0, "differs", "b^0.56"),
    ):
        found = _made_up(settings, factor=1.0, breadth=breadth).findings
        root = next(one for one in found if "squarely rooted" in one.what)
        assert root.verdict == verdict
        assert words in root.sentence


def test_three_depths_are_three_tests() -> None:
    settings = EXPERIMENT.settings(games=1020)
    verdicts = {}
    for factor in (1.0, 1.051, 3.0):
        found = _made_up(settings, factor, twice=10).findings
        deep = next(one for one in found if one.what == "nodes to 8 plies at round 25")
        verdicts[factor] = deep.verdict
        assert "if it is less than once in 60 times" in deep.sentence
    assert verdicts == {1.0: "agrees", 1.051: "open", 3.0: "differs"}


def test_tables_say_how_many_positions_they_rest_on() -> None:
    by_depth, by_round = _made_up(EXPERIMENT.settings(games=1020), factor=1.0).tables
    for table in (by_depth, by_round):
        assert table.head[1:3] == ("minimax (3 positions)", "alpha-beta, unsorted (3)")


def _made_up(settings: Settings, factor: float, breadth: float = 12.0, twice: int = 1) -> Result:
    """Conclude from numbers like the report's, or so many times as large."""
    wobble = (0.9, 1.0, 1.1) * twice
    names = ("normal", "reversed", "position", "plain")
    data: dict[str, Any] = {}
    for number in range(4, 64):
        nodes = [factor * R2_NODES[number] * one for one in wobble]
        data[f"round {number}"] = {
            **dict.fromkeys(names, nodes),
            "minimax": [707 * one for one in nodes],
        }
    by_depth = [
        [factor * 55950.05 * 4.0 ** (depth - 8) * one for one in wobble] for depth in range(1, 9)
    ]
    for name in names[:2] + names[3:]:
        data[f"depths {name}"] = by_depth
    data["depths minimax"] = [
        [breadth ** (depth + one / 10) for one in wobble] for depth in range(8)
    ]
    return EXPERIMENT.concluded(settings, data, 0.0)
