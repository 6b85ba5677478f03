from dataclasses import FrozenInstanceError, replace

import pytest

from obversi import Analysis, Move
from obversi.analysis import AnalysisLine, Bound, margin_text


def line(*moves: str, margin: int, bound: Bound = "exact") -> AnalysisLine:
    pv = [Move(move) for move in moves]
    return AnalysisLine(pv[0], margin, bound, False, 12, 95, pv)


def analysis(*lines: AnalysisLine, exact: bool = False, selectivity: int = 95) -> Analysis:
    best = lines[0]
    return Analysis(
        move=best.move,
        margin=best.margin,
        bound=best.bound,
        exact=exact,
        depth=12,
        selectivity=selectivity,
        pv=best.pv,
        nodes=1234567,
        seconds=0.5,
        lines=list(lines),
    )


def test_it_reads_well() -> None:
    found = analysis(line("f5", "d6", "c3", margin=4), line("d3", "c3", margin=-12))
    assert str(found).splitlines() == [
        "depth 12 at 95%, 1,234,567 nodes in 0.50 s",
        "  +4  f5 d6 c3",
        " -12  d3 c3",
    ]
    sure = analysis(line("pass", "d6", margin=0, bound="at_least"), selectivity=100)
    assert str(sure).splitlines() == [
        "depth 12, 1,234,567 nodes in 0.50 s",
        " ≥+0  pass d6",
    ]
    exact = analysis(line("f5", margin=2), exact=True)
    assert str(exact).startswith("exact, 1,234,567 nodes")
    assert str(replace(exact, nodes=1)).startswith("exact, 1 node in")


def test_how_far_it_came() -> None:
    assert analysis(line("f5", margin=2)).reach == "12 at 95%"
    assert analysis(line("f5", margin=2), selectivity=100).reach == "12"
    assert analysis(line("f5", margin=2), exact=True, selectivity=100).reach == "exact"


def test_nothing_changes_later() -> None:
    found = analysis(line("f5", margin=2))
    assert found == analysis(line("f5", margin=2))
    with pytest.raises(FrozenInstanceError):
        found.margin = 4  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        found.lines[0].margin = 4  # type: ignore[misc]


@pytest.mark.parametrize(
    ("margin", "bound", "text"),
    [(0, "exact", "+0"), (-64, "exact", "-64"), (1, "at_least", "≥+1"), (-1, "at_most", "≤-1")],
)
def test_margins_have_their_sign(margin: int, bound: Bound, text: str) -> None:
    assert margin_text(margin, bound) == text
