"""How likely the results of a tournament are, if agents have certain strengths."""

import numpy as np

from obversi.arena.statistics.pair_results import Numbers, PairResults
from obversi.arena.statistics.strength_model import StrengthModel

__all__ = ["StrengthLikelihood"]


class StrengthLikelihood:
    """The likelihood of results under a model, as a function of its parameters.

    Parameters are the strengths of all agents and then those that all games share. They lie on the
    last axis: what takes them takes many sets of them at once.
    """

    def __init__(self, model: StrengthModel, results: PairResults) -> None:
        """Take these results."""
        self.model = model
        self.results = results
        self.agents = results.agents
        meetings, statistics = len(results.first), model.pair_statistics.shape[1]
        self.parameters = results.agents + statistics - 1
        # What makes a game's parameters: for each two that met and each statistic a row.
        self._design = np.zeros((meetings, statistics, self.parameters))
        self._design[:, 0, : self.agents] = results.differences
        for statistic in range(1, statistics):
            self._design[:, statistic, self.agents + statistic - 1] = 1
        self._rows = self._design.reshape(-1, self.parameters)
        self._totals = results.counts @ model.pair_statistics

    def of_games(self, parameters: Numbers) -> Numbers:
        """Return the parameters of a game of each two that met."""
        made = parameters @ self._rows.T
        return np.asarray(made.reshape(*parameters.shape[:-1], *self._design.shape[:-1]))

    def gathered(self, statistics: Numbers) -> Numbers:
        """Return for each parameter the sum of the statistics, by who met, that it is made for."""
        joined = statistics.reshape(*statistics.shape[:-2], len(self._rows))
        return np.asarray(joined @ self._rows)

    def logarithm(self, parameters: Numbers) -> Numbers:
        """Return the logarithm of the likelihood."""
        games = self.of_games(parameters)
        sums = (self._totals * games).sum(axis=(-2, -1))
        return np.asarray(sums - self.model.log_partition(games) @ self.results.games)

    def slope(self, parameters: Numbers) -> Numbers:
        """Return how fast the logarithm grows with each parameter."""
        expected = self.model.expected(self.of_games(parameters))
        return self.gathered(self._totals - self.results.games[:, None] * expected)

    def curvature(self, parameters: Numbers) -> Numbers:
        """Return how fast the slope falls: the information that the games have."""
        scatter = self.model.covariance(self.of_games(parameters))
        weighted = (self.results.games[:, None, None] * scatter) @ self._design
        joined = weighted.reshape(*weighted.shape[:-3], *self._rows.shape)
        return np.asarray(self._rows.T @ joined)
