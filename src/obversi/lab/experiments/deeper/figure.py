"""The figure of deeper search."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from obversi.figures import GREEN, GREY, PURPLE, RULES, new_figure
from obversi.lab.drawing.error_bars import draw_error_bars
from obversi.lab.estimate import Estimate
from obversi.lab.experiments.deeper.measurements import (
    DEPTHS,
    EMPTIES,
    EXACT_DEPTHS,
    exact_key,
    games_key,
)
from obversi.lab.games.duel import estimate_of
from obversi.lab.result import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw"]

# How each is drawn: a colour, and a line.
_LOOKS: Final[Mapping[str, tuple[str, str]]] = {
    "r0-adjusted": ("#8c564b", "-"),
    "r1": ("#c8443c", ":"),
    "r1-corrected": ("#c8443c", "-"),
    "r2": (GREEN, "-"),
    "r3": (PURPLE, "-"),
    "r4": ("#2ca7b8", "-"),
    "discs": (GREY, "--"),
}


def draw(result: Result) -> "Figure":
    """Draw a result."""
    rule_sets = result.settings.rules
    figure, axes = new_figure(len(rule_sets) + 1, 2, height=3.3)
    for row, rules in enumerate(rule_sets):
        _draw_scores(axes[row, 0], result, rules)
        _draw_lost(axes[row, 1], result, rules)
    handles, labels = axes[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, ncols=len(_LOOKS), loc="outside lower center")
    for column, kind in enumerate(("better", "worse")):
        _draw_share(axes[-1, column], result, kind)
    axes[-1, 1].sharey(axes[-1, 0])
    figure.suptitle("does deeper search play better?")
    return figure


def _draw_scores(axes: "Axes", result: Result, rules: str) -> None:
    axes.axhline(50, color=GREY, linewidth=1)
    for number, (name, (color, line)) in enumerate(_LOOKS.items()):
        scores = [
            estimate_of(result.data[games_key(rules, name, depth)], "score") for depth in DEPTHS
        ]
        x = np.array(DEPTHS) + 0.04 * (number - len(_LOOKS) / 2)
        draw_error_bars(
            axes, x, scores, 100, color=color, linestyle=line, marker="o", markersize=3, label=name
        )
    games = [result.data[games_key(rules, "r4", depth)]["games"] for depth in DEPTHS]
    most = result.data[games_key(rules, "r2", DEPTHS[-1])]["games"]
    axes.set(
        title=f"{rules} rules: one ply more",
        xlabel=f"plies of the opponent (games; r2 always {most:,})",
        ylabel="points of 100",
        ylim=(-3, 103),
    )
    labels = [f"{depth} ({count:,})" for depth, count in zip(DEPTHS, games, strict=True)]
    axes.set_xticks(DEPTHS, labels)


def _draw_lost(axes: "Axes", result: Result, rules: str) -> None:
    depths = EXACT_DEPTHS[result.settings.size]
    for number, (name, (color, line)) in enumerate(_LOOKS.items()):
        told = result.data[exact_key(rules, name)]["discs"]
        draw_error_bars(
            axes,
            np.array(depths) + 0.04 * (number - len(_LOOKS) / 2),
            [Estimate.from_object(one) for one in told],
            color=color,
            linestyle=line,
            marker="o",
            markersize=3,
        )
    axes.set(
        title=f"{rules} rules: {EMPTIES[result.settings.size]} empty squares, exact",
        xlabel=f"plies ({result.data[exact_key(rules, 'r2')]['positions']:,} positions)",
        ylabel="discs lost a move",
        xticks=depths,
        ylim=(0, None),
    )


def _draw_share(axes: "Axes", result: Result, kind: str) -> None:
    depths = EXACT_DEPTHS[result.settings.size][:-1]
    for rules in result.settings.rules:
        told = result.data[exact_key(rules, "r2")][kind]
        draw_error_bars(
            axes,
            depths,
            [Estimate.from_object(one) for one in told],
            100,
            color=RULES[rules],
            marker="o",
            markersize=3.5,
            label=f"{rules} rules",
        )
    axes.set(
        title=f"r2: one ply more chooses a {kind} move",
        xlabel="plies without the one",
        ylabel="% of positions",
        xticks=depths,
        ylim=(0, None),
    )
    axes.legend()
