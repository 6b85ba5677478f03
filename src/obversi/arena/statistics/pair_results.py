"""The whole pairs of a tournament, counted."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from obversi.arena.statistics.meeting import Meeting
from obversi.arena.statistics.pair_kinds import PAIR_KINDS

__all__ = ["Marks", "Numbers", "PairResults", "Places", "count_pairs"]

Numbers = NDArray[np.float64]
Places = NDArray[np.intp]
Marks = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class PairResults:
    """Whole pairs by who met whom and by their kinds.

    `first` and `second` name each two agents that met, by their places. `counts` has a row for them
    and a column for each of `PAIR_KINDS`, seen by the first.
    """

    agents: int
    first: Places
    second: Places
    counts: Numbers

    @cached_property
    def pairs(self) -> Numbers:
        """The pairs of each two."""
        return np.asarray(self.counts.sum(axis=1))

    @cached_property
    def games(self) -> Numbers:
        """The games of each two."""
        return 2 * self.pairs

    @cached_property
    def draws(self) -> Numbers:
        """The games of each two that were drawn."""
        return np.asarray(self.counts @ np.array([draws for _, draws in PAIR_KINDS]))

    @cached_property
    def wins(self) -> Numbers:
        """The games that the first of each two won."""
        points = self.counts @ np.array([points for points, _ in PAIR_KINDS])
        return np.asarray(points - self.draws / 2)

    @cached_property
    def losses(self) -> Numbers:
        """The games that the first of each two lost."""
        return np.asarray(self.games - self.wins - self.draws)

    @cached_property
    def differences(self) -> Numbers:
        """The matrix that makes differences of the agents' strengths, a row for each two."""
        rows = np.arange(len(self.first))
        matrix = np.zeros((len(rows), self.agents))
        matrix[rows, self.first] = 1
        matrix[rows, self.second] = -1
        return matrix

    @property
    def present(self) -> Places:
        """The agents that have played a pair, by their places."""
        return np.unique(np.concatenate([self.first, self.second]))

    def only(self, agents: Places) -> "PairResults":
        """Return the same for these agents, who are all that are present, renumbered from 0."""
        first, second = (np.searchsorted(agents, places) for places in (self.first, self.second))
        return PairResults(len(agents), first, second, self.counts)


def count_pairs(agents: int, meetings: Mapping[tuple[int, int], Meeting]) -> PairResults:
    """Count the whole pairs of so many agents, given who met whom; the first has the view."""
    met = {both: meeting.kinds for both, meeting in sorted(meetings.items()) if meeting.pairs}
    places = np.array(list(met), np.intp).reshape(-1, 2)
    counts = np.array(list(met.values()), np.float64).reshape(-1, len(PAIR_KINDS))
    return PairResults(agents, places[:, 0], places[:, 1], counts)
