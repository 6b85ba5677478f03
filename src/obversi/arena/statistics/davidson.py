"""The model of Davidson (1970): that of Bradley and Terry, with a parameter for draws.

Games that are not drawn are won as Bradley and Terry say. The chance of a draw is v times the root
of the product of the chances of win and loss; how large v is the games tell.
"""

from typing import Final

import numpy as np

from obversi.arena.statistics.comparability import open_ends
from obversi.arena.statistics.pair_kinds import PAIR_KINDS
from obversi.arena.statistics.pair_results import Marks, Numbers, PairResults

__all__ = ["Davidson"]

# So far it has to be possible to go within a box from -1 to 1.
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

    def bounds_draws(self, results: PairResults) -> bool:
        """Return whether results bound v from above.

        They do not if agents can drift apart while it grows: those of whom only one has ever won
        must, those who only drew may. Without draws v is 0, and all is as Bradley and Terry say.
        """
        direction = np.append(np.zeros(results.agents), 1)
        return not results.draws.any() or not _can_go(results, direction)

    def open_ends(self, results: PairResults, zero: Numbers) -> tuple[Marks, Marks]:
        """Return the agents whose strength nothing bounds from below, and from above."""
        if self.bounds_draws(results):
            return open_ends(results, zero)
        away = np.hstack([np.eye(results.agents) - zero, np.zeros((results.agents, 1))])
        below = [_can_go(results, -direction) for direction in away]
        above = [_can_go(results, direction) for direction in away]
        return np.array(below), np.array(above)

    def _chances(self, parameters: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Return how likely win, draw and loss are."""
        total = self.log_partition(parameters)
        gaps, draws = parameters[..., 0], parameters[..., 1]
        return np.exp(gaps - total), np.exp(draws + gaps / 2 - total), np.exp(-total)


def _can_go(results: PairResults, direction: Numbers) -> bool:
    """Return whether strengths and ln v can go for ever, some way of it in this direction.

    No result that was seen may become less likely on the way. Going changes what a result adds to
    the logarithm: a win as the difference of strengths changes, a draw as half of that and ln v, a
    loss not at all. What was seen must be among what grows most, which is a linear program.
    """
    from scipy.optimize import linprog

    loss = np.zeros((len(results.first), results.agents + 1))
    win = np.hstack([results.differences, np.zeros((len(loss), 1))])
    draw = win / 2 + np.eye(results.agents + 1)[-1]
    outcomes = ((win, results.wins), (draw, results.draws), (loss, results.losses))
    limits = np.concatenate(
        [other[counts > 0] - seen[counts > 0] for seen, counts in outcomes for other, _ in outcomes]
    )
    found = linprog(-direction, A_ub=limits, b_ub=np.zeros(len(limits)), bounds=(-1, 1))
    return bool(found.fun < -_SOME_WAY)
