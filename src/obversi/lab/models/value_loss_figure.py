"""The figure of value losses."""

from typing import TYPE_CHECKING

from obversi.figures import GREY, RULES, new_figure
from obversi.lab.models.dots import dots, name_lines

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from obversi.lab.models.value_loss import ValueLoss

__all__ = ["draw_value_loss"]


def draw_value_loss(found: "ValueLoss") -> "Figure":
    """Draw the loss of each evaluation beside the discs that its moves lose."""
    losses = sorted(found.losses, key=lambda loss: loss.discs_lost.value)
    color = RULES[found.rules]
    figure, axes = new_figure(1, 2, height=1.6 + 0.28 * len(losses))
    left, right = axes[0]
    dots(left, [loss.fitted for loss in losses], color=color, label="best scale")
    unscaled = [loss.loss if loss.scale is None else None for loss in losses]
    dots(left, unscaled, color=GREY, label="as it is", lift=-0.25)
    left.axvline(found.nothing.value, color=GREY, linestyle="--", label="to say 0 of all")
    left.set_xlabel("squared error of a node (95 % interval)")
    left.set_title(f"Value loss, {found.plies} plies")
    dots(right, [loss.discs_lost for loss in losses], color=color)
    right.axvline(found.any_move.value, color=GREY, linestyle="--", label="a random legal move")
    right.set_xlabel("discs lost by the chosen move (95 % interval)")
    right.set_title(
        f"{found.rules} {found.size}×{found.size}, {found.empties} empties, {found.roots:,} roots"
    )
    names = [loss.name for loss in losses]
    name_lines(left, names)
    name_lines(right, ["" for _ in names])
    for diagram in (left, right):
        diagram.legend(loc="best")
    return figure
