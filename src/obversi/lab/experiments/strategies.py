"""Search strategies with one evaluation: their cost and their strength."""

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import Any

import numpy as np

from obversi.arena.statistics.elo import score_from_elo
from obversi.figures import GREEN, GREY, PURPLE, new_figure
from obversi.lab.drawing import Axes, Figure, draw_error_bars
from obversi.lab.estimate import Estimate, is_less, sure_side
from obversi.lab.experiment import Data, Experiment, Result, Settings
from obversi.lab.experiments.strategies_games import (
    ANCHOR,
    DEPTHS,
    ENDING,
    ENGINES,
    FAMILIES,
    LONGEST_MCTS,
    STRATEGIES,
    agents,
    cost_key,
    ending_key,
    games_key,
    opponents,
    search_key,
    steps,
)
from obversi.lab.finding import Conclusion, Finding, Table, Texts, Verdict
from obversi.lab.games import estimate_of
from obversi.rules import Rules

_TEXTS = Texts("strategies")

# The seconds a move and the Elo of longer and longer searches.
Curve = list[tuple[float, Estimate]]


def _conclude(settings: Settings, data: Data) -> Conclusion:
    findings, tables, answers = [], [], []
    numbers: dict[str, Any] = {}
    # All families but minimax, the standard, are tests; the games with a solved end are one more.
    tests = len(settings.rules) * len(FAMILIES)
    for rules in settings.rules:
        curves = curves_of(data, rules)
        anchor = data[search_key(rules, ANCHOR)]
        budget = anchor["minimax"]["seconds"]["value"]
        worth = {name: at_cost(curve, budget) for name, curve in curves.items() if name != "engine"}
        known = {name: one for name, one in worth.items() if one is not None}
        others = {name: one for name, one in known.items() if name != "minimax"}
        seconds, elo = curves["engine"][0]
        findings += [
            _same(data, rules, ("negamax",), "search"),
            _same(data, rules, ("maximax", "deepening", "minimax"), "value"),
            _sorting(data, rules),
            *(_worth(name, one, budget, rules, tests) for name, one in others.items()),
            _ending(data, rules, settings.size, tests),
            _TEXTS.finding(
                "engine",
                "new",
                rules=rules,
                plies=ENGINES[0],
                anchor=ANCHOR,
                elo=elo,
                stronger=_stronger(elo, tests),
                ms=1000 * seconds,
                anchor_ms=1000 * anchor["alpha-beta"]["seconds"]["value"],
            ),
        ]
        tables += [_search_table(data, rules), _strength_table(data, rules, worth, budget)]
        best_first = sorted(others.items(), key=lambda pair: -pair[1].value)
        ranking = ", ".join(f"{name} {one:.0f}" for name, one in best_first) or "unknown"
        answers.append(
            _TEXTS.text("answer", rules=rules, anchor=ANCHOR, ms=1000 * budget, ranking=ranking)
        )
        numbers[rules] = {
            "seconds": budget,
            "elo": {name: one.to_object() for name, one in known.items()},
        }
    answers.append(_TEXTS.text("surely", tests=tests))
    return Conclusion(" ".join(answers), tuple(findings), tuple(tables), numbers)


def curves_of(data: Data, rules: Rules) -> dict[str, Curve]:
    """Return for each strategy the seconds a move and the Elo over the anchor, cheapest first.

    All searches to a depth find the same values, so they are equally strong.
    """
    by_depth = {
        depth: Estimate(0.0, 0.0, 0.0)
        if depth == ANCHOR
        else estimate_of(data[games_key(rules, f"alpha-beta:depth={depth}")], "elo")
        for depth in DEPTHS
    }
    curves: dict[str, Curve] = {name: [] for name in FAMILIES}
    for depth in DEPTHS:
        for name, cost in data[search_key(rules, depth)].items():
            if name in curves:
                curves[name].append((cost["seconds"]["value"], by_depth[depth]))
    for name in agents():
        seconds = data[cost_key(rules, name)]["seconds"]["value"]
        found = estimate_of(data[games_key(rules, name)], "elo")
        curves[name.split(":")[0]].append((seconds, found))
    return curves


def at_cost(curve: Curve, budget: float) -> Estimate | None:
    """Return the Elo at `budget` seconds a move, interpolated; None if it is unknown.

    If all measured searches cost less than the budget, the strategy is at least as good as the
    longest one, and the interval has an open end. So has one between points if all games were won
    on one side of the budget.
    """
    points = sorted(curve, key=lambda point: point[0])
    if not points or points[0][0] > budget:
        return None
    dearest, best = points[-1]
    if dearest < budget:
        return Estimate(best.value, best.low, inf, best.count)
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
    """Interpolate between two numbers, which may be infinite."""
    if part in (0.0, 1.0):
        return end if part else begin
    return (1 - part) * begin + part * end


def _same(data: Data, rules: Rules, names: tuple[str, ...], kind: str) -> Finding:
    """Test whether searches found the same as alpha-beta in all positions."""
    searches = [
        by_name[name]
        for by_name in (data[search_key(rules, depth)] for depth in DEPTHS)
        for name in names
        if name in by_name
    ]
    count = sum(one["positions"] for one in searches)
    same = sum(one[f"same_{kind}"] for one in searches)
    verdict: Verdict = "agrees" if same == count else "differs"
    is_reported = rules == "reversed"
    finding = _TEXTS.finding(
        f"same_{kind}",
        verdict,
        names=", ".join(names),
        rules=rules,
        same=same,
        count=count,
        right=_TEXTS.text("right", verdict if is_reported else "new"),
        most=DEPTHS[-1],
    )
    return finding if is_reported else replace(finding, reported="", verdict="new")


def _sorting(data: Data, rules: Rules) -> Finding:
    found = data[search_key(rules, DEPTHS[-1])]
    plain, sorted_ = found["alpha-beta"], found["maximax"]
    time = sorted_["seconds"]["value"] / plain["seconds"]["value"]
    return _TEXTS.finding(
        "sorting",
        "new",
        rules=rules,
        depth=DEPTHS[-1],
        calls=sorted_["evaluations"]["value"] / plain["evaluations"]["value"],
        time=time,
        pays="pays" if time < 1 else "does not pay",
        positions=plain["positions"],
    )


def _worth(name: str, elo: Estimate, budget: float, rules: Rules, tests: int) -> Finding:
    return _TEXTS.finding(
        "worth",
        "new",
        name=name,
        anchor=ANCHOR,
        rules=rules,
        elo=elo,
        ms=1000 * budget,
        stronger=_stronger(elo, tests),
        open_end=_TEXTS.text("open_end") if elo.value < elo.high == inf else "",
    )


def _stronger(elo: Estimate, tests: int) -> str:
    """Compare by the score, because Elo may be infinite, as one of several tests."""
    value, low, high = (score_from_elo(end) for end in (elo.value, elo.low, elo.high))
    return _TEXTS.text("stronger", sure_side(Estimate(value, low, high, elo.count), 1 / 2, tests))


def _ending(data: Data, rules: Rules, size: int, tests: int) -> Finding:
    """Report the strength of MCTS before the end of the game, and the result for `leftover`."""
    solved, whole = data[ending_key(rules)], data[games_key(rules, LONGEST_MCTS)]
    before, played = (estimate_of(games, "elo") for games in (solved, whole))
    is_sure = is_less(estimate_of(solved, "score"), estimate_of(whole, "score"), tests)
    return _TEXTS.finding(
        "ending",
        "new",
        "by_the_end" if is_sure else "not_sure",
        mcts=LONGEST_MCTS,
        anchor=ANCHOR,
        rules=rules,
        squares=ENDING[size],
        before=before,
        stronger=_stronger(before, tests),
        whole=played,
        whole_stronger=_stronger(played, tests),
    )


def _search_table(data: Data, rules: Rules) -> Table:
    rows = tuple(
        (
            f"{name}, {depth}",
            *(f"{cost[kind]['value']:,.0f}" for kind in ("nodes", "evaluations")),
            f"{1000 * cost['seconds']['value']:.3f}",
            f"{cost['same_value']}/{cost['same_move']} of {cost['positions']}",
        )
        for depth in DEPTHS
        for name, cost in data[search_key(rules, depth)].items()
    )
    head = ("search, plies", "nodes", "evaluations", "ms", "same value/move as alpha-beta")
    return Table(f"{rules} rules: searches with R2's evaluation, a position", head, rows)


def _strength_table(
    data: Data, rules: Rules, worth: Mapping[str, Estimate | None], budget: float
) -> Table:
    rows = []
    for name in opponents():
        games = data[games_key(rules, name)]
        search, _, depth = name.partition(":depth=")
        cost = (
            data[search_key(rules, int(depth))][search]
            if search in STRATEGIES
            else data[cost_key(rules, name)]
        )
        rows.append(
            (
                name,
                f"{games['wins']}-{games['draws']}-{games['losses']}",
                estimate_of(games, "elo").text(0),
                f"{1000 * cost['seconds']['value']:.3f}",
                f"{games['nodes'][0]:,.0f}",
            )
        )
    ms = 1000 * budget
    for name, one in worth.items():
        elo = "unknown" if one is None else one.text(0)
        rows.append((f"{name} in {ms:.2g} ms", "", elo, f"{ms:.3f}", ""))
    solved = estimate_of(data[ending_key(rules)], "elo")
    rows.append((f"{LONGEST_MCTS}, the end solved for both", "", solved.text(0), "", ""))
    count = data[games_key(rules, LONGEST_MCTS)]["games"]
    title = f"{rules} rules: against alpha-beta to {ANCHOR} plies, {count:,} games each"
    head = ("agent", "won-drawn-lost", "Elo", "ms a move", "nodes a move")
    return Table(title, head, tuple(rows))


_COLORS: Mapping[str, str] = {
    "minimax": GREY,
    "alpha-beta": GREEN,
    "maximax": PURPLE,
    "deepening": "#c8443c",
    "mcts": "#2ca7b8",
    "engine": "#8c564b",
}


def _draw(result: Result) -> Figure:
    figure, axes = new_figure(len(result.settings.rules), 2, height=3.6)
    for row, rules in enumerate(result.settings.rules):
        _draw_costs(axes[row, 0], result, rules)
        _draw_strength(axes[row, 1], result, rules)
    handles, labels = axes[0, 1].get_legend_handles_labels()
    figure.legend(handles, labels, ncols=len(_COLORS), loc="outside lower center")
    figure.suptitle("search strategies with R2's evaluation (triangles: at least, all games won)")
    return figure


def _draw_costs(axes: Axes, result: Result, rules: Rules) -> None:
    for name, color in _COLORS.items():
        points = [
            (depth, Estimate.from_object(result.data[search_key(rules, depth)][name]["seconds"]))
            for depth in DEPTHS
            if name in result.data[search_key(rules, depth)]
        ]
        if points:
            draw_error_bars(
                axes,
                [depth for depth, _ in points],
                [one for _, one in points],
                1000,
                color=color,
                marker="o",
                markersize=3.5,
            )
    axes.set(
        title=f"{rules} rules: what a search costs",
        xlabel="plies",
        ylabel="ms a position",
        yscale="log",
    )


def _draw_strength(axes: Axes, result: Result, rules: Rules) -> None:
    axes.axvline(1000 * result.numbers[rules]["seconds"], color=GREY, linewidth=1, linestyle=":")
    axes.axhline(0, color=GREY, linewidth=1)
    for name, curve in curves_of(result.data, rules).items():
        draw_error_bars(
            axes,
            [1000 * seconds for seconds, _ in curve],
            [one for _, one in curve],
            color=_COLORS[name],
            marker="o",
            markersize=3.5,
            label="alpha-beta, negamax" if name == "alpha-beta" else name,
        )
        beyond = [(seconds, one.low) for seconds, one in curve if one.value == inf]
        for seconds, low in beyond:
            axes.plot([1000 * seconds], [low], marker="^", color=_COLORS[name], markersize=7)
    axes.set(
        title=f"{rules} rules: strength for the time",
        xlabel="ms a move",
        ylabel=f"Elo over alpha-beta to {ANCHOR} plies",
        xscale="log",
    )


EXPERIMENT = Experiment(
    name="strategies",
    title="Search strategies under one evaluation",
    report="R2, 4.3",
    question="With one evaluation, which search finds the most for its nodes and its time?",
    unit="games for each search",
    games=300,
    seconds=86,
    steps=steps,
    conclude=_conclude,
    draw=_draw,
)
