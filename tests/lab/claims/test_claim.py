"""Claims of reports that one is better than another."""

import pytest

from obversi.lab.claims.claim import chance_finding, claim, signed
from obversi.lab.estimate import Estimate


@pytest.mark.parametrize(
    ("advantage", "verdict", "word"),
    [
        (Estimate(0.1, 0.05, 0.15, 100), "agrees", "right: A scores 10.0 points of 100 more"),
        (Estimate(-0.1, -0.15, -0.05, 100), "differs", "wrong: A scores 10.0 points of 100 less"),
        (Estimate(0.01, -0.05, 0.07, 100), "open", "stays open"),
    ],
)
def test_the_interval_decides(advantage: Estimate, verdict: str, word: str) -> None:
    found = claim("A or B", "A is better", advantage, "A", "B")
    assert found.verdict == verdict
    assert word in found.sentence
    assert "100 games" in found.sentence
    assert found.ours == signed(advantage)


def test_what_chance_does() -> None:
    found = chance_finding([9, 11], 20, "the matrix")
    assert found.what == "results as unequal as 9-11 and 11-9 if the matrix made no difference"
    assert found.ours == "75 %"
    assert "40 games" in found.sentence
    assert "40 games alone say nothing about the matrix" in found.sentence
    assert "alone say something" in chance_finding([2, 18], 20, "the matrix").sentence
