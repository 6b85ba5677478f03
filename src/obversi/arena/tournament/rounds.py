"""Who meets whom in one round after another, where results decide it and where they do not."""

from collections import Counter
from collections.abc import Iterable

from obversi.arena.game.played import PlayedGame
from obversi.arena.tournament.encounters import (
    Encounter,
    gauntlet,
    neighbours,
    race_round,
    round_robin,
    swiss_round,
)
from obversi.arena.tournament.settings import TournamentSettings

__all__ = ["Rounds"]


class Rounds:
    """Finds the encounters of each round of a tournament, from the first on.

    The same games always lead to the same encounters.
    """

    def __init__(self, settings: TournamentSettings) -> None:
        """Begin with the agents as they were given."""
        self._settings = settings
        self._met: Counter[frozenset[int]] = Counter()
        self._rested: list[int] = []
        self._order = list(range(len(settings.entrants)))

    def next(self, games: Iterable[PlayedGame]) -> list[Encounter]:
        """Return the encounters of the next round, after all games of the rounds before."""
        agents = len(self._settings.entrants)
        match self._settings.form:
            case "swiss":
                return self._next_of_swiss(games)
            case "race":
                return self._next_of_race(games)
            case "gauntlet":
                return gauntlet(agents)
            case "neighbours":
                return neighbours(agents)
            case _:
                return round_robin(agents)

    def _next_of_swiss(self, games: Iterable[PlayedGame]) -> list[Encounter]:
        points = [0.0] * len(self._order)
        for game in games:
            points[game.a] += game.points
            points[game.b] += 1 - game.points
        for agent in self._rested:
            points[agent] += 2 * self._settings.pairs
        encounters, resting = swiss_round(points, self._met, set(self._rested))
        self._met.update(frozenset(encounter) for encounter in encounters)
        self._rested += [] if resting is None else [resting]
        return encounters

    def _next_of_race(self, games: Iterable[PlayedGame]) -> list[Encounter]:
        """Order the agents by how many games more they won than lost, else as they were before.

        The first and the last have half as many games as the others: what they have not played
        must not count against them.
        """
        ahead = [0.0] * len(self._order)
        for game in games:
            ahead[game.a] += game.points - 0.5
            ahead[game.b] -= game.points - 0.5
        self._order.sort(key=lambda agent: -ahead[agent])
        return race_round(self._order)
