"""What many games looked like from round to round; a round is the number of discs on the board."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["RoundTable"]

Sums = NDArray[np.int64]
Means = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class RoundTable:
    """Sums over all games in which nobody failed, indexed by the round, from 0 to 64.

    `positions` are those in which someone was to move, by one of `moves` legal moves or by one of
    `passes`. `choices` and `nodes` have a column for A and one for B: the moves that each of them
    made there, and the positions that were looked at for them. Corners and stable discs are those
    of the players who won and lost in the end, over the `decided` games, which were not drawn and
    came to this round. Means are NaN where there is nothing to take the mean of.
    """

    positions: Sums
    passes: Sums
    moves: Sums
    choices: Sums
    nodes: Sums
    decided: Sums
    winner_corners: Sums
    loser_corners: Sums
    winner_stable: Sums
    loser_stable: Sums

    @classmethod
    def of_core(cls, rows: NDArray[np.uint64]) -> "RoundTable":
        """Make a table of the rows that the core has written."""
        columns = rows.astype(np.int64).T
        positions, passes, moves = columns[:3]
        return cls(positions, passes, moves, columns[3:5].T, columns[5:7].T, *columns[7:])

    @property
    def breadth(self) -> Means:
        """The mean number of legal moves, with 0 for positions in which there is only a pass."""
        return _mean(self.moves, self.positions)

    @property
    def nodes_a_move(self) -> Means:
        """How many positions A and B looked at for a move, on average."""
        return _mean(self.nodes, self.choices)

    @property
    def mean_winner_corners(self) -> Means:
        """The corners of those who won in the end."""
        return _mean(self.winner_corners, self.decided)

    @property
    def mean_loser_corners(self) -> Means:
        """The corners of those who lost in the end."""
        return _mean(self.loser_corners, self.decided)

    @property
    def mean_winner_stable(self) -> Means:
        """The stable discs of those who won in the end."""
        return _mean(self.winner_stable, self.decided)

    @property
    def mean_loser_stable(self) -> Means:
        """The stable discs of those who lost in the end."""
        return _mean(self.loser_stable, self.decided)


def _mean(sums: Sums, counts: Sums) -> Means:
    means = np.full(sums.shape, np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return means
