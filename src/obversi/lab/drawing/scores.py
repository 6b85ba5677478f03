"""Parts of diagrams that several experiments share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from obversi.figures import BLUE, ORANGE, RULES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["rules_look", "score_axes", "score_map"]

Corner = Literal["best", "upper left", "upper right", "lower left", "lower right"]


def rules_look(rules: str) -> dict[str, Any]:
    """Return how a series of a rule set looks."""
    return {"color": RULES[rules], "marker": "o", "markersize": 3.5, "label": f"{rules} rules"}


def score_axes(axes: "Axes", title: str, x_label: str, legend: Corner = "best") -> None:
    """Name a diagram of scores, which are points of 100, and place its legend."""
    axes.set(title=title, xlabel=x_label, ylabel="points of 100", ylim=(0, 100))
    axes.legend(loc=legend)


def score_map(axes: "Axes", scores: ArrayLike, rows: Sequence[str], columns: Sequence[str]) -> None:
    """Draw points of 100, row against column, as numbers on colours; no number, no colour."""
    from matplotlib.colors import LinearSegmentedColormap

    # Half of the points have no colour at all, so that the numbers can be read on any page.
    colors = LinearSegmentedColormap.from_list("scores", [ORANGE, "#80808000", BLUE])
    points = np.asarray(scores, np.float64)
    axes.imshow(points, cmap=colors, vmin=0, vmax=100, aspect="auto")
    for (row, column), one in np.ndenumerate(points):
        if np.isfinite(one):
            axes.text(column, row, f"{one:.0f}", ha="center", va="center", fontsize=7.5)
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    axes.grid(False)
