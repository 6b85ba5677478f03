"""Intervals of strengths by the profile likelihood, calibrated by a bootstrap over pairs.

A strength is rejected if the results are much less likely under the best fit with it than under the
best fit of all. For independent games the limit would be known. The two games of a pair are not
independent, so the limit is found by resampling complete pairs.
"""

import numpy as np

from obversi.arena.statistics.elo import NORMAL_95
from obversi.arena.statistics.pair_results import Marks, Numbers, PairResults, Places
from obversi.arena.statistics.strength_fit import (
    StrengthLikelihood,
    fit_strengths,
    fit_with_one_given,
    parameter_covariance,
)
from obversi.arena.statistics.strength_models import StrengthModel
from obversi.arguments import seed_bits

# A pair of two equal results has twice the variance of two independent games.
_WORST_DISPERSION = 2.0

_TINY = 1e-300
_DRAWN_AT_ONCE = 100

_MOST_TRIALS = 60
_FIRST_TRIAL = 3.0
_EXACT = 1e-5


def strength_intervals(
    likelihood: StrengthLikelihood,
    parameters: Numbers,
    zero: Numbers,
    ends: tuple[Marks, Marks],
    replicates: int,
    seed: int | None,
) -> Numbers:
    """Return the 95 % interval of each strength.

    The mean of the strengths with the weights `zero` is 0. Bounds are infinite where `ends`, the
    model's open ends, are true. The bootstrap is made at `parameters`.
    """
    critical = critical_deviances(likelihood, parameters, zero, replicates, seed)
    intervals = np.tile([-np.inf, np.inf], (likelihood.agents, 1))
    intervals[zero == 1] = 0
    for column, is_open in enumerate(ends):
        agents = np.flatnonzero(~is_open & (zero < 1))
        direction = 2 * column - 1
        intervals[agents, column] = _bounds(likelihood, zero, agents, critical[agents], direction)
    return intervals


def critical_deviances(
    likelihood: StrengthLikelihood,
    parameters: Numbers,
    zero: Numbers,
    replicates: int,
    seed: int | None,
) -> Numbers:
    """Return the deviance, twice the logarithm of a likelihood ratio, that rejects a strength.

    With independent games 95 % are below 1.96² for the true strength. Here the quantile is that of
    tournaments whose pairs are drawn from all pairs that were played, in a first-order expansion.
    The pairs are not drawn for each two agents separately: a single pair would always be drawn, as
    if it were certain.

    The result is mixed with one pair of the largest possible variance, since pairs that happen to
    be equal do not prove that all are. If nothing bounds the parameter of draws, the best fit is
    too far away for an expansion, and only that pair counts.
    """
    model, results = likelihood.model, likelihood.results
    worst = _WORST_DISPERSION * NORMAL_95**2
    if not model.bounds_draws(results):
        return np.full(likelihood.agents, worst)
    games = likelihood.of_games(parameters)
    spread = parameter_covariance(likelihood, parameters)[: likelihood.agents]
    # By agents, each two that met, and statistics: the change of a strength by a statistic.
    influence = likelihood.of_games(spread - zero @ spread)
    scatter = model.covariance(games)
    # The information of a game of each two about each agent.
    weights = np.einsum("ams,mst,amt->am", influence, scatter, influence)
    moves = _moves(model, results, games, replicates, seed)
    moved = moves.reshape(replicates, -1) @ influence.reshape(likelihood.agents, -1).T
    deviances = moved**2 / np.maximum(weights @ results.games, _TINY)
    pairs = results.counts.sum()
    fitted = pairs / max(pairs - likelihood.parameters + 1, 1)
    drawn = fitted * np.quantile(deviances, 0.95, axis=0)
    evidence = _even_pairs(model, results, games, weights)
    return np.asarray((evidence * drawn + worst) / (evidence + 1))


def _moves(
    model: StrengthModel, results: PairResults, games: Numbers, replicates: int, seed: int | None
) -> Numbers:
    """Draw tournaments, and return their statistics minus the observed ones."""
    surplus = model.pair_statistics - 2 * model.expected(games)[:, None]
    seen = np.einsum("mk,mks->ms", results.counts, surplus)
    pairs = int(results.counts.sum())
    frequencies = (results.counts / pairs).ravel()
    random = np.random.default_rng(seed_bits(seed))
    moves = []
    for begin in range(0, replicates, _DRAWN_AT_ONCE):
        size = min(_DRAWN_AT_ONCE, replicates - begin)
        drawn = random.multinomial(pairs, frequencies, size).reshape(size, *results.counts.shape)
        moves.append(np.einsum("rmk,mks->rms", drawn, surplus) - seen)
    return np.concatenate(moves)


def _even_pairs(
    model: StrengthModel, results: PairResults, games: Numbers, weights: Numbers
) -> Numbers:
    """Return the number of pairs between equals with the same information about each agent.

    A pair with a certain winner has little information, and a few pairs with much of it have less
    than many pairs with the same sum.
    """
    equals = games.copy()
    equals[:, 0] = 0
    scores, even_scores = (model.covariance(these)[:, 0, 0] for these in (games, equals))
    shares = results.pairs / np.maximum(even_scores, _TINY)
    sums, squares = weights @ shares, weights**2 @ (shares / np.maximum(scores, _TINY))
    return np.asarray(sums**2 / np.maximum(squares, _TINY))


def _bounds(
    likelihood: StrengthLikelihood,
    zero: Numbers,
    agents: Places,
    critical: Numbers,
    direction: int,
) -> Numbers:
    """Return where the deviance of each agent's strength reaches its critical value.

    The root of the deviance is nearly linear, so Newton's method is fast; a step that leaves the
    bracket of the bound, or more than doubles the distance, is replaced by bisection or doubling.
    """
    best = fit_strengths(likelihood)
    best[: likelihood.agents] -= best[: likelihood.agents] @ zero
    top = likelihood.logarithm(best)
    aims = np.sqrt(critical)
    spread = parameter_covariance(likelihood, best)[: likelihood.agents, : likelihood.agents]
    centred = np.eye(likelihood.agents) - zero
    deviations = np.sqrt(np.diag(centred @ spread @ centred.T))[agents]
    distances = np.minimum(aims * deviations, _FIRST_TRIAL)
    near, far = np.zeros(len(agents)), np.full(len(agents), np.inf)
    fits = np.tile(best, (len(agents), 1))
    for _ in range(_MOST_TRIALS):
        values = best[agents] + direction * distances
        fits, growth = fit_with_one_given(likelihood, zero, agents, values, fits)
        roots = np.sqrt(np.maximum(2 * (top - likelihood.logarithm(fits)), 0))
        near, far = (
            np.where(roots < aims, np.maximum(near, distances), near),
            np.where(roots < aims, far, np.minimum(far, distances)),
        )
        slopes = -direction * growth / np.maximum(roots, _TINY)
        tried = distances + (aims - roots) / np.maximum(slopes, _TINY)
        is_between = np.isfinite(far)
        most = np.where(is_between, far, 2 * near)
        halved = np.where(is_between, (near + far) / 2, most)
        following = np.where((tried > near) & (tried < most), tried, halved)
        if np.abs(following - distances).max(initial=0) < _EXACT:
            break
        distances = following
    return np.asarray(best[agents] + direction * distances)
