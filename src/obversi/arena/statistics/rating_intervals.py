"""How far strengths can be trusted: those that the games do not refute, by a bootstrap over pairs.

A strength is refuted if the best fit with it makes the results much less likely than the best fit
of all (the profile likelihood). How much is much would be known if games were independent. The two
games of a pair are not, so it is found by drawing whole pairs from those played, again and again.
"""

from typing import Final

import numpy as np

from obversi.arena.statistics.elo import NORMAL_95
from obversi.arena.statistics.pair_results import Marks, Numbers, PairResults, Places
from obversi.arena.statistics.strength_fit import (
    fit_strengths,
    fit_with_one_given,
    parameter_covariance,
)
from obversi.arena.statistics.strength_likelihood import StrengthLikelihood
from obversi.arena.statistics.strength_model import StrengthModel

__all__ = ["critical_deviances", "strength_intervals"]

# A pair whose games always end alike scatters twice as much as two independent games.
_WORST_DISPERSION: Final = 2.0

_TINY: Final = 1e-300
_DRAWN_AT_ONCE: Final = 100

_MOST_TRIALS: Final = 60
_FIRST_TRIAL: Final = 3.0
_EXACT: Final = 1e-5


def strength_intervals(
    likelihood: StrengthLikelihood,
    parameters: Numbers,
    zero: Numbers,
    ends: tuple[Marks, Marks],
    replicates: int,
    seed: int,
) -> Numbers:
    """Return the lowest and the highest strength of each agent that is not refuted, at 95 %.

    They are counted from where the mean with the weights `zero` is 0, and infinite where `ends`,
    the model's open ends, say that nothing bounds them. `parameters` are those at which the
    bootstrap is made.
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
    likelihood: StrengthLikelihood, parameters: Numbers, zero: Numbers, replicates: int, seed: int
) -> Numbers:
    """Return the deviance, twice the logarithm of a likelihood ratio, that refutes a strength.

    With independent games 95 of 100 are below 1.96² where the strength is the true one. Here they
    are counted in tournaments whose pairs are drawn from all pairs that were played, in the first
    term of their expansion. The pairs of each two agents are not drawn by themselves: a single one
    would be drawn every time, as if there were no doubt.

    What was drawn is mixed with one pair that scatters as much as pairs can. Pairs that happen to
    be all alike would otherwise prove that they always are. Where nothing bounds how likely draws
    are, the best fit lies too far away for an expansion, and only that pair counts.
    """
    model, results = likelihood.model, likelihood.results
    worst = _WORST_DISPERSION * NORMAL_95**2
    if not model.bounds_draws(results):
        return np.full(likelihood.agents, worst)
    games = likelihood.of_games(parameters)
    spread = parameter_covariance(likelihood, parameters)[: likelihood.agents]
    # By agents, each two that met and statistics: how far one more of a statistic moves a strength.
    influence = likelihood.of_games(spread - zero @ spread)
    scatter = model.covariance(games)
    # How much a game of each two says on each agent.
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
    model: StrengthModel, results: PairResults, games: Numbers, replicates: int, seed: int
) -> Numbers:
    """Draw tournaments, and return their statistics beyond those seen, by who met."""
    surplus = model.pair_statistics - 2 * model.expected(games)[:, None]
    seen = np.einsum("mk,mks->ms", results.counts, surplus)
    pairs = int(results.counts.sum())
    frequencies = (results.counts / pairs).ravel()
    random = np.random.default_rng(seed)
    moves = []
    for begin in range(0, replicates, _DRAWN_AT_ONCE):
        size = min(_DRAWN_AT_ONCE, replicates - begin)
        drawn = random.multinomial(pairs, frequencies, size).reshape(size, *results.counts.shape)
        moves.append(np.einsum("rmk,mks->rms", drawn, surplus) - seen)
    return np.concatenate(moves)


def _even_pairs(
    model: StrengthModel, results: PairResults, games: Numbers, weights: Numbers
) -> Numbers:
    """Return how many pairs of equals would say as much on each agent as its pairs do.

    A pair that one of the two is sure to win says little, and a few that count much say less than
    many that count as much together.
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
    """Return where the deviance of each agent's strength comes to its critical value.

    The root of the deviance is nearly a straight line, on which Newton's method is quick; what
    leaves the part in which the bound must lie, or goes more than twice as far, is not followed.
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
