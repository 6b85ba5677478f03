"""R0's γ: what is played, and what follows from it."""

from typing import Any

import pytest

from obversi.lab.experiments import gamma
from obversi.lab.experiments.gamma import EXPERIMENT, MEETING_GAMMAS, gamma_steps
from obversi.lab.experiments.r0 import FIELD
from obversi.lab.finding import Finding
from obversi.lab.games import lab_openings, meet, opposite_points


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gamma, "_RESAMPLES", 100)


def findings_of(points: dict[str, str], **settings: Any) -> list[Finding]:
    """Conclude from made-up points: those of the steps named, and even ones of all others."""
    chosen = EXPERIMENT.settings(threads=1, **settings)
    data = {}
    for step in gamma_steps(chosen):
        names = FIELD if "greater" not in step.key else [f"{one:g}" for one in MEETING_GAMMAS]
        data[step.key] = {name: points.get(step.key, "20" * 10) for name in names}
    return list(EXPERIMENT.concluded(chosen, data, 0.0).findings)


def test_a_best_gamma_where_the_report_says() -> None:
    found = findings_of({"reversed gamma 0.7": "42" * 10}, rules="reversed")
    assert [one.verdict for one in found[:2]] == ["agrees", "agrees"]
    (best,) = (one for one in found if one.what == "the best γ, reversed rules")
    assert (best.ours, best.verdict) == ("0.7 (95 %: 0.7 to 0.7)", "agrees")


def test_a_best_gamma_elsewhere() -> None:
    wins = {"reversed gamma 0.05": "44" * 10, "reversed gamma 0.5": "40" * 10}
    found = findings_of(wins, rules="reversed")
    assert [one.verdict for one in found[:2]] == ["differs", "open"]
    (best,) = (one for one in found if one.what == "the best γ, reversed rules")
    assert (best.ours, best.verdict) == ("0.05 (95 %: 0.05 to 0.05)", "differs")
    assert "+75.0" in best.sentence


def test_another_reading_is_no_second_claim() -> None:
    found = findings_of({}, rules="reversed")
    read = [one for one in found if "as if own stable discs were good" in one.what]
    assert len(read) == 3
    assert {one.verdict for one in read} == {"new"}
    assert all(one.sentence.startswith("Read like this") for one in read)


@pytest.mark.parametrize("settings", [{"rules": "normal"}, {"rules": "reversed", "size": 6}])
def test_other_games_are_not_the_report_s(settings: dict[str, Any]) -> None:
    assert {one.verdict for one in findings_of({}, **settings)} == {"new"}


def test_a_small_run() -> None:
    result = EXPERIMENT(size=4, games=20, rules="reversed", threads=1)
    threads = EXPERIMENT.settings(size=4, games=20, rules="reversed", threads=2)
    for step in gamma_steps(threads)[::4]:
        assert step.work(lambda _share: None) == result.data[step.key]
    meetings = result.data["reversed gamma 0.1 against greater ones"]
    assert list(meetings) == ["0.3", "0.5", "0.7", "0.9", "1"]
    openings = lab_openings(result.settings, "reversed", 4, "gamma")
    a, b = "r0-adjusted:gamma=0.7:depth=3", "r0-adjusted:gamma=0.1:depth=3"
    assert opposite_points(meetings["0.7"]) == meet(a, b, openings, result.settings)
    assert len(result.draw().axes) == 4
    assert "best γ is" in result.summary
