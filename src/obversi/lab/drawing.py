"""Parts of figures that several experiments share."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from obversi.board import Board
from obversi.color import BLACK, EMPTY, Color, checked_color
from obversi.figures import BLUE, ORANGE, RULES
from obversi.lab.estimate import Estimate
from obversi.move import Move
from obversi.rules import Rules

if TYPE_CHECKING:
    from matplotlib.axes import Axes as Axes
    from matplotlib.figure import Figure as Figure
else:  # Matplotlib is loaded only to draw
    Axes = Figure = Any


def draw_error_bars(
    axes: Axes, x: ArrayLike, estimates: Sequence[Estimate], scale: float = 1.0, **look: Any
) -> None:
    """Draw numbers and their intervals, all times `scale`; an open end is not drawn."""
    values, lows, highs = (
        scale * np.array([getattr(one, end) for one in estimates], np.float64)
        for end in ("value", "low", "high")
    )
    finite = np.isfinite(values)
    shown, ends = values[finite], np.array([lows, highs])[:, finite]
    lengths = np.where(np.isfinite(ends), np.abs(ends - shown), 0.0)
    axes.errorbar(np.asarray(x)[finite], shown, yerr=lengths, **look)


def rules_look(rules: Rules) -> dict[str, Any]:
    """Return the style of a series for a rule set."""
    return {"color": RULES[rules], "marker": "o", "markersize": 3.5, "label": f"{rules} rules"}


def score_map(axes: Axes, scores: ArrayLike, rows: Sequence[str], columns: Sequence[str]) -> None:
    """Draw points of 100, row against column, as numbers on colours; a missing one stays empty."""
    from matplotlib.colors import LinearSegmentedColormap

    # A score of one half has no colour, so that the numbers can be read on any page.
    colors = LinearSegmentedColormap.from_list("scores", [ORANGE, "#80808000", BLUE])
    points = np.asarray(scores, np.float64)
    axes.imshow(points, cmap=colors, vmin=0, vmax=100, aspect="auto")
    for (row, column), one in np.ndenumerate(points):
        if np.isfinite(one):
            axes.text(column, row, f"{one:.0f}", ha="center", va="center", fontsize=7.5)
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    axes.grid(False)


def dots(
    axes: Axes,
    numbers: Sequence[Estimate | None],
    *,
    color: str,
    label: str | None = None,
    lift: float = 0.0,
    marker: str = "o",
) -> None:
    """Draw numbers from top to bottom, `lift` above the middle of their lines, which are 1 high.

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
        label = None  # once in the legend


def crosses(axes: Axes, places: Mapping[str, tuple[Estimate, Estimate]], *, color: str) -> None:
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


def name_lines(axes: Axes, names: Sequence[str]) -> None:
    """Write the names on the left, the first at the top."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")


def legend_below(axes: Axes, columns: int = 3) -> None:
    """Draw the legend below a diagram, where it covers no number."""
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.14), ncols=columns, columnspacing=1.0)


def _bar(number: Estimate) -> list[list[float]]:
    """Return the length of an interval to either side, or 0 where it is open."""
    lengths = (number.value - number.low, number.high - number.value)
    return [[length if isfinite(length) else 0.0] for length in lengths]


_FELT, _LINE, _GOLD = "#2f7d5b", "#1d5a40", "#f2b134"
_DISC = {BLACK: ("#1b1d1c", "#000000"), -BLACK: ("#f7f6f0", "#8b8d86")}


def draw_board(diagram: Axes, board: Board, marks: tuple[str, ...] = ()) -> None:
    """Draw a board as it is seen by black, with frames around some squares."""
    from matplotlib.patches import Circle, Rectangle

    size = board.size
    diagram.add_patch(Rectangle((-0.5, -0.5), size, size, color=_FELT, zorder=0))
    for line in range(size + 1):
        diagram.plot([line - 0.5] * 2, [-0.5, size - 0.5], color=_LINE, lw=0.8)
        diagram.plot([-0.5, size - 0.5], [line - 0.5] * 2, color=_LINE, lw=0.8)
    for (row, column), color in _cells(board):
        fill, edge = _DISC[color]
        diagram.add_patch(Circle((column, row), 0.4, facecolor=fill, edgecolor=edge, zorder=2))
    for mark in marks:
        square = Move(mark)
        corner = (square.column - 0.46, square.row - 0.46)
        frame = Rectangle(corner, 0.92, 0.92, fill=False, edgecolor=_GOLD, lw=2, zorder=3)
        diagram.add_patch(frame)
    diagram.set_xticks(range(size), "abcdefgh"[:size])
    diagram.set_yticks(range(size), [str(row + 1) for row in range(size)])
    diagram.set(xlim=(-0.55, size - 0.45), ylim=(size - 0.45, -0.55), aspect="equal")
    diagram.tick_params(length=0)
    diagram.grid(visible=False)
    diagram.spines[:].set_visible(False)


def _cells(board: Board) -> list[tuple[tuple[int, int], Color]]:
    cells = board.to_array()
    return [
        ((row, column), checked_color(cells[row, column]))
        for row in range(board.size)
        for column in range(board.size)
        if cells[row, column] != EMPTY
    ]
