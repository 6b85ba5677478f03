"""Numbers with their intervals, drawn."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from obversi.lab.estimate import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["draw_error_bars"]


def draw_error_bars(
    axes: "Axes", x: ArrayLike, estimates: Sequence[Estimate], scale: float = 1.0, **look: Any
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
