"""Pairs of agents that change places in a round robin if a third one stays away."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb, erfc, sqrt

import numpy as np
from numpy.typing import NDArray

from obversi.arena.statistics.elo import PAIR_SCORES, Pentanomial
from obversi.lab.models.round_robin import RoundRobin

__all__ = ["Swap", "swaps"]


@dataclass(frozen=True, slots=True)
class Swap:
    """Two agents, the first of which has more points with the third there, and fewer without.

    `doubt` bounds the chance that luck alone makes such a swap anywhere in the table, from 0 to 1:
    that of the less sure of the two orders, times the number of swaps that there could have been.
    """

    above: str
    below: str
    left_out: str
    doubt: float

    @property
    def is_sure(self) -> bool:
        """Whether luck makes such a one 1 time in 20 or less."""
        return self.doubt <= 0.05


def swaps(table: RoundRobin) -> list[Swap]:
    """Return all that were seen, the surest first."""
    return sorted(_swaps(table), key=lambda one: one.doubt)


def _swaps(table: RoundRobin) -> Iterator[Swap]:
    agents = len(table.agents)
    possible = comb(agents, 2) * (agents - 2)
    variances = _variances(table)
    for pair in combinations(range(agents), 2):
        a, b = sorted(pair, key=lambda place: -float(table.scores[place].sum()))
        leads = table.scores[a] - table.scores[b]
        lead, variance = float(leads.sum()), float((variances[a] + variances[b]).sum())
        # What one wins of these two the other loses: their own games count twice.
        variance += 2 * float(variances[a, b])
        for third in set(range(agents)) - {a, b}:
            without = lead - float(leads[third])
            if lead > 0 > without:
                less = variance - float(variances[a, third] + variances[b, third])
                luck = max(_luck(lead, variance), _luck(without, less))
                above, below, left_out = (table.agents[place] for place in (a, b, third))
                yield Swap(above, below, left_out, min(1.0, possible * luck))


def _variances(table: RoundRobin) -> NDArray[np.float64]:
    """Return how far the score of each agent against each other one may be off, squared."""
    found = np.zeros(table.scores.shape)
    for one in table.encounters:
        a, b = table.agents.index(one.a), table.agents.index(one.b)
        found[a, b] = found[b, a] = _variance(one.pairs)
    return found


def _variance(pairs: Pentanomial) -> float:
    """Return the variance of the true score, given these pairs.

    Half a pair of each kind is added (Jeffreys), so that a few that are alike prove nothing.
    """
    counts = np.array(pairs) + 0.5
    shares = counts / counts.sum()
    scores = np.array(PAIR_SCORES)
    return float(shares @ scores**2 - (shares @ scores) ** 2) / float(counts.sum() + 1)


def _luck(lead: float, variance: float) -> float:
    """Return how often luck makes such a lead, in this direction, where there is none."""
    return erfc(abs(lead) / sqrt(2 * variance)) / 2
