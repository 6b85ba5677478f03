"""Minimax against alpha-beta by depth: nodes, time, and the branching that pruning leaves.

R4 drew this as a graph that is lost; of it there are the words that games have 58 moves, that a
position has 10, and that alpha-beta makes almost 8 of these.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from obversi.figures import GREY, RULES, new_figure
from obversi.lab.drawing.error_bars import draw_error_bars
from obversi.lab.estimate import Estimate, mean
from obversi.lab.experiment import Experiment
from obversi.lab.experiments.minimax.search_pairs import (
    PARTS,
    SEARCHES,
    count_both,
    play_itself,
    time_both,
)
from obversi.lab.experiments.tree_growth import branching, paired_quotient
from obversi.lab.finding import Finding, Verdict, compare, observe
from obversi.lab.result import Conclusion, Result, Table
from obversi.lab.settings import Settings
from obversi.lab.step import Measured, Step

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["EXPERIMENT"]

_LINES: Final = {"minimax": "--", "alpha-beta": "-"}

# Who plays when the length of games is taken.
_PLAYERS: Final = ("random", "r4:depth=3")
_R4_LENGTH, _R4_BRANCHING, _R4_PRUNED = 58.0, 10.0, 8.0


def _steps(settings: Settings) -> list[Step]:
    steps = []
    for rules in settings.rules:
        for depth in PARTS:
            steps += [
                Step(f"{rules} nodes {depth}", partial(count_both, settings, rules, depth)),
                Step(f"{rules} time {depth}", partial(time_both, settings, rules, depth)),
            ]
        for player in _PLAYERS:
            steps.append(
                Step(f"{rules} games {player}", partial(play_itself, settings, rules, player))
            )
    return steps


def _conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    deepest = max(PARTS)
    findings = [
        _sameness(settings, data),
        *(_savings(rules, deepest - 1, data) for rules in settings.rules),
    ]
    if settings.size == 8 and "normal" in settings.rules:
        findings += [*_games_of_r4(data), _branching_of_r4(data)]
    saved = {
        rules: paired_quotient(*_counted(rules, deepest, data).values()) for rules in settings.rules
    }
    summary = " ".join(
        f"Under {rules} rules minimax to {deepest} plies looks at {one.text(0)} times the nodes of "
        f"alpha-beta, by {one.count:,} positions."
        for rules, one in saved.items()
    )
    return Conclusion(
        summary,
        tuple(findings),
        tuple(_table(rules, data) for rules in settings.rules),
        {"times as many nodes": {rules: one.to_object() for rules, one in saved.items()}},
    )


def _sameness(settings: Settings, data: Mapping[str, Measured]) -> Finding:
    steps = [data[f"{rules} time {depth}"] for rules in settings.rules for depth in PARTS]
    count = sum(len(one["seconds"]["minimax"]) for one in steps)
    same = sum(one["same"] for one in steps)
    return Finding(
        "alpha-beta finds what minimax finds",
        "the same move",
        f"{same:,} of {count:,} moves and values",
        "agrees" if same == count else "differs",
        "It leaves out only what cannot matter, in every search that was made."
        if same == count
        else "In some searches they differ, which must not be.",
    )


def _savings(rules: str, depth: int, data: Mapping[str, Measured]) -> Finding:
    """Set time beside nodes, both of the positions that were timed."""
    one = data[f"{rules} time {depth}"]
    nodes, seconds = (paired_quotient(*one[what].values()) for what in ("nodes", "seconds"))
    a_node = seconds.value / nodes.value
    return observe(
        f"time of minimax over that of alpha-beta, {depth} plies, {rules}",
        seconds,
        f"In the same {seconds.count:,} positions it has {nodes.value:,.1f} times the nodes: a "
        f"node of minimax takes {a_node:.2f} times as long as one of alpha-beta.",
        digits=1,
    )


def _games_of_r4(data: Mapping[str, Measured]) -> list[Finding]:
    found = []
    for player in _PLAYERS:
        one = data[f"normal games {player}"]
        length, moves = mean(one["length"]), mean(one["branching"])
        found += [
            compare(
                f"moves of a game, {player} against itself",
                _R4_LENGTH,
                length,
                f"Games are {length.value - _R4_LENGTH:+.1f} moves from the report's length.",
                tolerance=1.0,
            ),
            compare(
                f"moves to choose from, {player} against itself"
                + ("" if player == "random" else " after a random opening"),
                _R4_BRANCHING,
                moves,
                f"The report has {_R4_BRANCHING / moves.value:.2f} times ours; it gives a round "
                "number, and does not say whose games it looked at.",
                tolerance=1.0,
            ),
        ]
    return found


def _branching_of_r4(data: Mapping[str, Measured]) -> Finding:
    factors = {depth: _branchings("normal", depth, data) for depth in PARTS}
    ratios = {
        depth: paired_quotient(one["alpha-beta"], one["minimax"]) for depth, one in factors.items()
    }
    plain, pruned = (mean(factors[max(PARTS)][name]) for name in SEARCHES)
    wanted = _R4_PRUNED / _R4_BRANCHING
    # At one ply nothing can be cut.
    asked = [depth for depth in ratios if depth > 1]
    near = min(asked, key=lambda depth: abs(ratios[depth].value - wanted))
    last = max(ratios)
    shares = [ratios[depth].value for depth in asked]
    falling = all(more > less for more, less in pairwise(shares))
    verdict: Verdict = "differs"
    if any(ratios[depth].holds(wanted) for depth in asked):
        verdict = "agrees" if ratios[last].holds(wanted) else "open"
    return Finding(
        "pruning makes 8 of a branching of 10",
        f"{_R4_PRUNED:g} of {_R4_BRANCHING:g}: {wanted:.0%}",
        f"{pruned.text()} of {plain.value:.2f} at depth {last}: {ratios[last].value:.0%}",
        verdict,
        f"The share {'shrinks with every ply' if falling else 'goes'} from {shares[0]:.0%} at "
        f"depth {asked[0]} to {shares[-1]:.0%} at depth {last}. The report does not say how deep "
        f"it looked; nearest to its share is depth {near}, with "
        f"{ratios[near].text(0, percent=True)}.",
    )


def _branchings(rules: str, depth: int, data: Mapping[str, Measured]) -> dict[str, list[float]]:
    nodes = _counted(rules, depth, data)
    return {name: [branching(count, depth) for count in nodes[name]] for name in SEARCHES}


def _counted(rules: str, depth: int, data: Mapping[str, Measured]) -> dict[str, list[int]]:
    """Return the nodes of both searches, of the same positions."""
    nodes = data[f"{rules} nodes {depth}"]
    return {name: nodes[name] for name in SEARCHES}


def _table(rules: str, data: Mapping[str, Measured]) -> Table:
    rows = []
    for depth in PARTS:
        counted, timed = _counted(rules, depth, data), data[f"{rules} time {depth}"]
        nodes = {name: mean(counted[name]) for name in SEARCHES}
        times = {name: mean(timed["seconds"][name]) for name in SEARCHES}
        factors = _branchings(rules, depth, data)
        rows.append(
            (
                str(depth),
                f"{nodes['minimax'].count:,}",
                *(nodes[name].text(0) for name in SEARCHES),
                paired_quotient(*counted.values()).text(1),
                *(mean(factors[name]).text() for name in SEARCHES),
                f"{times['minimax'].count:,}",
                *(f"{1000 * times[name].value:.3f}" for name in SEARCHES),
                paired_quotient(*timed["nodes"].values()).text(1),
                paired_quotient(*timed["seconds"].values()).text(1),
            )
        )
    names = SEARCHES
    return Table(
        f"By depth, {rules} rules; how many positions were counted and timed",
        (
            *("depth", "counted", *(f"nodes, {name}" for name in names), "times as many"),
            *(f"branching, {name}" for name in names),
            *("timed", *(f"ms, {name}" for name in names)),
            *("times as many nodes of the timed", "times as long"),
        ),
        tuple(rows),
    )


def _draw(result: Result) -> "Figure":
    figure, axes = new_figure(1, 3, height=3.6, width=10.0)
    nodes, seconds, factors = axes[0]
    for rules in result.settings.rules:
        for name in SEARCHES:
            counted = [_counted(rules, depth, result.data)[name] for depth in PARTS]
            timed = [result.data[f"{rules} time {depth}"]["seconds"][name] for depth in PARTS]
            label = f"{name}, {rules}"
            look = {"color": RULES[rules], "ls": _LINES[name], "marker": "o", "ms": 3}
            _draw_line(nodes, [mean(one) for one in counted], label, look)
            _draw_line(seconds, [mean(one) for one in timed], label, look)
            seen = [mean(_branchings(rules, depth, result.data)[name]) for depth in PARTS]
            _draw_line(factors, seen, label, look)
    nodes.set(yscale="log", xlabel="depth (plies)", ylabel="nodes of a search")
    nodes.set_title("Nodes")
    seconds.set(yscale="log", xlabel="depth (plies)", ylabel="seconds of a search")
    seconds.set_title("Time")
    factors.set(xlabel="depth (plies)", ylabel="branching factor")
    factors.set_title("Branching that is left")
    if result.settings.size == 8:
        ends, told = [max(PARTS) + 0.4] * 2, [_R4_BRANCHING, _R4_PRUNED]
        (report,) = factors.plot(ends, told, "D", color=GREY, label="the report (R4)")
        factors.legend(handles=[report], loc="lower left")
    factors.set_ylim(bottom=0)
    nodes.legend(loc="upper left")
    return figure


def _draw_line(diagram: "Axes", means: list[Estimate], label: str, look: dict[str, Any]) -> None:
    # An interval that reaches below nothing cannot be drawn to a logarithmic scale.
    above = [
        replace(one, low=max(one.low, one.value / 10)) if isfinite(one.low) else one
        for one in means
    ]
    draw_error_bars(diagram, list(PARTS), above, label=label, **look)


EXPERIMENT: Final = Experiment(
    name="minimax",
    title="Minimax against alpha-beta",
    report="R4 and R0",
    question="How much does alpha-beta save, in nodes and time, and does it find the same moves?",
    unit="positions",
    games=1000,
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
    seconds=55,
)
