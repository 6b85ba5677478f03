"""A tournament as it lies in a database."""

from dataclasses import dataclass

from obversi.arena.game.played import PlayedGame
from obversi.arena.tournament.settings import TournamentSettings
from obversi.color import BLACK, WHITE

__all__ = ["StoredTournament"]


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament with its number in the file, when it began, and how many games are there.

    `version` is that of obversi at its beginning; `ended` says why it is over, or is None.
    """

    number: int
    name: str | None
    settings: TournamentSettings
    created: str
    version: str
    ended: str | None
    games: int

    @property
    def planned(self) -> int:
        """How many games are played unless something ends it before."""
        return self.settings.planned

    @property
    def title(self) -> str:
        """Its name, or else its number in words."""
        return self.name or f"tournament {self.number}"

    def labels(self, game: PlayedGame) -> tuple[str, str]:
        """Return what the agents of a game are called, black first."""
        black, white = (self.settings.entrants[game.agent(color)] for color in (BLACK, WHITE))
        return black.label, white.label
