import json

import pytest

from obversi.figures import png
from obversi.lab.experiment import Experiment
from obversi.lab.experiments import beating, search_depths, value_losses, win_rates
from obversi.lab.models.agreement import agreement

EXPERIMENTS = [one.EXPERIMENT for one in (beating, search_depths, value_losses, win_rates)]


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda one: one.name)
@pytest.mark.parametrize(("size", "rules"), [(6, "reversed"), (8, "normal")])
def test_the_smallest_runs(experiment: Experiment, size: int, rules: str) -> None:
    result = experiment(rules=rules, size=size, games=2)
    assert rules in result.summary
    assert json.loads(json.dumps(result.to_object(), allow_nan=False))["summary"] == result.summary
    assert result.findings or experiment.name == "win-rates"
    if size == 6:
        assert png(result.draw(), 40).startswith(b"\x89PNG")


@pytest.mark.parametrize("experiment", [beating.EXPERIMENT, value_losses.EXPERIMENT])
def test_threads_change_nothing(experiment: Experiment) -> None:
    one, two = (experiment(rules="reversed", size=4, games=6, threads=t) for t in (1, 2))
    assert one.to_object()["data"] == two.to_object()["data"]
    assert one.findings == two.findings


def test_win_rates_beside_the_report() -> None:
    result = win_rates.EXPERIMENT(rules="reversed", games=24)
    by_name = {finding.what: finding for finding in result.findings}
    ten = by_name["R2's ten weights, plain"]
    assert ten.reported.startswith("85.3 %")
    assert ten.ours.startswith(
        f"{100 * result.numbers['reversed plain']['r2-position']['value']:.1f}"
    )
    assert by_name["R2's sixteen numbers, perfect ending"].reported.startswith("93.0 %")
    assert by_name["sixteen numbers against ten"].verdict in ("differs", "open")
    assert len(result.tables) == 1
    assert png(result.draw(), 40)
    # R2 says nothing of the normal game, nor of small boards.
    assert win_rates.EXPERIMENT(rules="normal", games=2).findings == ()
    assert win_rates.EXPERIMENT(rules="reversed", size=6, games=2).findings == ()


def test_the_theorems_of_value_loss() -> None:
    result = value_losses.EXPERIMENT(rules="reversed", size=6, games=12)
    fixed_point = result.findings[0]
    assert fixed_point.verdict == "agrees"
    assert fixed_point.ours == "12 of 12 roots"
    assert result.numbers["reversed"]["nothing"]["loss"] == pytest.approx(
        result.data["reversed"]["nothing"]["value"]
    )


def test_to_know_nothing_fools_the_depth() -> None:
    result = search_depths.EXPERIMENT(rules="normal", games=4)
    found = next(one for one in result.findings if "knows nothing" in one.what)
    assert found.verdict == "differs"
    assert "does not tell who is good" in found.sentence
    numbers = result.numbers["normal"]
    assert numbers["nothing"]["pruning"]["value"] > numbers["r4"]["pruning"]["value"]


def test_beating_tells_of_cycles() -> None:
    result = beating.EXPERIMENT(rules="reversed", size=6, games=20)
    cycles = result.numbers["reversed"]["cycles"]
    transitive = result.findings[0]
    assert transitive.ours == f"{len(cycles)} cycles" or len(cycles) in (0, 1, 10)
    if cycles:
        a, b = cycles[0]["agents"][:2]
        assert f"{a} beats {b} with " in transitive.sentence
        assert cycles[0]["scores"][0]["value"] > 0.5


def test_agreement_of_orders() -> None:
    assert agreement([1, 2, 3, 4], [4, 3, 2, 1]).correlation == -1
    assert agreement([1, 1, 1], [1, 2, 3]).chance == 1.0
    alike = agreement(list(range(8)), [0, 1, 2, 3, 4, 5, 7, 6])
    assert alike.is_sure
    assert alike.correlation == pytest.approx(1 - 6 * 2 / (8 * 63))
