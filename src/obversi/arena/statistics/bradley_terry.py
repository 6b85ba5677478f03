"""The model of Bradley and Terry: strengths whose differences say what score to expect.

Who is stronger by d is expected to score 1 / (1 + exp(-d)), which is Elo in natural units. A draw
counts as half a game won and half a game lost.
"""

from math import log
from typing import Final

import numpy as np

from obversi.arena.statistics.pair_results import Numbers, PairResults, Places

__all__ = [
    "ELO",
    "covariance",
    "expected_scores",
    "fit_strengths",
    "fit_with_one_given",
    "log_likelihood",
]

# One natural unit of strength in Elo.
ELO: Final = 400 / log(10)

# So weak a pull to 0 that it decides only what the games leave open.
_WEAK: Final = 1e-6

# Longer steps, in natural units, would overshoot where there are hardly any losses.
_LONGEST_STEP: Final = 2.0
_MOST_STEPS: Final = 200
_SMALL_STEP: Final = 1e-9


def expected_scores(results: PairResults, strengths: Numbers) -> Numbers:
    """Return the score a game that the first of each two is expected to have."""
    from scipy.special import expit

    return np.asarray(expit(strengths @ results.differences.T))


def log_likelihood(results: PairResults, strengths: Numbers) -> Numbers:
    """Return the logarithm of the likelihood of the results if these are the true strengths."""
    from scipy.special import log_expit

    gaps = strengths @ results.differences.T
    lost = results.games - results.points
    return np.asarray(log_expit(gaps) @ results.points + log_expit(-gaps) @ lost)


def covariance(results: PairResults, strengths: Numbers) -> Numbers:
    """Return the covariance that strengths would have if all games were independent.

    It is huge along what is not known: all strengths together, or those that nothing bounds.
    """
    return np.asarray(np.linalg.inv(_curvature(results, strengths, _WEAK)))


def fit_strengths(results: PairResults, pull: float = _WEAK) -> Numbers:
    """Return the most likely strengths.

    Each is drawn to 0 by `pull`, the inverse of a variance: otherwise there would be no best one
    for an agent that has won all games.
    """
    strengths = np.zeros(results.agents)
    for _ in range(_MOST_STEPS):
        slope = _slope(results, strengths, pull)
        curvature = _curvature(results, strengths, pull)
        step = _shortened(np.asarray(np.linalg.solve(curvature, slope), np.float64))
        strengths = strengths + step
        if np.abs(step).max(initial=0) < _SMALL_STEP:
            break
    return strengths


def fit_with_one_given(
    results: PairResults, zero: Numbers, agents: Places, values: Numbers, start: Numbers
) -> tuple[Numbers, Numbers]:
    """Return the most likely strengths with one agent's given, for several such problems at once.

    Strengths are counted from where the mean with the weights `zero` is 0. Each problem gives one
    of `agents` one of `values`, and begins from a row of `start`. The second result is how fast the
    logarithm of the likelihood grows with that value.
    """
    problems, count = np.arange(len(agents)), results.agents
    strengths, growth = start.copy(), np.zeros(len(agents))
    # Newton's steps, with a multiplier for each of the two things that are given.
    system = np.zeros((len(agents), count + 2, count + 2))
    system[:, :count, count] = system[:, count, :count] = zero
    system[problems, agents, count + 1] = system[problems, count + 1, agents] = 1
    for _ in range(_MOST_STEPS):
        system[:, :count, :count] = _curvature(results, strengths, _WEAK)
        missing = np.stack([-strengths @ zero, values - strengths[problems, agents]], axis=1)
        sides = np.concatenate([_slope(results, strengths, _WEAK), missing], axis=1)
        solved = np.linalg.solve(system, sides[..., None])[..., 0]
        step = _shortened(solved[:, :count])
        strengths += step
        growth = solved[:, count + 1]
        if np.abs(step).max(initial=0) < _SMALL_STEP:
            break
    return strengths, growth


def _slope(results: PairResults, strengths: Numbers, pull: float) -> Numbers:
    surplus = results.points - results.games * expected_scores(results, strengths)
    return np.asarray(surplus @ results.differences - pull * strengths)


def _curvature(results: PairResults, strengths: Numbers, pull: float) -> Numbers:
    score = expected_scores(results, strengths)
    weighted = results.differences.T * (results.games * score * (1 - score))[..., None, :]
    return np.asarray(weighted @ results.differences + pull * np.eye(results.agents))


def _shortened(steps: Numbers) -> Numbers:
    longest = np.abs(steps).max(axis=-1, keepdims=True, initial=0)
    return np.asarray(steps * (_LONGEST_STEP / np.maximum(longest, _LONGEST_STEP)))
