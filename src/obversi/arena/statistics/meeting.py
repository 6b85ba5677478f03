"""The games of two agents against each other."""

from collections.abc import Iterable

from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.elo import PAIR_POINTS, Pentanomial

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
        self._counts = [0] * len(PAIR_POINTS)
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
        self._counts[sum(1 + (own > 0) - (own < 0) for own in self.pairs[-1])] += 1

    @property
    def pentanomial(self) -> Pentanomial:
        """The whole pairs by the points of the agent."""
        none, half, one, more, two = self._counts
        return none, half, one, more, two
