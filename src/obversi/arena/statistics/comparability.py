"""Which strengths the results bound: who won everything, and who has met nobody."""

import numpy as np

from obversi.arena.statistics.pair_results import Marks, Numbers, PairResults

__all__ = ["comparable_agents", "groups_that_met", "open_ends"]


def open_ends(results: PairResults, zero: Numbers) -> tuple[Marks, Marks]:
    """Return the agents whose strength nothing bounds from below, and from above.

    Strengths are counted from the mean with the weights `zero`. Agents can be ever so strong if
    all points between them and the rest are theirs. So who goes up takes those along who took
    points from it, and from them; if not all that `zero` is made of go along, nothing bounds it.
    """
    taken_along, fixed = _taken_along(results), zero > 0
    below, above = taken_along[fixed].all(axis=0), taken_along[:, fixed].all(axis=1)
    return np.logical_not(below), np.logical_not(above)


def comparable_agents(results: PairResults) -> Marks:
    """Return the largest group of agents that bound each other; all, if none bounds another."""
    taken_along = _taken_along(results)
    groups = taken_along & taken_along.T
    sizes = groups.sum(axis=1)
    if sizes.max() == 1:
        return np.ones(results.agents, np.bool_)
    return np.asarray(groups[np.argmax(sizes)])


def groups_that_met(results: PairResults) -> list[list[int]]:
    """Return the agents in groups between which there was no game, the largest group first."""
    met = np.eye(results.agents, dtype=np.bool_)
    met[results.first, results.second] = met[results.second, results.first] = True
    rows = {tuple(np.flatnonzero(row).tolist()) for row in _closed(met)}
    return [list(row) for row in sorted(rows, key=lambda row: (-len(row), row))]


def _taken_along(results: PairResults) -> Marks:
    """Return, in the row of each agent, who must be stronger if it is."""
    taken = np.eye(results.agents, dtype=np.bool_)
    lost = (results.losses > 0) | (results.draws > 0)
    won = (results.wins > 0) | (results.draws > 0)
    taken[results.first[lost], results.second[lost]] = True
    taken[results.second[won], results.first[won]] = True
    return _closed(taken)


def _closed(steps: Marks) -> Marks:
    """Return who is reached from whom in any number of steps."""
    reached = steps
    for _ in range(len(steps).bit_length()):
        reached = reached.astype(np.float64) @ reached > 0
    return reached
