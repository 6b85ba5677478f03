"""What alpha-beta saves: nodes by round and by depth against minimax, and R2's fit of them.

R2 counts nodes as its search does: the positions of the last ply are judged, not searched, and are
no nodes. So does `maximax`, and minimax is counted in the same way here: to a ply less.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from obversi.figures import GREEN, GREY, PURPLE, RULES, new_figure
from obversi.lab.estimate import Estimate, mean
from obversi.lab.experiment import Experiment
from obversi.lab.experiments.breadth.counts import middle_rounds
from obversi.lab.experiments.pruning.report import R2_BY_DEPTH, beside_r2_nodes
from obversi.lab.experiments.pruning.tree_counts import (
    least_nodes,
    minimax_nodes,
    nodes_by_depth,
    search_nodes,
)
from obversi.lab.experiments.r2_tables import R2_NODES
from obversi.lab.experiments.tree_growth import (
    growth,
    mean_of_means,
    power_fit,
    quotient_of_means,
    root_fit,
)
from obversi.lab.finding import observe
from obversi.lab.positions.sampling import random_positions
from obversi.lab.result import Conclusion, Result, Table
from obversi.lab.settings import Settings
from obversi.lab.step import Measured, Step, Watch
from obversi.textbook import alpha_beta, maximax

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["EXPERIMENT"]

_DEPTH: Final = 8
_DEPTHS: Final = tuple(range(1, _DEPTH + 1))
_R2: Final = "r2"
_POSITION: Final = "r2-position"


def _steps(settings: Settings) -> list[Step]:
    by_round = [
        Step(f"round {number}", partial(_by_round, settings, number))
        for number in range(4, settings.size**2)
    ]
    names = ("minimax", "plain", *settings.rules)
    return [*by_round, *(Step(f"depths {one}", partial(_by_depth, settings, one)) for one in names)]


def _main(settings: Settings) -> str:
    """Return the rule set that most is measured under: the report's, if it is asked for."""
    return "reversed" if "reversed" in settings.rules else settings.rules[0]


def _by_round(settings: Settings, number: int, watch: Watch) -> Measured:
    """Search positions of a round to eight plies; what is beside the question gets fewer."""
    count = max(2, settings.games // (settings.size**2 - 4))
    positions = random_positions(count, number, settings.size, settings.seed * 1009 + number)
    some, few = positions[: max(2, (count + 2) // 3)], positions[: max(2, count // 4)]
    main = _main(settings)
    found: dict[str, Any] = {}
    found["minimax"] = minimax_nodes(settings, positions, _DEPTH)[-1]
    watch(0.4)
    found["position"] = search_nodes(settings, few, main, maximax, _POSITION, _DEPTH)
    watch(0.5)
    for rules in settings.rules:
        searched = positions if rules == main else some
        found[rules] = search_nodes(settings, searched, rules, maximax, _R2, _DEPTH)
    watch(0.8)
    found["plain"] = search_nodes(settings, few, main, alpha_beta, _R2, _DEPTH)
    return found


def _by_depth(settings: Settings, name: str, watch: Watch) -> Measured:
    """Search positions of one round, R2's 25, to all depths."""
    count, main = max(2, settings.games // 16), _main(settings)
    first = middle_rounds(settings.size)[0]
    positions = random_positions(count, first, settings.size, settings.seed * 1009)
    if name == "minimax":
        return minimax_nodes(settings, positions, _DEPTH)
    some = positions if name == main else positions[: max(2, count // 2)]
    rules, search = (main, alpha_beta) if name == "plain" else (name, maximax)
    return nodes_by_depth(settings, some, rules, search, _R2, _DEPTHS, watch)


def _depths(data: Mapping[str, Measured]) -> dict[str, list[list[int]]]:
    """Return the nodes of searches by depth, by the names of what was searched."""
    return {key.split()[1]: one for key, one in data.items() if key.startswith("depths ")}


def _conclude(settings: Settings, data: Mapping[str, Measured]) -> Conclusion:
    depths, main = _depths(data), _main(settings)
    first, last = middle_rounds(settings.size)[0], settings.size**2 - 1
    rounds = [one for key, one in data.items() if key.startswith("round ")]
    whole = {
        name: mean_of_means([one[name] for one in rounds])
        for name in (main, "minimax", "position", "plain")
    }
    ratio = quotient_of_means([one["minimax"] for one in rounds], [one[main] for one in rounds])
    grown, breadth = growth(depths[main]), growth(depths["minimax"])
    summary = (
        f"To {_DEPTH} plies, alpha-beta with sorted moves looks at {whole[main].value:,.0f} nodes "
        f"on average over rounds 4 to {last} under {main} rules, and minimax at "
        f"{whole['minimax'].value:,.0f} in the same {ratio.count:,} positions, "
        f"{ratio.text(0)} times as many. "
        f"At round {first} a ply multiplies the nodes by {grown.text()}, and those of "
        f"minimax by {breadth.value:.2f}, of which the root is {breadth.value**0.5:.2f}, in "
        f"{grown.count:,} positions."
    )
    findings = (
        tuple(beside_r2_nodes(rounds, depths))
        if settings.size == 8 and main == "reversed"
        else (
            observe(
                "minimax over alpha-beta, means over all rounds",
                ratio,
                "R2's numbers are of reversed rules on 8×8.",
                digits=0,
            ),
        )
    )
    return Conclusion(
        summary,
        findings,
        (_depth_table(settings, depths), _round_table(settings, data)),
        {
            "mean over rounds": {name: one.to_object() for name, one in whole.items()},
            "ratio": ratio.to_object(),
            "growth": {name: growth(nodes).to_object() for name, nodes in depths.items()},
        },
    )


def _depth_table(settings: Settings, depths: Measured) -> Table:
    main = _main(settings)
    seen = [float(np.mean(nodes)) for nodes in depths[main]]
    breadth = growth(depths["minimax"]).value
    powers = [breadth ** (depth / 2) for depth in _DEPTHS]
    root, (scale, factor) = root_fit(powers, seen), power_fit(depths[main])
    rows = [
        (
            str(depth),
            f"{np.mean(depths['minimax'][depth - 1]):,.0f}",
            f"{np.mean(depths['plain'][depth - 1]):,.0f}",
            *(mean(depths[rules][depth - 1]).text(0) for rules in settings.rules),
            f"{R2_BY_DEPTH[depth]:,.2f}" if depth in R2_BY_DEPTH and settings.size == 8 else "",
            f"{root.nodes(powers)[depth - 1]:,.0f}",
            f"{scale * factor**depth:,.0f}",
            f"{least_nodes(breadth, depth):,.0f}",
        )
        for depth in _DEPTHS
    ]
    return Table(
        f"Nodes by depth at round {middle_rounds(settings.size)[0]}; fits of {main} rules",
        (
            *_head(settings, "depth", {name: len(nodes[0]) for name, nodes in depths.items()}),
            f"{root.h:.3g}·√{breadth:.2f}^d {root.c:+,.0f}",
            f"{scale:.3g}·{factor:.2f}^d",
            "least possible",
        ),
        tuple(rows),
    )


def _round_table(settings: Settings, data: Mapping[str, Measured]) -> Table:
    rows = [
        (
            str(number),
            f"{np.mean(one['minimax']):,.0f}",
            f"{np.mean(one['plain']):,.0f}",
            *(mean(one[rules]).text(0) for rules in settings.rules),
            f"{R2_NODES[number]:,.0f}" if settings.size == 8 else "",
        )
        for number in range(4, settings.size**2)
        for one in (data[f"round {number}"],)
    ]
    counts = {name: len(nodes) for name, nodes in data["round 4"].items()}
    head = _head(settings, "round", counts)
    return Table(f"Nodes to {_DEPTH} plies, by round", head, tuple(rows))


def _head(settings: Settings, first: str, counts: Mapping[str, int]) -> tuple[str, ...]:
    """Name the columns, and say how many positions each number of them rests on."""
    return (
        first,
        f"minimax ({counts['minimax']} positions)",
        f"alpha-beta, unsorted ({counts['plain']})",
        *(f"sorted, {rules} ({counts[rules]})" for rules in settings.rules),
        "the report",
    )


def _draw(result: Result) -> "Figure":
    figure, axes = new_figure(1, 2, height=4.0, width=9.0)
    _draw_rounds(axes[0, 0], result)
    _draw_depths(axes[0, 1], result)
    return figure


def _draw_rounds(diagram: "Axes", result: Result) -> None:
    numbers = range(4, result.settings.size**2)
    data = [result.data[f"round {number}"] for number in numbers]
    for name, label, color in _curves(result.settings):
        _draw_means(diagram, numbers, [mean(one[name]) for one in data], label, color)
    if result.settings.size == 8:
        diagram.plot(numbers, R2_NODES[4:64], "D", color=GREY, ms=3, label="the report")
    diagram.set(yscale="log", xlabel="round (discs on the board)", ylabel="nodes")
    diagram.set_title(f"Nodes to {_DEPTH} plies, by round")


def _draw_depths(diagram: "Axes", result: Result) -> None:
    depths = _depths(result.data)
    for name, label, color in _curves(result.settings):
        _draw_means(diagram, _DEPTHS, [mean(nodes) for nodes in depths[name]], label, color)
    breadth = growth(depths["minimax"]).value
    least = [least_nodes(breadth, depth) for depth in _DEPTHS]
    diagram.plot(_DEPTHS, least, ls="--", color=GREY, label="least possible (Knuth and Moore)")
    if result.settings.size == 8:
        diagram.plot(
            list(R2_BY_DEPTH), list(R2_BY_DEPTH.values()), "D", color=GREY, label="the report"
        )
    diagram.set(yscale="log", xlabel="depth (plies)", ylabel="nodes")
    diagram.set_title(f"Nodes by depth, at round {middle_rounds(result.settings.size)[0]}")
    diagram.legend(loc="upper left")


def _curves(settings: Settings) -> list[tuple[str, str, str]]:
    """Return what is drawn in both diagrams: its name in the data, its label and its colour."""
    return [
        ("minimax", "minimax, counted", PURPLE),
        ("plain", f"alpha-beta, {_main(settings)}", GREEN),
        *((rules, f"with sorted moves, {rules}", RULES[rules]) for rules in settings.rules),
    ]


def _draw_means(
    diagram: "Axes", across: Sequence[int], means: list[Estimate], label: str, color: str
) -> None:
    values = np.array([one.value for one in means])
    # An interval that reaches below nothing cannot be drawn to a logarithmic scale; Matplotlib
    # leaves out what has an open end.
    low = np.array([max(one.low, one.value / 10) for one in means])
    high = np.array([min(one.high, 10 * one.value) if one.high < inf else inf for one in means])
    diagram.plot(across, values, color=color, label=label)
    diagram.fill_between(across, low, high, color=color, alpha=0.2, lw=0)


EXPERIMENT: Final = Experiment(
    name="pruning",
    title="What alpha-beta saves",
    report="R2, 4.1.2",
    question="How many nodes has alpha-beta, by round and by depth, and how many has minimax?",
    unit="positions",
    games=1020,
    steps=_steps,
    conclude=_conclude,
    draw=_draw,
    seconds=78,
)
