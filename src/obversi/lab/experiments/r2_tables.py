"""The two tables that R2 printed by round: mean breadth (4.1.1), and nodes of a search (4.1.2)."""

from typing import Final

import numpy as np
from numpy.typing import NDArray


def _by_round(*numbers: float) -> NDArray[np.float64]:
    """Return an array by round of numbers that begin with round 4; the first ones are zero."""
    table = np.array((0.0,) * 4 + numbers)
    table.flags.writeable = False
    return table


# Up to round 56 these are means over forty positions. The last ones are over more, because a pass
# is a position of its own: 0.70175439 is 40/57.
R2_BREADTH: Final = _by_round(
    *(4, 3, 4.625, 5.05, 5.75, 6.075, 7.125, 7.45, 8.05, 8.125, 8.975, 8.925, 9.1, 9.975),
    *(9.725, 10.35, 11, 10.575, 11.525, 11.275, 11.4, 12.15, 11.525, 11.85, 12.275, 11.975),
    *(12.425, 11.725, 12.9, 12.25, 12.975, 12.375, 12.75, 11.725, 12.175, 11.575, 12.075, 11.125),
    *(11.6, 10.85, 10.75, 10.125, 10.5, 9.05, 9.5, 8.5, 8.475, 7.65, 7.5, 6.675, 6.95, 5.55, 5.3),
    *(4.46341463, 4.15, 3.475, 2.825, 2.11904762, 1.43478261, 0.70175439, 0),
)

# These means are over twenty positions.
R2_NODES: Final = _by_round(
    *(4718, 3417.2, 5966.2, 8077.35, 11556.8, 10895.9, 14716.9, 20135.15, 21844.8, 27982.95),
    *(31761.05, 33572.1, 34618.75, 47106.85, 38053.15, 52759.2, 44033.35, 46200.55, 41071.8),
    *(48206.35, 42535.7, 55950.05, 44863.9, 55113.5, 52172.45, 51687.25, 46795.9, 55287.3),
    *(45400.75, 50862.8, 44323.7, 55210.75, 41196.35, 45773.85, 33494, 42181.5, 33707.75),
    *(36366.95, 28291.9, 28087.55, 22076.6, 22581.05, 18327.85, 15726.5, 10201.95, 10457.55),
    *(7504.7, 5452.15, 4559.3, 3548.45, 2617, 1934.75, 1075.85, 436.3, 182.714286, 71.9047619),
    *(26.7727273, 10.8, 5.08695652, 2.16666667, 0),
)
