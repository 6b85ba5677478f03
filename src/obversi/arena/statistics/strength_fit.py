"""The most likely strengths, and the most likely ones with one of them given."""

from typing import Final

import numpy as np

from obversi.arena.statistics.pair_results import Numbers, Places
from obversi.arena.statistics.strength_likelihood import StrengthLikelihood

__all__ = ["fit_strengths", "fit_with_one_given", "parameter_covariance"]

# So weak a pull to 0 that it decides only what the games leave open.
_WEAK: Final = 1e-6

_MOST_STEPS: Final = 200
# After a step so small the next is its square; rounding may make it no smaller.
_SMALL_STEP: Final = 1e-7


def parameter_covariance(likelihood: StrengthLikelihood, parameters: Numbers) -> Numbers:
    """Return the covariance that parameters would have if all games were independent.

    It is huge along what is not known: all strengths together, or those that nothing bounds.
    """
    weak = _WEAK * np.eye(likelihood.parameters)
    return np.asarray(np.linalg.inv(likelihood.curvature(parameters) + weak))


def fit_strengths(likelihood: StrengthLikelihood, pull: float = _WEAK) -> Numbers:
    """Return the most likely parameters.

    Each strength is drawn to 0 by `pull`, the inverse of a variance: otherwise there would be no
    best one for an agent that has won all games.
    """
    pulls = np.full(likelihood.parameters, _WEAK)
    pulls[: likelihood.agents] = pull
    parameters = np.zeros(likelihood.parameters)
    for _ in range(_MOST_STEPS):
        slope = likelihood.slope(parameters) - pulls * parameters
        curvature = likelihood.curvature(parameters) + np.diag(pulls)
        step = _shortened(likelihood, np.asarray(np.linalg.solve(curvature, slope), np.float64))
        parameters = parameters + step
        if np.abs(step).max(initial=0) < _SMALL_STEP:
            break
    return parameters


def fit_with_one_given(
    likelihood: StrengthLikelihood, zero: Numbers, agents: Places, values: Numbers, start: Numbers
) -> tuple[Numbers, Numbers]:
    """Return the most likely parameters with one strength given, for several problems at once.

    Strengths are counted from where the mean with the weights `zero` is 0. Each problem gives one
    of `agents` one of `values`, and begins from a row of `start`. The second result is how fast the
    logarithm of the likelihood grows with that value.
    """
    problems, count = np.arange(len(agents)), likelihood.parameters
    weights = np.concatenate([zero, np.zeros(count - likelihood.agents)])
    parameters, growth = start.copy(), np.zeros(len(agents))
    # Newton's steps, with a multiplier for each of the two things that are given.
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
        step = _shortened(likelihood, solved[:, :count])
        parameters += step
        growth = solved[:, count + 1]
        if np.abs(step).max(initial=0) < _SMALL_STEP:
            break
    return parameters, growth


def _shortened(likelihood: StrengthLikelihood, steps: Numbers) -> Numbers:
    """Return steps of Newton's method shortened so that none can overshoot (Bach, 2010).

    The scatter of statistics that lie between 0 and 1 changes by a factor of exp(r) at most where
    parameters of a game change by r, and so the logarithm of 1 + r is a safe length.
    """
    lengths = np.abs(likelihood.of_games(steps)).sum(axis=-1).max(axis=-1, initial=0)[..., None]
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(lengths > 0, np.log1p(lengths) / lengths, 1) * steps)
