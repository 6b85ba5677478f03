"""A tournament of a contest: what was planned, and the games that are there."""

from dataclasses import dataclass

from obversi.arena.game.played import PlayedGame
from obversi.arena.store import StoredTournament

__all__ = ["PlayedStage"]


@dataclass(slots=True)
class PlayedStage:
    """One of the two stages with games; labels of its entrants are names of students.

    While the stage is being played, games are added to it.
    """

    stored: StoredTournament
    games: list[PlayedGame]

    @property
    def is_over(self) -> bool:
        """Whether all games are played."""
        return self.stored.ended is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the students, by their places among the entrants."""
        return tuple(entrant.label for entrant in self.stored.settings.entrants)

    def players(self, game: PlayedGame) -> tuple[str, str]:
        """Return the names of those who played a game, black first."""
        return self.stored.labels(game)
