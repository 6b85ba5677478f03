"""What follows of the search strategies."""

from collections.abc import Mapping

import numpy as np

from obversi.arena.statistics.elo import score_from_elo
from obversi.lab.claims.several_tests import is_less, widened
from obversi.lab.estimate import Estimate
from obversi.lab.experiments.strategies.measurements import (
    ANCHOR,
    DEPTHS,
    ENDING,
    ENGINES,
    FAMILIES,
    LONGEST_MCTS,
    agents,
    cost_key,
    ending_key,
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
    # Each family is tested but minimax, which is the measure; the games that end solved are more.
    tests = len(settings.rules) * len(FAMILIES)
    for rules in settings.rules:
        curves = curves_of(data, rules)
        budget = data[search_key(rules, ANCHOR)]["minimax"]["seconds"]["value"]
        worth = {name: at_cost(curve, budget) for name, curve in curves.items() if name != "engine"}
        findings += [
            _same(data, rules, ("negamax",), "search"),
            _same(data, rules, ("maximax", "deepening", "minimax"), "value"),
            _sorting(data, rules),
            *_worth_findings(worth, budget, rules, tests),
            _ending(data, rules, settings.size, tests),
            _far_end(
                curves["engine"],
                data[search_key(rules, ANCHOR)]["alpha-beta"]["seconds"]["value"],
                rules,
                tests,
            ),
        ]
        tables += [_search_table(data, rules), _strength_table(data, rules, worth, budget)]
        told = sorted(
            ((name, one) for name, one in worth.items() if one is not None and name != "minimax"),
            key=lambda pair: -pair[1].value,
        )
        ranking = ", ".join(f"{name} {one.text(0)}" for name, one in told) or "unknown"
        answers.append(
            f"Under {rules} rules, in the time of minimax to {ANCHOR} plies "
            f"({1000 * budget:.2g} ms a move), Elo against it: {ranking}."
        )
        numbers[rules] = {
            "seconds": budget,
            "elo": {name: one.to_object() for name, one in worth.items() if one is not None},
        }
    answers.append(f"In the findings, surely means: as one of {tests} tests.")
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

    What costs less than the budget even at its best is at least as good as that: its interval has
    an open end. The same is so where all games were won on one side of the budget.
    """
    points = sorted(curve, key=lambda point: point[0])
    if not points or points[0][0] > budget:
        return None
    dearest, best = points[-1]
    if dearest < budget:
        return Estimate(best.value, best.low, float("inf"), best.count)
    place = next(number for number, (seconds, _) in enumerate(points) if seconds >= budget)
    (cheap, below), (dear, above) = points[max(place - 1, 0)], points[place]
    part = 1.0 if dear == cheap else float(np.log(budget / cheap) / np.log(dear / cheap))
    value, low, high = (
        _between(getattr(below, end), getattr(above, end), part) for end in ("value", "low", "high")
    )
    if np.isnan(value):
        return None
    return Estimate(value, low, high, max(below.count, above.count))


def _between(begin: float, end: float, part: float) -> float:
    """Return the number a part of the way from one to another, which may be endless."""
    if part in (0.0, 1.0):
        return end if part else begin
    return (1 - part) * begin + part * end


def _same(data: Mapping[str, Measured], rules: str, names: tuple[str, ...], kind: str) -> Finding:
    """Return whether searches found what alpha-beta found, everywhere."""
    told = [
        searched[name]
        for searched in (data[search_key(rules, depth)] for depth in DEPTHS)
        for name in names
        if name in searched
    ]
    count = sum(one["positions"] for one in told)
    same = sum(one[f"same_{kind}"] for one in told)
    verdict: Verdict = "agrees" if same == count else "differs"
    what = "the same value, move and nodes" if kind == "search" else f"the same {kind}"
    reported = {
        "search": "one function for both players is equivalent",
        "value": "an implementation of the minimax estimate",
    }[kind]
    is_reported = rules == "reversed"
    right = "The report was right" if verdict == "agrees" else "The report was wrong"
    return Finding(
        f"{', '.join(names)} and alpha-beta find {what} ({rules} rules)",
        reported if is_reported else "",
        f"{same:,} of {count:,} searches",
        verdict if is_reported else "new",
        f"{f'{right}: {what}' if is_reported else what.capitalize()} in {same:,} of {count:,} "
        f"searches of 1 to {DEPTHS[-1]} plies.",
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
    worth: Mapping[str, Estimate | None], budget: float, rules: str, tests: int
) -> list[Finding]:
    findings = []
    for name, one in worth.items():
        if one is None or name == "minimax":
            continue
        open_end = (
            " Its longest search takes less time, so that this is the least it is worth."
            if one.value < one.high == float("inf")
            else ""
        )
        findings.append(
            observe(
                f"Elo of {name} in the time of minimax to {ANCHOR} plies ({rules} rules)",
                one,
                f"With {1000 * budget:.2g} ms a move {name} is {_stronger(one, tests)} than "
                "minimax; between two depths or numbers of playouts Elo is taken to be straight in "
                f"the logarithm of time.{open_end}",
                digits=0,
            )
        )
    return findings


def _stronger(elo: Estimate, tests: int) -> str:
    """Say who is stronger, as one of several tests; as a score, for Elo may be endless."""
    value, low, high = (score_from_elo(end) for end in (elo.value, elo.low, elo.high))
    wide = widened(Estimate(value, low, high, elo.count), tests)
    if wide.low > 1 / 2:
        return "surely stronger"
    return "surely weaker" if wide.high < 1 / 2 else "neither surely stronger nor surely weaker"


def _ending(data: Mapping[str, Measured], rules: str, size: int, tests: int) -> Finding:
    """Tell what MCTS is worth before the end of the game, and what that says of another measure."""
    squares = ENDING[size]
    solved, whole = data[ending_key(rules)], data[games_key(rules, LONGEST_MCTS)]
    before, played = (estimate_of(told, "elo") for told in (solved, whole))
    if is_less(estimate_of(solved, "score"), estimate_of(whole, "score"), tests):
        said = (
            f"Part of what it wins is surely won in the last {squares} squares, where its playouts "
            f"see the end and {ANCHOR} plies do not"
        )
        reason = (
            "So it is no contradiction if MCTS wins games and yet loses more discs a move in the "
            "experiment leftover, whose positions leave the end out."
        )
    else:
        said = f"That it wins more if it plays the last {squares} squares itself is not sure"
        reason = (
            "So the end does not explain it if MCTS wins games and yet loses more discs a move in "
            "the experiment leftover. What else is different there: positions of R2's own games, "
            "more time for R2, and discs instead of results; which of these it is was not measured."
        )
    return observe(
        f"Elo of {LONGEST_MCTS} over alpha-beta to {ANCHOR}, the last {squares} squares perfect on "
        f"both sides ({rules} rules)",
        before,
        f"{said}: in whole games it is {_stronger(played, tests)} ({played.text(0)}), with the end "
        f"solved {_stronger(before, tests)}. {reason}",
        digits=0,
    )


def _far_end(engine: Curve, anchor_seconds: float, rules: str, tests: int) -> Finding:
    seconds, elo = engine[0]
    return observe(
        f"Elo of the engine at {ENGINES[0]} ply over alpha-beta to {ANCHOR} ({rules} rules)",
        elo,
        f"The far end: with a learned evaluation instead of R2's the engine is "
        f"{_stronger(elo, tests)} than alpha-beta, taking {1000 * seconds:.2g} ms a move to its "
        f"{1000 * anchor_seconds:.2g}.",
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
    solved = data[ending_key(rules)]
    rows.append(
        (
            f"{LONGEST_MCTS}, the end solved for both",
            "",
            estimate_of(solved, "elo").text(0),
            "",
            "",
        )
    )
    games = data[games_key(rules, LONGEST_MCTS)]["games"]
    title = f"{rules} rules: against alpha-beta to {ANCHOR} plies, {games:,} games each"
    return Table(
        title, ("agent", "won-drawn-lost", "Elo", "ms a move", "nodes a move"), tuple(rows)
    )
