"""The likelihood of results for given strengths, and the most likely strengths."""

import numpy as np

from obversi.arena.statistics.pair_results import Numbers, PairResults, Places
from obversi.arena.statistics.strength_models import StrengthModel


class StrengthLikelihood:
    """The likelihood of results under a model, as a function of its parameters.

    Parameters are the strengths of all agents, followed by the common ones. They are the last axis:
    all methods take many sets of them at once.
    """

    def __init__(self, model: StrengthModel, results: PairResults) -> None:
        """Use these results."""
        self.model = model
        self.results = results
        self.agents = results.agents
        encounters, statistics = len(results.first), model.pair_statistics.shape[1]
        self.parameters = results.agents + statistics - 1
        # From parameters to those of a game: a row for each two that met and each statistic.
        self._design = np.zeros((encounters, statistics, self.parameters))
        self._design[:, 0, : self.agents] = results.differences
        for statistic in range(1, statistics):
            self._design[:, statistic, self.agents + statistic - 1] = 1
        self._rows = self._design.reshape(-1, self.parameters)
        self._totals = results.counts @ model.pair_statistics

    def of_games(self, parameters: Numbers) -> Numbers:
        """Return the parameters of the games of each two agents that met."""
        made = parameters @ self._rows.T
        return np.asarray(made.reshape(*parameters.shape[:-1], *self._design.shape[:-1]))

    def gathered(self, statistics: Numbers) -> Numbers:
        """Return, for each parameter, the sum of the statistics it belongs to."""
        joined = statistics.reshape(*statistics.shape[:-2], len(self._rows))
        return np.asarray(joined @ self._rows)

    def logarithm(self, parameters: Numbers) -> Numbers:
        """Return the logarithm of the likelihood."""
        games = self.of_games(parameters)
        sums = (self._totals * games).sum(axis=(-2, -1))
        return np.asarray(sums - self.model.log_partition(games) @ self.results.games)

    def slope(self, parameters: Numbers) -> Numbers:
        """Return the gradient of the logarithm."""
        expected = self.model.expected(self.of_games(parameters))
        return self.gathered(self._totals - self.results.games[:, None] * expected)

    def curvature(self, parameters: Numbers) -> Numbers:
        """Return how fast the slope falls: the information that the games have."""
        scatter = self.model.covariance(self.of_games(parameters))
        weighted = (self.results.games[:, None, None] * scatter) @ self._design
        joined = weighted.reshape(*weighted.shape[:-3], *self._rows.shape)
        return np.asarray(self._rows.T @ joined)


# A prior so weak that it decides only what the games do not.
_WEAK = 1e-6

_MOST_STEPS = 200
# After such a small step the next one would be its square, below the rounding errors.
_SMALL_STEP = 1e-7


def parameter_covariance(likelihood: StrengthLikelihood, parameters: Numbers) -> Numbers:
    """Return the covariance of the parameters for independent games.

    It is huge in unknown directions: all strengths together, or unbounded ones.
    """
    weak = _WEAK * np.eye(likelihood.parameters)
    return np.asarray(np.linalg.inv(likelihood.curvature(parameters) + weak))


def fit_strengths(likelihood: StrengthLikelihood, pull: float = _WEAK) -> Numbers:
    """Return the most likely parameters.

    `pull` is the inverse variance of the prior of each strength, whose mean is 0: without it an
    agent that has won all games would have no most likely strength.
    """
    pulls = np.full(likelihood.parameters, _WEAK)
    pulls[: likelihood.agents] = pull
    parameters = np.zeros(likelihood.parameters)
    for _ in range(_MOST_STEPS):
        slope = likelihood.slope(parameters) - pulls * parameters
        curvature = likelihood.curvature(parameters) + np.diag(pulls)
        step = _damped(likelihood, np.asarray(np.linalg.solve(curvature, slope), np.float64))
        parameters = parameters + step
        if np.abs(step).max(initial=0) < _SMALL_STEP:
            break
    return parameters


def fit_with_one_given(
    likelihood: StrengthLikelihood, zero: Numbers, agents: Places, values: Numbers, start: Numbers
) -> tuple[Numbers, Numbers]:
    """Return the most likely parameters with one strength fixed, for several problems at once.

    The mean of the strengths with the weights `zero` is 0. Each problem fixes the strength of one
    of `agents` at one of `values`, and starts from a row of `start`. The second result is the
    derivative of the logarithm of the likelihood with respect to that value.
    """
    problems, count = np.arange(len(agents)), likelihood.parameters
    weights = np.concatenate([zero, np.zeros(count - likelihood.agents)])
    parameters, growth = start.copy(), np.zeros(len(agents))
    # Newton's method, with Lagrange multipliers for both constraints.
    system = np.zeros((len(agents), count + 2, count + 2))
    system[:, :count, count] = system[:, count, :count] = weights
    system[problems, agents, count + 1] = system[problems, count + 1, agents] = 1
    for _ in range(_MOST_STEPS):
        curvature = likelihood.curvature(parameters) + _WEAK * np.eye(count)
        system[:, :count, :count] = curvature
        missing = np.stack([-parameters @ weights, values - parameters[problems, agents]], axis=1)
        slope = likelihood.slope(parameters) - _WEAK * parameters
        sides = np.concatenate([slope, missing], axis=1)
        solved = np.linalg.solve(system, sides[..., None])[..., 0]
        step = _damped(likelihood, solved[:, :count])
        parameters += step
        growth = solved[:, count + 1]
        if np.abs(step).max(initial=0) < _SMALL_STEP:
            break
    return parameters, growth


def _damped(likelihood: StrengthLikelihood, steps: Numbers) -> Numbers:
    """Return damped steps of Newton's method that cannot overshoot (Bach, 2010).

    The covariance of statistics between 0 and 1 changes at most by a factor of exp(r) if the
    parameters of a game change by r, so ln(1 + r) is a safe length.
    """
    lengths = np.abs(likelihood.of_games(steps)).sum(axis=-1).max(axis=-1, initial=0)[..., None]
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(lengths > 0, np.log1p(lengths) / lengths, 1) * steps)
