"""The model of Bradley and Terry: strengths whose differences say what score to expect.

Who is stronger by d is expected to score 1 / (1 + exp(-d)), which is Elo in natural units. A draw
counts as half a game won and half a game lost.
"""

import numpy as np

from obversi.arena.statistics.comparability import open_ends
from obversi.arena.statistics.pair_kinds import PAIR_KINDS
from obversi.arena.statistics.pair_results import Marks, Numbers, PairResults

__all__ = ["BradleyTerry"]


class BradleyTerry:
    """The only statistic of a game is the score, and its parameter the difference d."""

    @property
    def pair_statistics(self) -> Numbers:
        """The points of each kind of pair."""
        return np.array([[points] for points, _ in PAIR_KINDS])

    def log_partition(self, parameters: Numbers) -> Numbers:
        """Return ln(1 + exp(d))."""
        return np.asarray(np.logaddexp(0, parameters[..., 0]))

    def expected(self, parameters: Numbers) -> Numbers:
        """Return the score."""
        from scipy.special import expit

        return np.asarray(expit(parameters))

    def covariance(self, parameters: Numbers) -> Numbers:
        """Return how the score would scatter without draws."""
        score = self.expected(parameters)
        return np.asarray((score * (1 - score))[..., None])

    def bounds_draws(self, results: PairResults) -> bool:  # noqa: ARG002
        """Return True: draws are half points."""
        return True

    def open_ends(self, results: PairResults, zero: Numbers) -> tuple[Marks, Marks]:
        """Return the agents whose strength nothing bounds from below, and from above."""
        return open_ends(results, zero)
