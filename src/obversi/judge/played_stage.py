"""A tournament of a contest: what was planned, and the games that are there."""

from dataclasses import dataclass, field

from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.standings import Standings, standings
from obversi.arena.store import StoredTournament

__all__ = ["PlayedStage"]


@dataclass(slots=True)
class PlayedStage:
    """One of the two stages with games; labels of its entrants are names of students.

    While the stage is being played, games are added to it.
    """

    stored: StoredTournament
    games: list[PlayedGame]
    _standings: tuple[int, Standings] | None = field(default=None, repr=False, compare=False)

    @property
    def is_over(self) -> bool:
        """Whether all games are played."""
        return self.stored.ended is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the students, by their places among the entrants."""
        return tuple(entrant.label for entrant in self.stored.settings.entrants)

    def standings(self) -> Standings:
        """Return the ratings with their intervals, which take long, and are kept until a game."""
        if self._standings is None or self._standings[0] != len(self.games):
            made = standings(self.stored.settings.entrants, self.games)
            self._standings = (len(self.games), made)
        return self._standings[1]

    def players(self, game: PlayedGame) -> tuple[str, str]:
        """Return the names of those who played a game, black first."""
        return self.stored.labels(game)
