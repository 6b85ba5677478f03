"""Pairs of games, counted by their results. A pair counts when both of its games are played."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.elo import Pentanomial

# Points and draws of a pair. A win and a loss, or two draws, are one point.
PAIR_KINDS = ((0.0, 0), (0.5, 1), (1.0, 0), (1.0, 2), (1.5, 1), (2.0, 0))

# The number of pairs of each kind.
PairCounts = tuple[int, ...]


def pair_kind(one: int, other: int) -> int:
    """Return the index of the kind of a pair whose games had these margins.

    >>> pair_kind(-4, 12), pair_kind(0, 0)
    (2, 3)
    """
    points = sum((1 + (margin > 0) - (margin < 0)) / 2 for margin in (one, other))
    return PAIR_KINDS.index((points, (one == 0) + (other == 0)))


class HeadToHead:
    """The games of an agent against another: margins of all games, and of complete pairs.

    Games may be added in any order.
    """

    def __init__(self, agent: int, games: Iterable[PlayedGame] = ()) -> None:
        """Count for the agent of this place."""
        self.agent = agent
        self.margins: list[int] = []
        self.pairs: list[tuple[int, int]] = []
        self._single: dict[int, int] = {}
        self._counts = [0] * len(PAIR_KINDS)
        for game in games:
            self.add(game)

    def add(self, game: PlayedGame) -> None:
        """Add a game of the two agents."""
        margin = game.margin if game.a == self.agent else -game.margin
        self.margins.append(margin)
        other = self._single.pop(game.pair, None)
        if other is None:
            self._single[game.pair] = margin
            return
        self.pairs.append((other, margin))
        self._counts[pair_kind(other, margin)] += 1

    @property
    def kinds(self) -> PairCounts:
        """The complete pairs by their kinds, for the agent."""
        return tuple(self._counts)

    @property
    def pentanomial(self) -> Pentanomial:
        """The complete pairs by the points of the agent."""
        none, half, split, drawn, more, two = self._counts
        return none, half, split + drawn, more, two


Numbers = NDArray[np.float64]
Places = NDArray[np.intp]
Marks = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class PairResults:
    """The complete pairs of a tournament, by agents and by kinds.

    `first` and `second` are the places of each two agents that met. `counts` has a row for them and
    a column for each of `PAIR_KINDS`, for the first.
    """

    agents: int
    first: Places
    second: Places
    counts: Numbers

    @cached_property
    def pairs(self) -> Numbers:
        """The number of pairs of each two agents."""
        return np.asarray(self.counts.sum(axis=1))

    @cached_property
    def games(self) -> Numbers:
        """The number of games of each two agents."""
        return 2 * self.pairs

    @cached_property
    def draws(self) -> Numbers:
        """The number of draws of each two agents."""
        return np.asarray(self.counts @ np.array([draws for _, draws in PAIR_KINDS]))

    @cached_property
    def wins(self) -> Numbers:
        """The number of wins of the first of each two agents."""
        points = self.counts @ np.array([points for points, _ in PAIR_KINDS])
        return np.asarray(points - self.draws / 2)

    @cached_property
    def losses(self) -> Numbers:
        """The number of losses of the first of each two agents."""
        return np.asarray(self.games - self.wins - self.draws)

    @cached_property
    def differences(self) -> Numbers:
        """The matrix from strengths to their differences, with a row for each two agents."""
        rows = np.arange(len(self.first))
        matrix = np.zeros((len(rows), self.agents))
        matrix[rows, self.first] = 1
        matrix[rows, self.second] = -1
        return matrix

    @property
    def present(self) -> Places:
        """The places of the agents that have played a pair."""
        return np.unique(np.concatenate([self.first, self.second]))

    def only(self, agents: Places) -> "PairResults":
        """Return the results with these agents, the present ones, renumbered from 0."""
        first, second = (np.searchsorted(agents, places) for places in (self.first, self.second))
        return PairResults(len(agents), first, second, self.counts)


def count_pairs(agents: int, by_agents: Mapping[tuple[int, int], HeadToHead]) -> PairResults:
    """Count the complete pairs; a key has the two agents, the first is that of the value."""
    met = {both: games.kinds for both, games in sorted(by_agents.items()) if games.pairs}
    places = np.array(list(met), np.intp).reshape(-1, 2)
    counts = np.array(list(met.values()), np.float64).reshape(-1, len(PAIR_KINDS))
    return PairResults(agents, places[:, 0], places[:, 1], counts)
