"""Diagrams with a line for each name: a dot for its number, and a bar for the interval."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING

from obversi.lab.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["crosses", "dots", "legend_below", "name_lines"]


def dots(
    axes: "Axes",
    numbers: Sequence[Estimate | None],
    *,
    color: str,
    label: str | None = None,
    lift: float = 0.0,
    marker: str = "o",
) -> None:
    """Draw numbers from top to bottom, `lift` above the middle of their lines, which is 1 high.

    A line without a number stays empty.
    """
    for place, number in enumerate(numbers):
        if number is None:
            continue
        axes.errorbar(
            number.value,
            place - lift,
            xerr=_bar(number),
            fmt=marker,
            color=color,
            markersize=5,
            label=label,
        )
        label = None  # it is told once


def crosses(axes: "Axes", places: Mapping[str, tuple[Estimate, Estimate]], *, color: str) -> None:
    """Draw two numbers of each name against each other, with both intervals and the name."""
    for x, y in places.values():
        axes.errorbar(
            *(x.value, y.value),
            xerr=_bar(x),
            yerr=_bar(y),
            fmt="o",
            color=color,
            alpha=0.6,
            markersize=4,
            elinewidth=0.9,
            capsize=0,
        )
    low, high = axes.get_ylim()
    axes.set_xlim(right=axes.get_xlim()[1] + 0.3 * (axes.get_xlim()[1] - axes.get_xlim()[0]))
    right = axes.get_xlim()[1]
    # Names in a column on the right, in the order of their dots, so that none hides another.
    above = low
    for name, (x, y) in sorted(places.items(), key=lambda item: item[1][1].value):
        above = max(y.value, above + 0.062 * (high - low))
        axes.annotate(
            name,
            (x.value, y.value),
            (right, above),
            ha="right",
            va="center",
            fontsize=8,
            arrowprops={"arrowstyle": "-", "color": color, "alpha": 0.35, "linewidth": 0.6},
        )
    axes.set_ylim(low, max(high, above + 0.05 * (high - low)))


def name_lines(axes: "Axes", names: Sequence[str]) -> None:
    """Write the names on the left, the first at the top."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")


def legend_below(axes: "Axes", columns: int = 3) -> None:
    """Say what is what below a diagram, where no number can be in the way."""
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=columns, columnspacing=1.0)


def _bar(number: Estimate) -> list[list[float]]:
    """Return how far an interval goes to either side, or nothing where it is open."""
    lengths = (number.value - number.low, number.high - number.value)
    return [[length if isfinite(length) else 0.0] for length in lengths]
