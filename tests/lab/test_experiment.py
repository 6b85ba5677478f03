"""Experiments are functions: their defaults, their errors, their progress."""

import pytest
from small_experiments import coins

from obversi.errors import ObversiError
from obversi.lab.experiments import EXPERIMENTS, experiment
from obversi.lab.steps import Settings


def test_a_call_returns_plain_data() -> None:
    reports: list[tuple[str, float]] = []
    result = coins(
        games=10, rules="reversed", on_progress=lambda *progress: reports.append(progress)
    )
    assert list(result.data) == ["reversed coins"]
    assert reports == [("reversed coins", 0.5), ("reversed coins", 1.0)]
    assert result.draw().axes


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"rules": "misere"}, "misere"),
        ({"rules": ()}, "no rules"),
        ({"size": 5}, "5"),
        ({"games": 0}, "the number of games cannot be 0"),
        ({"seed": 0.5}, "the seed cannot be 0.5"),
        ({"threads": 0}, "the number of threads cannot be 0"),
    ],
)
def test_nonsense_is_named(wrong: dict[str, object], complaint: str) -> None:
    with pytest.raises(ObversiError, match=complaint):
        coins(**wrong)  # type: ignore[arg-type]


def test_both_is_a_rule_set() -> None:
    assert Settings.of("both", 8, 1).rules == ("normal", "reversed")
    assert Settings.of(["reversed", "reversed"], 8, 1).rules == ("reversed",)


def test_a_misspelt_name_gets_advice() -> None:
    with pytest.raises(ObversiError, match="did you mean 'breadth'"):
        experiment("bredth")


def test_names_can_be_typed_and_no_two_are_alike() -> None:
    assert len(EXPERIMENTS) >= 17
    for name, one in EXPERIMENTS.items():
        assert name == one.name == name.lower()
        assert one.question.endswith("?")
        assert one.unit
