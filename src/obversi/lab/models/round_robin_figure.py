"""The figure of a round robin: who beats whom, and by how much."""

from math import cos, pi, sin
from typing import TYPE_CHECKING

import numpy as np

from obversi.figures import GREY, RULES, new_figure
from obversi.lab.drawing.scores import score_map
from obversi.lab.models.round_robin import Cycle, RoundRobin

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw_round_robin", "graph_panel", "score_panel"]

_CYCLES_SHOWN = 3


def draw_round_robin(table: RoundRobin) -> "Figure":
    """Draw the beating relation as arrows with its cycles marked, and the table of scores."""
    figure, axes = new_figure(1, 2, height=4.2, width=9.0)
    graph_panel(axes[0, 0], table)
    score_panel(axes[0, 1], table)
    return figure


def graph_panel(axes: "Axes", table: RoundRobin) -> None:
    """Draw agents on a circle, the best at the top and on clockwise, and arrows to the beaten.

    The surest cycles have the colour of the rules; a broken line is not sure.
    """
    names = list(table.points)
    places = {
        name: (sin(2 * pi * number / len(names)), cos(2 * pi * number / len(names)))
        for number, name in enumerate(names)
    }
    sure = tuple(cycle for cycle in table.cycles[:_CYCLES_SHOWN] if cycle.is_sure)
    marked = _steps(sure or table.cycles[:1])
    for one in table.encounters:
        for seen in (one, one.reversed()):
            if seen.score.value > 0.5:
                in_cycle = (seen.a, seen.b) in marked
                axes.annotate(
                    "",
                    places[seen.b],
                    places[seen.a],
                    arrowprops={
                        "arrowstyle": "-|>",
                        "color": RULES[table.rules] if in_cycle else GREY,
                        "alpha": 1.0 if in_cycle else 0.3,
                        "linewidth": 2.0 if in_cycle else 0.7,
                        "linestyle": "-" if seen.score.low > 0.5 else ":",
                        "shrinkA": 6,
                        "shrinkB": 6,
                    },
                )
    for name, (x, y) in places.items():
        axes.plot(x, y, "o", color=RULES[table.rules] if _is_in(name, marked) else GREY)
        side = "left" if x > 0.2 else "right" if x < -0.2 else "center"
        level = "bottom" if y > 0.9 else "top" if y < -0.9 else "center"
        axes.text(1.1 * x, 1.1 * y, name, ha=side, va=level, fontsize=8)
    axes.set_xlim(-1.9, 1.9)
    axes.set_ylim(-1.25, 1.25)
    axes.set_axis_off()
    axes.set_title(f"Who beats whom, {table.rules} rules: {_told(table)}")


def score_panel(axes: "Axes", table: RoundRobin) -> None:
    """Draw the points of each agent (line) against each other one (column), of 100."""
    names = list(table.points)
    order = [table.agents.index(name) for name in names]
    scores = table.scores[order][:, order]
    points = np.where(np.eye(len(names), dtype=bool), np.nan, 100 * scores)
    score_map(axes, points, names, names)
    axes.tick_params(labelsize=7.5)
    for label in axes.get_xticklabels():
        label.set(rotation=40, ha="right", rotation_mode="anchor")
    games = table.encounters[0].score.count
    axes.set_title(f"Points of the line in 100 games ({games:,} played)")


def _steps(cycles: tuple[Cycle, ...]) -> set[tuple[str, str]]:
    return {
        step
        for cycle in cycles
        for step in zip(cycle.agents, (*cycle.agents[1:], cycle.agents[0]), strict=True)
    }


def _is_in(name: str, steps: set[tuple[str, str]]) -> bool:
    return any(name in step for step in steps)


def _told(table: RoundRobin) -> str:
    sure = sum(cycle.is_sure for cycle in table.cycles)
    if not table.cycles:
        return "no cycle"
    return f"{len(table.cycles)} cycle{'' if len(table.cycles) == 1 else 's'}, {sure} sure"
