import json
from functools import cache
from typing import Any

import numpy as np
import pytest

from obversi.arena.statistics.elo import PAIR_SCORES, Pentanomial
from obversi.figures import png
from obversi.lab import one_direction
from obversi.lab.estimate import Estimate, agreement
from obversi.lab.experiment import Experiment, Result
from obversi.lab.experiments import beating, search_depths, value_losses, win_rates
from obversi.lab.experiments.beating import selection_matters, swaps
from obversi.lab.experiments.search_depths import KNOWING, ignorance
from obversi.lab.experiments.win_rates import (
    BY_PROGRAM,
    BY_RULE,
    PROGRAM_SQUARES,
    SIXTEEN,
    TEN,
    beside_r2,
)
from obversi.lab.models.round_robin import Encounter, RoundRobin
from obversi.lab.models.search_depth import EvaluationDepth
from obversi.lab.models.value_loss import NOTHING
from obversi.lab.steps import Part
from obversi.rules import Rules


def rule_key(name: str) -> str:
    return BY_RULE.key_of("reversed", name)


def program_key(name: str, solved: int) -> str:
    return BY_PROGRAM.key_of("reversed", name, solved)


def part_of(data: dict[str, Any]) -> Part:
    return Part(win_rates.EXPERIMENT.settings(rules="reversed"), "reversed", data)


EXPERIMENTS = [one.EXPERIMENT for one in (beating, search_depths, value_losses, win_rates)]


@cache
def smallest(experiment: Experiment, size: int, rules: Rules) -> Result:
    return experiment(rules=rules, size=size, games=2)


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda one: one.name)
@pytest.mark.parametrize(("size", "rules"), [(4, "reversed"), (8, "normal")])
def test_the_smallest_runs(experiment: Experiment, size: int, rules: Rules) -> None:
    result = smallest(experiment, size, rules)
    assert rules in result.summary
    assert json.loads(json.dumps(result.to_object(), allow_nan=False))["summary"] == result.summary
    assert result.findings or experiment.name == "win-rates"
    if size == 4:
        assert png(result.draw(), 40).startswith(b"\x89PNG")


@pytest.mark.few_cases
@pytest.mark.parametrize("experiment", [beating.EXPERIMENT, value_losses.EXPERIMENT])
def test_threads_change_nothing(experiment: Experiment) -> None:
    one, two = (experiment(rules="reversed", size=4, games=2, threads=t) for t in (1, 2))
    assert one.to_object()["data"] == two.to_object()["data"]
    assert one.findings == two.findings


# Claims of R2


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda one: one.name)
@pytest.mark.parametrize(("size", "rules"), [(4, "reversed"), (8, "normal")])
def test_r2_is_about_the_reversed_game_on_8x8(
    experiment: Experiment, size: int, rules: Rules
) -> None:
    findings = smallest(experiment, size, rules).findings
    assert {(finding.verdict, finding.reported) for finding in findings} <= {("new", "")}


@pytest.mark.few_cases
@pytest.mark.parametrize("experiment", [beating.EXPERIMENT, search_depths.EXPERIMENT])
def test_very_few_games_leave_everything_open(experiment: Experiment) -> None:
    findings = experiment(rules="reversed", games=2).findings
    assert {finding.verdict for finding in findings} == {"open", "new"}


@pytest.mark.long
def test_win_rates_beside_the_report() -> None:
    result = win_rates.EXPERIMENT(rules="reversed", games=24)
    by_name = {finding.what: finding for finding in result.findings}
    ten = by_name["R2's ten weights, plain, by the rules"]
    assert ten.reported.startswith("85.3 %")
    wins = result.data[rule_key(TEN)]["wins"]
    assert ten.ours.startswith(f"{100 * wins['value']:.1f}")
    assert wins["count"] == 20 * 24
    # The games by R2's program are those of its own module.
    by_program = by_name["R2's ten weights, plain, by R2's program"]
    played = one_direction.play_games(TEN, None, 480, seed=result.settings.seed)
    assert by_program.ours.startswith(f"{100 * (played > 0).mean():.1f}")
    assert result.data[program_key(TEN, 0)]["draws"] == (played == 0).sum()
    assert "notes 0.80 for a second measurement" in by_program.sentence
    # With so few games R2's rule to stop hardly ends.
    sixteen = by_name["R2's sixteen numbers, perfect ending, by the rules"]
    assert (sixteen.reported, sixteen.verdict) == ("93.0 % (no interval)", "open")
    for solved in (12, 9):
        what = "R2's sixteen numbers, perfect ending, by R2's program"
        assert f"{what}, the last {solved} squares perfect" in by_name
    assert by_name["R2's ten weights, perfect ending"].verdict == "new"
    assert by_name["sixteen numbers against ten"].verdict in ("differs", "open")
    assert len(result.tables) == 1
    assert (
        f"R2's ten weights win {100 * wins['value']:.1f} % of games by the rules" in result.summary
    )
    assert png(result.draw(), 40)
    # R2 says nothing of the normal game, nor of small boards.
    assert smallest(win_rates.EXPERIMENT, 8, "normal").findings == ()
    assert smallest(win_rates.EXPERIMENT, 4, "reversed").findings == ()


@pytest.mark.parametrize(
    ("ours", "half", "scatter", "verdict", "judged"),
    [
        (0.85, 0.01, 0.01, "agrees", "0.3 points more, not more than luck makes"),
        (0.80, 0.01, 0.01, "differs", "5.3 points more, more than the luck of one"),
        (0.85, 0.10, 0.01, "open", "0.3 points more, which its luck or ours may have made"),
        (1.00, 0.01, 0.10, "open", "14.7 points less, which its luck or ours may have made"),
    ],
)
def test_a_rate_and_its_luck(
    ours: float, half: float, scatter: float, verdict: str, judged: str
) -> None:
    seen = Estimate(ours, ours - half, ours + half, 2000).to_object()
    score = {"score": seen, "wins": seen}
    stops = {"rule": 0.001, "estimates": 50 * [0.8 - scatter, 0.8 + scatter], "games": 100 * [270]}
    rates = {TEN: score, SIXTEEN: score}
    data = {
        "reversed plain": rates,
        "reversed perfect ending": rates,
        **{rule_key(name): {**score, "early_stops": stops} for name in rates},
        **{
            program_key(name, solved): {**score, "early_stops": stops}
            for name, numbers in PROGRAM_SQUARES.items()
            for solved in numbers
        },
    }
    found = next(beside_r2(part_of(data)))
    assert found.verdict == verdict
    assert judged in found.sentence


@pytest.mark.parametrize(
    ("program", "text"),
    [
        (0.813, "its program explains 3.3 of the 7.3 points between."),
        (0.75, "R2 has 85.3 %, which its program does not explain."),
    ],
)
def test_how_much_r2_s_program_explains(program: float, text: str) -> None:
    def won(share: float) -> dict[str, object]:
        return {"wins": Estimate(share, share - 0.01, share + 0.01, 2000).to_object()}

    data = {rule_key(TEN): won(0.78), program_key(TEN, 0): won(program)}
    assert win_rates._explained(part_of(data), TEN).endswith(text)


def test_the_theorems_of_value_loss() -> None:
    result = value_losses.EXPERIMENT(rules="reversed", games=6)
    fixed_point = result.findings[0]
    assert fixed_point.verdict == "agrees"
    assert fixed_point.ours == "6 of 6 roots"
    assert {finding.verdict for finding in result.findings[1:]} == {"new"}
    assert "a random legal move loses" in result.summary
    assert result.numbers["reversed"]["nothing"]["loss"] == pytest.approx(
        result.data["reversed"]["nothing"]["value"]
    )


# What an evaluation that knows nothing shows about depth


def depths_of(plies: dict[str, int], positions: int = 40) -> dict[str, EvaluationDepth]:
    """Return searches of which every other one gets a ply deeper."""
    count = tuple(range(1, positions + 1))
    return {
        name: EvaluationDepth(
            name,
            tuple(
                plies.get(name, 6) + place % (2 if name == NOTHING.name else 3) for place in count
            ),
            count,
            count,
            tuple(map(float, count)),
            count,
        )
        for name in (*KNOWING, NOTHING.name)
    }


@pytest.mark.parametrize(
    ("depth_of_r4", "lost_by_r4", "error", "verdict", "judged"),
    [
        (4, 2.0, 0.5, "differs", "does not mean to choose better moves"),
        (9, 2.0, 0.5, "agrees", "all that choose better moves get deeper too"),
        (9, 8.0, 0.5, "open", "stays open"),  # none is better than nothing
        (4, 2.0, 5.0, "open", "stays open"),
        (4, 7.2, 0.5, "open", "stays open"),  # one such test of many does not do
    ],
)
def test_to_know_nothing_puts_depth_to_the_test(
    depth_of_r4: int, lost_by_r4: float, error: float, verdict: str, judged: str
) -> None:
    lost = {
        name: Estimate(value, value - error, value + error, 800)
        for name in (*KNOWING, NOTHING.name)
        for value in (lost_by_r4 if name == "r4" else 8.0,)
    }
    found = ignorance("reversed", depths_of({"r4": depth_of_r4}), lost)
    assert found.verdict == verdict
    assert judged in found.sentence


def test_to_know_nothing_cuts_off_much() -> None:
    numbers = smallest(search_depths.EXPERIMENT, 8, "normal").numbers["normal"]
    assert numbers["nothing"]["pruning"]["value"] > numbers["r4"]["pruning"]["value"]


# Beating


def test_beating_reports_cycles() -> None:
    result = beating.EXPERIMENT(rules="reversed", size=6, games=6)
    cycles = result.numbers["reversed"]["cycles"]
    transitive = result.findings[0]
    assert transitive.ours == f"{len(cycles)} cycles" or len(cycles) in (0, 1, 10)
    if cycles:
        a, b = cycles[0]["agents"][:2]
        assert f"{a} beats {b} with " in transitive.sentence
        assert cycles[0]["scores"][0]["value"] > 0.5


def table_of(pairs: int) -> RoundRobin:
    """Return games in which a is above b thanks to c alone, whom it always beats."""

    def met(a: str, b: str, won: int) -> Encounter:
        counts: Pentanomial = ((10 - won) * pairs, 0, 0, 0, won * pairs)
        return Encounter(a, b, counts)

    scores = {"ab": 3, "ac": 10, "ad": 5, "bc": 2, "bd": 5, "cd": 5}
    met_all = tuple(met(names[0], names[1], won) for names, won in scores.items())
    return RoundRobin("reversed", 8, tuple("abcd"), met_all)


def test_who_changes_places() -> None:
    few, many = table_of(1), table_of(100)
    sure = {(one.above, one.below, one.left_out) for one in swaps(many) if one.is_sure}
    assert ("a", "b", "c") in sure
    assert ("b", "a", "c") not in sure
    assert selection_matters(many).verdict == "agrees"
    best = swaps(many)[0]
    assert (
        f"{best.above} is above {best.below}, but below without" in selection_matters(many).sentence
    )
    assert swaps(few)
    assert selection_matters(few).verdict == "open"


def test_the_luck_of_a_swap_is_that_of_drawing_again() -> None:
    table = table_of(3)
    random = np.random.default_rng(5)
    drawn = {
        one.a + one.b: random.dirichlet(np.array(one.pairs) + 0.5, 20_000) @ np.array(PAIR_SCORES)
        for one in table.encounters
    }
    # The points of a minus those of b, against all and without c.
    leads = 2 * drawn["ab"] - 1 + drawn["ac"] + drawn["ad"] - drawn["bc"] - drawn["bd"]
    without = leads - drawn["ac"] + drawn["bc"]
    luck = max(np.mean(leads <= 0), np.mean(without >= 0))
    found = next(one for one in swaps(table) if (one.above, one.below) == ("a", "b"))
    assert found.doubt == pytest.approx(12 * luck, abs=0.12)


def test_agreement_of_orders() -> None:
    assert agreement([1, 2, 3, 4], [4, 3, 2, 1]).correlation == -1
    assert agreement([1, 1, 1], [1, 2, 3]).chance == 1.0
    alike = agreement(list(range(8)), [0, 1, 2, 3, 4, 5, 7, 6])
    assert alike.is_sure
    # One of 28 pairs stands otherwise; that few or none do by chance in 1 + 7 of 8! orders.
    assert alike.correlation == pytest.approx(26 / 28)
    assert alike.chance == pytest.approx(2 * 8 / 40320)
