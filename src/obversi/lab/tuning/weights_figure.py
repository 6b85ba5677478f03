"""The numbers of a study before and after, drawn: squares on a board, others as bars."""

from typing import TYPE_CHECKING, Any

import numpy as np

from obversi.figures import BLUE, GREY, new_figure
from obversi.heuristics import Evaluation, Mix
from obversi.heuristics.features import needs_squares
from obversi.heuristics.quarter import square_weights

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from obversi.lab.tuning.study import Study

__all__ = ["draw_weights"]


def draw_weights(study: "Study") -> "Figure":
    """Draw the start and the best, side by side; each board is scaled by its largest weight."""
    start = study.space.mix
    size = study.settings.size
    has_board = start is not None and _tunes_squares(start, study)
    others = [
        place
        for place, name in enumerate(study.space.names)
        if not (has_board and _is_square(name))
    ]
    columns = 2 * has_board + bool(others)
    figure, axes = new_figure(columns=columns, height=4.0, width=4.1 * columns)
    if has_board:
        for diagram, mix, title in (
            (axes[0, 0], start, f"{study.space.source}, before"),
            (axes[0, 1], study.best, "tuned"),
        ):
            _draw_board(diagram, mix, size, title)
    if others:
        _draw_bars(axes[0, -1], study, others)
    return figure


def _tunes_squares(mix: Mix, study: "Study") -> bool:
    return any(map(needs_squares, mix.features)) and any(map(_is_square, study.space.names))


def _is_square(name: str) -> bool:
    return len(name) == 2 and name[0] in "abcd" and name[1] in "1234"


def _draw_board(diagram: Any, mix: Evaluation | None, size: int, title: str) -> None:
    assert isinstance(mix, Mix)
    assert mix.squares is not None
    weights = np.array(square_weights(mix.squares, size)).reshape(8, 8)[:size, :size]
    largest = float(np.abs(weights).max()) or 1.0
    shares = weights / largest
    # As shapes: an image inside a page would not be shown.
    edges = np.arange(size + 1) - 0.5
    diagram.pcolormesh(edges, edges, shares, cmap="RdBu", vmin=-1.25, vmax=1.25)
    diagram.set_aspect("equal")
    diagram.invert_yaxis()
    for row in range(size):
        for column in range(size):
            share = shares[row, column]
            diagram.text(
                *(column, row, f"{share:+.2f}"),
                ha="center",
                va="center",
                fontsize=7,
                color="white" if abs(share) > 0.75 else "#202020",
            )
    diagram.set_xticks(range(size), "abcdefgh"[:size])
    diagram.set_yticks(range(size), range(1, size + 1))
    diagram.grid(visible=False)
    diagram.tick_params(length=0)
    diagram.set(title=title, xlabel="weights of squares, the largest as 1")


def _draw_bars(diagram: Any, study: "Study", places: list[int]) -> None:
    """Draw each number as a share of its range, before and after, with the numbers themselves."""
    space = study.space
    heights = np.arange(len(places), dtype=float)
    for vector, offset, color, label in (
        (space.start, -0.2, GREY, "before"),
        (study.vector, 0.2, BLUE, "tuned"),
    ):
        shares = space.point(vector)[places]
        diagram.barh(heights + offset, shares, 0.38, color=color, label=label)
        for height, place, share in zip(heights, places, shares, strict=True):
            diagram.text(share + 0.02, height + offset, f"{vector[place]:.3g}", va="center", size=7)
    diagram.set_yticks(heights, [space.names[place] for place in places])
    diagram.invert_yaxis()
    diagram.set_xlim(0, 1.2)
    diagram.set(title="other weights", xlabel="place in its range, 0 to 1")
    diagram.legend(loc="lower right")
