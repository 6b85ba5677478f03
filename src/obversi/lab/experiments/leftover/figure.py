"""The figure of the time left over."""

from typing import TYPE_CHECKING

import numpy as np

from obversi.figures import GREY, RULES, new_figure
from obversi.lab.drawing.error_bars import draw_error_bars
from obversi.lab.estimate import Estimate
from obversi.lab.experiments.leftover.measurements import (
    AS_IS,
    CHOOSE,
    ENGINE_DEPTH,
    KINDS,
    LEADS,
    REST,
    SECONDS,
    USES,
    WAYS,
    key,
    overruled,
)
from obversi.lab.result import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw"]


def draw(result: Result) -> "Figure":
    """Draw a result."""
    figure, axes = new_figure(2, 2, height=3.4)
    for column, kind in enumerate(KINDS):
        _draw_ways(axes[0, column], result, kind)
        _draw_leads(axes[1, column], result, kind)
    figure.suptitle(
        f"{1000 * SECONDS:g} ms a move, spent in other ways than R2 does, in positions of its games"
    )
    return figure


def _draw_ways(axes: "Axes", result: Result, kind: str) -> None:
    axes.axhline(0, color=GREY, linewidth=1)
    for number, rules in enumerate(result.settings.rules):
        ways = result.numbers[f"{rules} {kind} game"]["ways"]
        lost = ways[AS_IS]["discs"]["value"]
        draw_error_bars(
            axes,
            np.arange(len(WAYS) - 1) + 0.15 * number,
            [Estimate.from_object(ways[name]["saved"]) for name in WAYS[1:]],
            color=RULES[rules],
            linestyle="none",
            marker="o",
            label=f"{rules} rules (R2 loses {lost:.2f})",
        )
    axes.set_xticks(
        range(len(WAYS) - 1), ["R2\nwith q = 1", "R2, then\na fifth", "R2, then\nthe rest", "MCTS"]
    )
    judge = "exact" if kind == "end" else f"by the engine at {ENGINE_DEPTH} plies"
    axes.set(title=f"{kind} game, {judge}", ylabel="discs saved a move")
    axes.legend(loc="lower left")


def _draw_leads(axes: "Axes", result: Result, kind: str) -> None:
    axes.axhline(0, color=GREY, linewidth=1)
    for rules in result.settings.rules:
        for use in USES:
            ways = result.data[key(rules, kind, use)]["ways"]
            found = [Estimate.from_object(ways[overruled(REST, lead)]["saved"]) for lead in LEADS]
            label = f"{rules}, positions {use}"
            if use == CHOOSE:
                values = [one.value for one in found]
                axes.plot(LEADS, values, color=RULES[rules], linestyle=":", label=label)
            else:
                draw_error_bars(
                    axes, LEADS, found, color=RULES[rules], marker="o", markersize=3.5, label=label
                )
    axes.set(
        title=f"{kind} game: MCTS for the rest of the time",
        xlabel="lead in won playouts that overrules R2's move",
        ylabel="discs saved a move",
    )
    axes.legend(loc="lower right")
