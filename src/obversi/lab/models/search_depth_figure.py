"""The figure of search depths."""

from typing import TYPE_CHECKING

from obversi.figures import RULES, new_figure
from obversi.lab.models.dots import dots, name_lines

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from obversi.lab.models.search_depth import SearchDepth

__all__ = ["draw_search_depth"]


def draw_search_depth(found: "SearchDepth") -> "Figure":
    """Draw the depth reached, and the two things it comes from, for each evaluation."""
    depths = sorted(found.depths, key=lambda one: -one.mean_reached.value)
    color = RULES[found.rules]
    figure, axes = new_figure(1, 3, height=1.6 + 0.28 * len(depths))
    panels = (
        (f"Depth in {found.limit:g} s", "plies", [one.mean_reached for one in depths]),
        (
            f"Pruning at {found.depth} plies",
            "times fewer nodes than minimax",
            [one.pruning for one in depths],
        ),
        (
            "Time of a search / evaluations",
            "nanoseconds",
            [one.nanoseconds for one in depths],
        ),
    )
    for place, (diagram, (title, label, numbers)) in enumerate(zip(axes[0], panels, strict=True)):
        dots(diagram, numbers, color=color)
        name_lines(diagram, [one.name if place == 0 else "" for one in depths])
        diagram.set_title(title)
        diagram.set_xlabel(label)
    figure.suptitle(
        f"{found.rules} {found.size}×{found.size}, {found.positions} positions of the middle game"
        " (95 % intervals)",
        fontsize=9.5,
    )
    return figure
