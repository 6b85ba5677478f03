"""Models of strength: Bradley-Terry, Davidson, and which strengths the results bound."""

from math import log
from typing import Protocol

import numpy as np

from obversi.arena.statistics.pair_results import PAIR_KINDS, Marks, Numbers, PairResults
from obversi.extras import require

# One natural unit of strength in Elo.
ELO = 400 / log(10)


class StrengthModel(Protocol):
    """The distribution of results for given strengths, as an exponential family.

    The logarithm of the probability of a result is the sum of its statistics, each times a
    parameter, minus `log_partition` of the parameters. The first statistic is the score, and its
    parameter the difference of the strengths, in natural units. If there is a second statistic, it
    is whether the game is drawn, and its parameter is the same for all games. The statistics are
    the last axis of all arrays.
    """

    @property
    def pair_statistics(self) -> Numbers:
        """The statistics of both games together: a row for each kind of pair."""
        ...

    def log_partition(self, parameters: Numbers) -> Numbers:
        """Return the logarithm that normalises the probabilities of all results."""
        ...

    def expected(self, parameters: Numbers) -> Numbers:
        """Return the expected statistics of a game."""
        ...

    def covariance(self, parameters: Numbers) -> Numbers:
        """Return the covariance of the statistics of a game, on two axes."""
        ...

    def bounds_draws(self, results: PairResults) -> bool:
        """Return whether results bound the parameter of draws, or there is none."""
        ...

    def open_ends(self, results: PairResults, zero: Numbers) -> tuple[Marks, Marks]:
        """Return the agents whose strength is not bounded from below, and from above.

        The mean of the strengths with the weights `zero` is 0.
        """
        ...


def open_ends(results: PairResults, zero: Numbers) -> tuple[Marks, Marks]:
    """Return the agents whose strength is not bounded from below, and from above.

    The mean of the strengths with the weights `zero` is 0. A group of agents can be arbitrarily
    strong if it has all points of its games against the rest. So if an agent gets stronger, all
    that took points from it must too, and so on. It is unbounded unless all of `zero` are among
    these.
    """
    taken_along, fixed = _taken_along(results), zero > 0
    below, above = taken_along[fixed].all(axis=0), taken_along[:, fixed].all(axis=1)
    return np.logical_not(below), np.logical_not(above)


def comparable_agents(results: PairResults) -> Marks:
    """Return the largest group of agents that bound each other, or all if there is none."""
    taken_along = _taken_along(results)
    groups = taken_along & taken_along.T
    sizes = groups.sum(axis=1)
    if sizes.max() == 1:
        return np.ones(results.agents, np.bool_)
    return np.asarray(groups[np.argmax(sizes)])


def groups_that_met(results: PairResults) -> list[list[int]]:
    """Return the groups of agents without games between them, the largest first."""
    met = np.eye(results.agents, dtype=np.bool_)
    met[results.first, results.second] = met[results.second, results.first] = True
    rows = {tuple(np.flatnonzero(row).tolist()) for row in _closed(met)}
    return [list(row) for row in sorted(rows, key=lambda row: (-len(row), row))]


def _taken_along(results: PairResults) -> Marks:
    """Return, in the row of each agent, the agents that must get stronger if it does."""
    taken = np.eye(results.agents, dtype=np.bool_)
    lost = (results.losses > 0) | (results.draws > 0)
    won = (results.wins > 0) | (results.draws > 0)
    taken[results.first[lost], results.second[lost]] = True
    taken[results.second[won], results.first[won]] = True
    return _closed(taken)


def _closed(steps: Marks) -> Marks:
    """Return the transitive closure."""
    reached = steps
    for _ in range(len(steps).bit_length()):
        reached = reached.astype(np.float64) @ reached > 0
    return reached


class BradleyTerry:
    """The model of Bradley and Terry: the expected score is 1 / (1 + exp(-d)).

    This is Elo in natural units. The only statistic is the score, and its parameter the difference
    d of the strengths. A draw counts as half a win and half a loss.
    """

    @property
    def pair_statistics(self) -> Numbers:
        """The points of each kind of pair."""
        return np.array([[points] for points, _ in PAIR_KINDS])

    def log_partition(self, parameters: Numbers) -> Numbers:
        """Return ln(1 + exp(d))."""
        return np.asarray(np.logaddexp(0, parameters[..., 0]))

    def expected(self, parameters: Numbers) -> Numbers:
        """Return the score."""
        return np.asarray(np.exp(-np.logaddexp(0, -parameters)))

    def covariance(self, parameters: Numbers) -> Numbers:
        """Return the variance of the score without draws."""
        score = self.expected(parameters)
        return np.asarray((score * (1 - score))[..., None])

    def bounds_draws(self, results: PairResults) -> bool:  # noqa: ARG002
        """Return True, since there is no such parameter."""
        return True

    def open_ends(self, results: PairResults, zero: Numbers) -> tuple[Marks, Marks]:
        """Return the agents whose strength is not bounded from below, and from above."""
        return open_ends(results, zero)


# The least solution, in a box from -1 to 1, that is not a rounding error.
_LEAST_STEP = 1e-7


class Davidson:
    """The model of Davidson (1970): that of Bradley and Terry with a parameter v for draws.

    The probability of a draw is v times the root of the product of those of win and loss. The
    statistics are the score and whether the game is drawn; v is the same for all games.
    """

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
        """Return the covariance of score and draw."""
        win, draw, loss = self._chances(parameters)
        half = (win - loss) / 2
        scores = win * (loss + draw / 2) ** 2 + draw * half**2 + loss * (win + draw / 2) ** 2
        rows = [[scores, -draw * half], [-draw * half, draw * (win + loss)]]
        return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)

    def bounds_draws(self, results: PairResults) -> bool:
        """Return whether results bound v from above.

        They do not if the strengths can diverge while v grows. The strengths of two agents must
        diverge if only one of them has ever won, and may diverge if they only drew. Without draws v
        is 0.
        """
        direction = np.append(np.zeros(results.agents), 1)
        return not results.draws.any() or not _is_unbounded(results, direction)

    def open_ends(self, results: PairResults, zero: Numbers) -> tuple[Marks, Marks]:
        """Return the agents whose strength is not bounded from below, and from above."""
        if self.bounds_draws(results):
            return open_ends(results, zero)
        away = np.hstack([np.eye(results.agents) - zero, np.zeros((results.agents, 1))])
        below = [_is_unbounded(results, -direction) for direction in away]
        above = [_is_unbounded(results, direction) for direction in away]
        return np.array(below), np.array(above)

    def _chances(self, parameters: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """Return the probabilities of win, draw and loss."""
        total = self.log_partition(parameters)
        gaps, draws = parameters[..., 0], parameters[..., 1]
        return np.exp(gaps - total), np.exp(draws + gaps / 2 - total), np.exp(-total)


def _is_unbounded(results: PairResults, direction: Numbers) -> bool:
    """Return whether strengths and ln v can go to infinity with a component in this direction.

    No observed result may become less likely on the way. A step changes the term of a result in the
    logarithm: that of a win by the difference of strengths, that of a draw by half of it and ln v,
    that of a loss not at all. The observed results must have the largest changes, which is a linear
    program.
    """
    require("this rating", "arena", "scipy")
    from scipy.optimize import linprog

    loss = np.zeros((len(results.first), results.agents + 1))
    win = np.hstack([results.differences, np.zeros((len(loss), 1))])
    draw = win / 2 + np.eye(results.agents + 1)[-1]
    outcomes = ((win, results.wins), (draw, results.draws), (loss, results.losses))
    limits = np.concatenate(
        [other[counts > 0] - seen[counts > 0] for seen, counts in outcomes for other, _ in outcomes]
    )
    found = linprog(-direction, A_ub=limits, b_ub=np.zeros(len(limits)), bounds=(-1, 1))
    return bool(found.fun < -_LEAST_STEP)
