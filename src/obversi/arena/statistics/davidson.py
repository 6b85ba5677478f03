"""The model of Davidson (1970): that of Bradley and Terry, with a parameter for draws.

Games that are not drawn are won as Bradley and Terry say. A draw is as likely as v times the root
of how likely win and loss are together; how large v is the games tell.
"""

from typing import Final

import numpy as np

from obversi.arena.statistics.comparability import open_ends
from obversi.arena.statistics.pair_kinds import PAIR_KINDS
from obversi.arena.statistics.pair_results import Marks, Numbers, PairResults

__all__ = ["Davidson"]

# A direction goes somewhere if it goes so far within a box from -1 to 1.
_SOME_WAY: Final = 1e-7


class Davidson:
    """The statistics of a game are the score and whether it is drawn; v is the same for all."""

    @property
    def pair_statistics(self) -> Numbers:
        """Points and draws of each kind of pair."""
        return np.array(PAIR_KINDS)

    def log_partition(self, parameters: Numbers) -> Numbers:
        """Return ln(1 + exp(d) + v exp(d / 2)), from d and ln v."""
        gaps, draws = parameters[..., 0], parameters[..., 1]
        return np.asarray(np.logaddexp(np.logaddexp(0, gaps), draws + gaps / 2))

    def expected(self, parameters: Numbers) -> Numbers:
        """Return the score and the share of draws."""
        win, draw, _ = self._chances(parameters)
        return np.stack([win + draw / 2, draw], axis=-1)

    def covariance(self, parameters: Numbers) -> Numbers:
        """Return how score and draws scatter."""
        win, draw, loss = self._chances(parameters)
        half = (win - loss) / 2
        scores = win * (loss + draw / 2) ** 2 + draw * half**2 + loss * (win + draw / 2) ** 2
        rows = [[scores, -draw * half], [-draw * half, draw * (win + loss)]]
        return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)

    def open_ends(self, results: PairResults, zero: Numbers) -> tuple[Marks, Marks]:
        """Return the agents whose strength nothing bounds from below, and from above.

        Draws bound strengths only as far as v is bounded. While it grows, agents may drift apart
        who only drew, and those that never lost to each other must: a win gives no bound, and for
        a draw the stronger may be ahead the more the larger v is. Where two have beaten each other
        v is bounded, and all is as without it.
        """
        beaten = (results.wins > 0) & (results.losses > 0)
        return open_ends(results, zero) if beaten.any() else _open_ends(results, zero)

    def _chances(self, parameters: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Return how likely win, draw and loss are."""
        total = self.log_partition(parameters)
        gaps, draws = parameters[..., 0], parameters[..., 1]
        return np.exp(gaps - total), np.exp(draws + gaps / 2 - total), np.exp(-total)


def _open_ends(results: PairResults, zero: Numbers) -> tuple[Marks, Marks]:
    """Look for directions in which parameters can go for ever with no result becoming less likely.

    A direction changes the parameters of a game, and so each result's logarithm before the
    partition: a win's by its gap, a draw's by half of that and ln v's change, a loss's by nothing.
    Whatever was seen must be among those that grow most. That is a linear program.
    """
    from scipy.optimize import linprog

    loss = np.zeros((len(results.first), results.agents + 1))
    win = np.hstack([results.differences, np.zeros((len(loss), 1))])
    draw = win / 2 + np.eye(results.agents + 1)[-1]
    outcomes = ((win, results.wins), (draw, results.draws), (loss, results.losses))
    limits = np.concatenate(
        [other[counts > 0] - seen[counts > 0] for seen, counts in outcomes for other, _ in outcomes]
    )
    ends = np.zeros((2, results.agents), np.bool_)
    for agent in range(results.agents):
        away = np.append(np.eye(results.agents)[agent] - zero, 0)
        for side, sign in enumerate((1, -1)):
            found = linprog(sign * away, A_ub=limits, b_ub=np.zeros(len(limits)), bounds=(-1, 1))
            ends[side, agent] = found.fun < -_SOME_WAY
    return ends[0], ends[1]
