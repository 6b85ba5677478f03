"""R0's γ: what is played, and what follows from it."""

from typing import Any

import pytest

from obversi.lab.experiments import gamma
from obversi.lab.experiments.gamma import EXPERIMENT, MEETING_GAMMAS
from obversi.lab.experiments.r0 import FIELD, play_field
from obversi.lab.finding import Finding
from obversi.lab.games import lab_openings, meet, opposite_points
from obversi.lab.steps import Settings


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gamma, "_RESAMPLES", 100)


BEST = "the best γ, reversed rules"


def data_of(points: dict[str, str], settings: Settings) -> dict[str, Any]:
    """Return made-up points: those of the steps named, and even ones of all others."""
    data = {}
    for step in EXPERIMENT.steps(settings):
        names = FIELD if "greater" not in step.key else [f"{one:g}" for one in MEETING_GAMMAS]
        data[step.key] = {name: points.get(step.key, "20" * 10) for name in names}
    assert set(points) <= set(data)
    return data


def findings_of(points: dict[str, str], **settings: Any) -> list[Finding]:
    """Conclude from made-up points."""
    chosen = EXPERIMENT.settings(threads=1, **settings)
    return list(EXPERIMENT.concluded(chosen, data_of(points, chosen), 0.0).findings)


def test_a_best_gamma_where_the_report_says() -> None:
    found = findings_of({"reversed gamma 0.7": "42" * 10}, rules="reversed")
    assert [one.verdict for one in found[:2]] == ["agrees", "agrees"]
    assert "own stable discs bad" in found[0].what
    (best,) = (one for one in found if one.what == f"{BEST}, own stable discs bad")
    assert (best.ours, best.verdict) == ("0.7 (95 %: 0.7 to 0.7)", "agrees")


def test_a_best_gamma_elsewhere() -> None:
    wins = {"reversed gamma 0.05": "44" * 10, "reversed gamma 0.5": "40" * 10}
    found = findings_of(wins, rules="reversed")
    assert [one.verdict for one in found[:2]] == ["differs", "open"]
    (best,) = (one for one in found if one.what == f"{BEST}, own stable discs bad")
    assert (best.ours, best.verdict) == ("0.05 (95 %: 0.05 to 0.05)", "differs")
    assert "+75.0" in best.sentence


def test_each_reading_has_its_own_verdict() -> None:
    """As it is: squares alone do not help if stable discs are bad, and 0.7 is best if good."""
    wins = {"reversed gamma 0": "44" * 10, "reversed gamma 0.7, stability good": "42" * 10}
    chosen = EXPERIMENT.settings(threads=1, rules="reversed")
    result = EXPERIMENT.concluded(chosen, data_of(wins, chosen), 0.0)
    best = {one.what: one for one in result.findings if one.what.startswith(BEST)}
    bad, good = (best[f"{BEST}, own stable discs {reading}"] for reading in ("bad", "good"))
    assert (bad.ours, bad.verdict) == ("0 (95 %: 0 to 0)", "differs")
    assert (good.ours, good.verdict) == ("0.7 (95 %: 0.7 to 0.7)", "agrees")
    assert good.reported == bad.reported == "0.7, likely in 0.5 to 0.9"
    assert "0 (95 %: 0 to 0), which scores 100 of 100 against the field" in result.summary
    assert "R0's 0.7 surely scores less, 25. With own stable discs as good" in result.summary
    assert "it is 0.7 (95 %: 0.7 to 0.7), which scores 75 of 100; it is R0's own" in result.summary
    assert result.summary.endswith("its 0.7 fits only the second.")


@pytest.mark.parametrize(
    ("best", "text"),
    [("4000" * 4 + "4020", "which is not surely less"), ("44" * 10, "its 0.7 fits neither")],
)
def test_a_better_gamma_may_be_luck(best: str, text: str) -> None:
    wins = {"reversed gamma 0": "44" * 10, "reversed gamma 0.9, stability good": best}
    chosen = EXPERIMENT.settings(threads=1, rules="reversed")
    assert text in EXPERIMENT.concluded(chosen, data_of(wins, chosen), 0.0).summary


@pytest.mark.parametrize("settings", [{"rules": "normal"}, {"rules": "reversed", "size": 6}])
def test_other_games_are_not_the_report_s(settings: dict[str, Any]) -> None:
    assert {one.verdict for one in findings_of({}, **settings)} == {"new"}


def test_a_small_run() -> None:
    result = EXPERIMENT(size=4, games=20, rules="reversed", threads=1)
    threads = EXPERIMENT.settings(size=4, games=20, rules="reversed", threads=2)
    for step in EXPERIMENT.steps(threads)[::4]:
        assert step.work(lambda _share: None) == result.data[step.key]
    meetings = result.data["reversed gamma 0.1 against greater ones"]
    assert list(meetings) == ["0.3", "0.5", "0.7", "0.9", "1"]
    trial = result.settings.trial("reversed")
    openings = lab_openings(trial, 4, "gamma")
    a, b = "r0-adjusted:gamma=0.7:depth=3", "r0-adjusted:gamma=0.1:depth=3"
    assert opposite_points(meetings["0.7"]) == meet(trial, a, b, openings)
    agent = "r0:gamma=0.3:stability=good:depth=4"
    field = result.data["reversed gamma 0.3, stability good"]
    assert field == play_field(trial, agent)
    assert len(result.draw().axes) == 4
    assert "best γ is" in result.summary
