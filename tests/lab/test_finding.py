"""Whether a report and we agree."""

import pytest

from obversi.lab.estimate import Estimate, mean, share
from obversi.lab.finding import Finding, chance_finding, claim, compare, observe, signed


def test_a_number_within_the_interval_agrees() -> None:
    found = compare("x", 1.1, Estimate(1.0, 0.8, 1.2), "It fits.")
    assert (found.verdict, found.reported, found.ours) == ("agrees", "1.10", "1.00 (0.80 to 1.20)")
    assert compare("x", 1.3, Estimate(1.0, 0.8, 1.2), "").verdict == "differs"


def test_what_few_games_say_may_be_far_off() -> None:
    ours = Estimate(0.50, 0.49, 0.51)
    assert compare("x", 0.35, ours, "").verdict == "differs"
    assert compare("x", share(7, 20), ours, "", percent=True, digits=0).verdict == "open"
    assert compare("x", share(7, 20), ours, "", resolution=0.3).verdict == "agrees"
    assert compare("x", 0.5, mean([0.5]), "").verdict == "open"
    assert compare("x", share(70, 200), ours, "").verdict == "differs"


def test_some_differences_do_not_matter() -> None:
    ours = Estimate(8.590, 8.589, 8.591)
    assert compare("x", 8.6, ours, "").verdict == "differs"
    assert compare("x", 8.6, ours, "", tolerance=0.05).verdict == "agrees"


def test_what_is_new_and_what_json_keeps() -> None:
    found = observe("x", Estimate(0.25, 0.2, 0.3), "So it is.", digits=0, percent=True)
    assert (found.verdict, found.reported, found.ours) == ("new", "", "25 % (20 to 30)")
    assert Finding.from_object(found.to_object()) == found


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
