"""The games of two agents against each other."""

from collections.abc import Iterable

from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.elo import Pentanomial
from obversi.arena.statistics.pair_kinds import PAIR_KINDS, PairCounts, pair_kind

__all__ = ["Meeting"]


class Meeting:
    """The margins of one of two agents in the games against the other, in all and by whole pairs.

    A pair is whole when both of its games are there, in whatever order they come.
    """

    def __init__(self, agent: int, games: Iterable[PlayedGame] = ()) -> None:
        """Take the view of the agent of this place."""
        self.agent = agent
        self.margins: list[int] = []
        self.pairs: list[tuple[int, int]] = []
        self._single: dict[int, int] = {}
        self._counts = [0] * len(PAIR_KINDS)
        for game in games:
            self.add(game)

    def add(self, game: PlayedGame) -> None:
        """Add a game of the two."""
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
        """The whole pairs by their kinds, seen by the agent."""
        none, half, split, drawn, more, two = self._counts
        return none, half, split, drawn, more, two

    @property
    def pentanomial(self) -> Pentanomial:
        """The whole pairs by the points of the agent."""
        none, half, split, drawn, more, two = self._counts
        return none, half, split + drawn, more, two
