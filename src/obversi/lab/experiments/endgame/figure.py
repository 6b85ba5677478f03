"""The figure of the endgame solver."""

from typing import TYPE_CHECKING, Any

from obversi.figures import GREY, RULES, new_figure
from obversi.lab.drawing.error_bars import draw_error_bars
from obversi.lab.estimate import Estimate
from obversi.lab.experiments.endgame.conclusion import of
from obversi.lab.experiments.endgame.measurements import (
    DEPTH,
    SQUARES,
    USUAL,
    choices_key,
    games_key,
    judged_empties,
)
from obversi.lab.result import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["draw"]


def draw(result: Result) -> "Figure":
    """Draw a result."""
    figure, axes = new_figure(2, 2)
    for rules in result.settings.rules:
        for diagram, name in ((axes[0, 0], "elo"), (axes[0, 1], "margin")):
            found = [of(result.data, rules, squares, 0, name) for squares in SQUARES]
            _curve(diagram, SQUARES, found, rules)
        _draw_choices(axes[1, 0], axes[1, 1], result, rules)
    count = result.data[games_key(result.settings.rules[0], USUAL, 0)]["games"]
    positions = result.data[choices_key(result.settings.rules[0], DEPTH)]["positions"]
    games = f"with a solver against without: {count:,} games"
    axes[0, 0].set(title=games, xlabel="squares played perfectly", ylabel="Elo")
    axes[0, 1].set(title="the same games", xlabel="squares played perfectly", ylabel="discs a game")
    axes[1, 0].set(
        title=f"what {DEPTH} plies lose, {positions:,} positions",
        xlabel="empty squares",
        ylabel="discs lost a move",
        ylim=(0, None),
    )
    axes[1, 1].set(title="what a move takes", xlabel="empty squares", ylabel="ms", yscale="log")
    for diagram in axes.flat:
        diagram.set_xticks(SQUARES)
        diagram.legend()
    for diagram in axes[0]:
        diagram.axhline(0, color=GREY, linewidth=1)
    figure.suptitle(f"what an endgame solver adds to R2 at {DEPTH} plies")
    return figure


def _draw_choices(lost: "Axes", cost: "Axes", result: Result, rules: str) -> None:
    empties = judged_empties(result.settings.size)
    found = [result.data[choices_key(rules, one)] for one in empties]
    _curve(lost, empties, [Estimate.from_object(one["discs"]) for one in found], rules)
    for name, line in (("solver", "-"), ("search", "--")):
        seconds = [Estimate.from_object(one[f"{name}_seconds"]) for one in found]
        label = f"{rules}, {'solver' if name == 'solver' else f'{DEPTH} plies'}"
        _curve(cost, empties, seconds, rules, 1000, linestyle=line, label=label)


def _curve(
    axes: "Axes",
    x: tuple[int, ...],
    found: list[Estimate],
    rules: str,
    scale: float = 1.0,
    **look: Any,
) -> None:
    look.setdefault("label", f"{rules} rules")
    draw_error_bars(axes, x, found, scale, color=RULES[rules], marker="o", markersize=3.5, **look)
