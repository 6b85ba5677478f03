"""What follows of the search strategies."""

from collections.abc import Mapping

import numpy as np

from obversi.lab.estimate import Estimate
from obversi.lab.experiments.strategies.measurements import (
    ANCHOR,
    DEPTHS,
    ENGINES,
    FAMILIES,
    agents,
    cost_key,
    games_key,
    opponents,
    search_key,
)
from obversi.lab.experiments.strategies.search_costs import STRATEGIES
from obversi.lab.finding import Finding, Verdict, observe
from obversi.lab.games.duel import estimate_of
from obversi.lab.result import Conclusion, Table
from obversi.lab.settings import Settings
from obversi.lab.step import Measured

__all__ = ["Curve", "at_cost", "conclude", "curves_of"]

# The seconds a move and the Elo of ever longer searches.
Curve = list[tuple[float, Estimate]]


def conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    """Say what follows from all steps."""
    findings, tables, answers, numbers = [], [], [], {}
    for rules in settings.rules:
        curves = curves_of(data, rules)
        budget = data[search_key(rules, ANCHOR)]["minimax"]["seconds"]["value"]
        worth = {name: at_cost(curve, budget) for name, curve in curves.items() if name != "engine"}
        findings += [
            _same(data, rules, ("negamax",), ("value", "move", "nodes")),
            _same(data, rules, ("maximax", "deepening", "minimax"), ("value",)),
            _sorting(data, rules),
            *_worth_findings(worth, budget, rules),
            _far_end(
                curves["engine"],
                data[search_key(rules, ANCHOR)]["alpha-beta"]["seconds"]["value"],
                rules,
            ),
        ]
        tables += [_search_table(data, rules), _strength_table(data, rules, worth, budget)]
        told = sorted(
            ((name, one.value) for name, one in worth.items() if one is not None),
            key=lambda pair: -pair[1],
        )
        ranking = ", ".join(f"{name} {elo:+.0f}" for name, elo in told)
        answers.append(
            f"Under {rules} rules, in the time of minimax to {ANCHOR} plies "
            f"({1000 * budget:.2g} ms a move), Elo against it: {ranking}."
        )
        numbers[rules] = {
            "seconds": budget,
            "elo": {name: one.to_object() for name, one in worth.items() if one is not None},
        }
    return Conclusion(" ".join(answers), tuple(findings), tuple(tables), numbers)


def curves_of(data: Mapping[str, Measured], rules: str) -> dict[str, Curve]:
    """Return for each strategy the seconds a move and the Elo over the anchor, cheapest first.

    All searches to a depth find the same values, so that they are equally strong.
    """
    by_depth = {
        depth: Estimate(0.0, 0.0, 0.0)
        if depth == ANCHOR
        else estimate_of(data[games_key(rules, f"alpha-beta:depth={depth}")], "elo")
        for depth in DEPTHS
    }
    curves: dict[str, Curve] = {name: [] for name in FAMILIES}
    for depth in DEPTHS:
        for name, told in data[search_key(rules, depth)].items():
            if name in curves:
                curves[name].append((told["seconds"]["value"], by_depth[depth]))
    for name in agents():
        seconds = data[cost_key(rules, name)]["seconds"]["value"]
        found = estimate_of(data[games_key(rules, name)], "elo")
        curves[name.split(":")[0]].append((seconds, found))
    return curves


def at_cost(curve: Curve, budget: float) -> Estimate | None:
    """Return the Elo at so many seconds a move, between two measured; None if it is unknown.

    What costs less than the budget even at its best is at least as good as that.
    """
    finite = [(seconds, one) for seconds, one in curve if np.isfinite(one.value)]
    points = sorted(finite, key=lambda point: point[0])
    if not points or points[0][0] > budget:
        return None
    seconds = np.log([point[0] for point in points])
    value, low, high = (
        float(np.interp(np.log(budget), seconds, [getattr(one, end) for _, one in points]))
        for end in ("value", "low", "high")
    )
    return Estimate(value, low, high, max(one.count for _, one in points))


def _same(
    data: Mapping[str, Measured], rules: str, names: tuple[str, ...], kinds: tuple[str, ...]
) -> Finding:
    """Return whether searches found what alpha-beta found, everywhere."""
    told = [
        searched[name]
        for searched in (data[search_key(rules, depth)] for depth in DEPTHS)
        for name in names
        if name in searched
    ]
    count = sum(one["positions"] for one in told)
    same = sum(min(one[f"same_{kind}"] for kind in kinds) for one in told)
    verdict: Verdict = "agrees" if same == count else "differs"
    what = "the same " + " and ".join(kinds)
    right = "The report was right" if verdict == "agrees" else "The report was wrong"
    return Finding(
        f"{', '.join(names)} and alpha-beta find {what} ({rules} rules)",
        "one function for both players is equivalent"
        if names == ("negamax",)
        else "an implementation of the minimax estimate",
        f"{same:,} of {count:,} searches",
        verdict,
        f"{right}: {what} in {same:,} of {count:,} searches of 1 to {DEPTHS[-1]} plies.",
    )


def _sorting(data: Mapping[str, Measured], rules: str) -> Finding:
    found = data[search_key(rules, DEPTHS[-1])]
    plain, sorted_ = found["alpha-beta"], found["maximax"]
    asked = sorted_["evaluations"]["value"] / plain["evaluations"]["value"]
    time = sorted_["seconds"]["value"] / plain["seconds"]["value"]
    said = "pays" if time < 1 else "does not pay"
    return Finding(
        f"what sorting moves by the evaluation brings at {DEPTHS[-1]} plies ({rules} rules)",
        "",
        f"{asked:.2f} times the evaluations, {time:.2f} times the time",
        "new",
        f"R2's sorting {said} with its own evaluation: maximax asks it {asked:.2f} times as often "
        f"as plain alpha-beta does and takes {time:.2f} times as long, on average over "
        f"{plain['positions']:,} positions.",
    )


def _worth_findings(
    worth: Mapping[str, Estimate | None], budget: float, rules: str
) -> list[Finding]:
    findings = []
    for name, one in worth.items():
        if one is None or name == "minimax":
            continue
        sure = "surely" if one.low > 0 or one.high < 0 else "not surely"
        findings.append(
            observe(
                f"Elo of {name} in the time of minimax to {ANCHOR} plies ({rules} rules)",
                one,
                f"With {1000 * budget:.2g} ms a move {name} is {sure} "
                f"{'stronger' if one.value > 0 else 'weaker'} than minimax; between two depths or "
                "numbers of playouts Elo is taken to be straight in the logarithm of time.",
                digits=0,
            )
        )
    return findings


def _far_end(engine: Curve, anchor_seconds: float, rules: str) -> Finding:
    seconds, elo = engine[0]
    sure = "surely beats" if elo.low > 0 else "does not surely beat"
    return observe(
        f"Elo of the engine at {ENGINES[0]} ply over alpha-beta to {ANCHOR} ({rules} rules)",
        elo,
        f"The far end: with a learned evaluation instead of R2's the engine {sure} alpha-beta, "
        f"taking {1000 * seconds:.2g} ms a move to its {1000 * anchor_seconds:.2g}.",
        digits=0,
    )


def _search_table(data: Mapping[str, Measured], rules: str) -> Table:
    rows = []
    for depth in DEPTHS:
        for name, told in data[search_key(rules, depth)].items():
            rows.append(
                (
                    f"{name}, {depth}",
                    *(f"{told[kind]['value']:,.0f}" for kind in ("nodes", "evaluations")),
                    f"{1000 * told['seconds']['value']:.3f}",
                    f"{told['same_value']}/{told['same_move']} of {told['positions']}",
                )
            )
    head = ("search, plies", "nodes", "evaluations", "ms", "same value/move as alpha-beta")
    return Table(f"{rules} rules: searches with R2's evaluation, a position", head, tuple(rows))


def _strength_table(
    data: Mapping[str, Measured], rules: str, worth: Mapping[str, Estimate | None], budget: float
) -> Table:
    rows = []
    for name in opponents():
        told = data[games_key(rules, name)]
        search, _, depth = name.partition(":depth=")
        cost = (
            data[search_key(rules, int(depth))][search]
            if search in STRATEGIES
            else data[cost_key(rules, name)]
        )
        rows.append(
            (
                name,
                f"{told['wins']}-{told['draws']}-{told['losses']}",
                estimate_of(told, "elo").text(0),
                f"{1000 * cost['seconds']['value']:.3f}",
                f"{told['nodes'][0]:,.0f}",
            )
        )
    for name, one in worth.items():
        rows.append(
            (
                f"{name} in {1000 * budget:.2g} ms",
                "",
                "unknown" if one is None else one.text(0),
                f"{1000 * budget:.3f}",
                "",
            )
        )
    title = f"{rules} rules: against alpha-beta to {ANCHOR} plies"
    return Table(
        title, ("agent", "won-drawn-lost", "Elo", "ms a move", "nodes a move"), tuple(rows)
    )
