"""The figure of the search strategies."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from obversi.figures import GREEN, GREY, PURPLE, new_figure
from obversi.lab.drawing.error_bars import draw_error_bars
from obversi.lab.estimate import Estimate
from obversi.lab.experiments.strategies.conclusion import curves_of
from obversi.lab.experiments.strategies.measurements import ANCHOR, DEPTHS, search_key
from obversi.lab.result import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw"]

_COLORS: Final[Mapping[str, str]] = {
    "minimax": GREY,
    "alpha-beta": GREEN,
    "maximax": PURPLE,
    "deepening": "#c8443c",
    "mcts": "#2ca7b8",
    "engine": "#8c564b",
}


def draw(result: Result) -> "Figure":
    """Draw a result."""
    figure, axes = new_figure(len(result.settings.rules), 2, height=3.6)
    for row, rules in enumerate(result.settings.rules):
        _draw_costs(axes[row, 0], result, rules)
        _draw_strength(axes[row, 1], result, rules)
    handles, labels = axes[0, 1].get_legend_handles_labels()
    figure.legend(handles, labels, ncols=len(_COLORS), loc="outside lower center")
    figure.suptitle("search strategies with R2's evaluation (triangles: at least, all games won)")
    return figure


def _draw_costs(axes: "Axes", result: Result, rules: str) -> None:
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


def _draw_strength(axes: "Axes", result: Result, rules: str) -> None:
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
        beyond = [(seconds, one.low) for seconds, one in curve if one.value == float("inf")]
        for seconds, low in beyond:
            axes.plot([1000 * seconds], [low], marker="^", color=_COLORS[name], markersize=7)
    axes.set(
        title=f"{rules} rules: strength for the time",
        xlabel="ms a move",
        ylabel=f"Elo over alpha-beta to {ANCHOR} plies",
        xscale="log",
    )
