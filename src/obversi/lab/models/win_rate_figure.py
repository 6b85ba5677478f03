"""The figure of win rates."""

from typing import TYPE_CHECKING

from obversi.figures import RULES, new_figure
from obversi.lab.models.dots import dots, name_lines

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from obversi.lab.models.win_rate import WinRates

__all__ = ["draw_win_rates"]


def draw_win_rates(found: "WinRates") -> "Figure":
    """Draw a dot with its error bar for each evaluation, the best at the top."""
    rates = sorted(found.rates, key=lambda rate: -rate.score.value)
    first = rates[0]
    figure, axes = new_figure(height=1.4 + 0.28 * len(rates))
    diagram = axes[0, 0]
    dots(diagram, [rate.score for rate in rates], color=RULES[first.rules], label="score")
    dots(
        diagram,
        [rate.wins for rate in rates],
        color=RULES[first.rules],
        label="share of games won",
        lift=-0.2,
        marker="|",
    )
    diagram.axvline(0.5, color="0.6", linewidth=0.8)
    name_lines(diagram, [rate.name for rate in rates])
    diagram.set_xlabel("points a game against a random chooser (95 % interval)")
    ending = f"the last {first.solved} squares perfect" if first.solved else "no perfect ending"
    diagram.set_title(
        f"Win rate, {first.rules} {first.size}×{first.size}, {ending}, {first.all.games:,} games"
    )
    diagram.legend(loc="best")
    return figure
