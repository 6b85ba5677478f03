"""A tournament as it lies in a database."""

from collections.abc import Iterator
from dataclasses import dataclass

from obversi.arena.game.played import PlayedGame
from obversi.arena.store.agent_change import AgentChange
from obversi.arena.tournament.settings import TournamentSettings
from obversi.color import BLACK, WHITE

__all__ = ["StoredTournament"]


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament with its number in the file, when it began, and how many games are there.

    `version` is that of obversi at its beginning; `ended` says why it is over, or is None. Agents
    that have changed since are among the `changes`.
    """

    number: int
    name: str | None
    settings: TournamentSettings
    created: str
    version: str
    ended: str | None
    games: int
    changes: tuple[AgentChange, ...] = ()

    @property
    def planned(self) -> int:
        """How many games are played unless something ends it before."""
        return self.settings.planned

    @property
    def title(self) -> str:
        """Its name, or else its number in words."""
        return self.name or f"tournament {self.number}"

    @property
    def change_notes(self) -> Iterator[str]:
        """Say of which agents there are games of more than one version."""
        together: dict[tuple[int, str], list[str]] = {}
        for change in self.changes:
            label = self.settings.entrants[change.agent].label
            together.setdefault((change.games, change.what), []).append(label)
        for (games, what), labels in sorted(together.items()):
            who = labels[0]
            if len(labels) > 1:
                others = "1 other" if len(labels) == 2 else f"{len(labels) - 1} others"
                who = f"{who} and {others}"
            verb = "has" if len(labels) == 1 else "have"
            after = "1 game" if games == 1 else f"{games} games"
            yield f"{who} {verb} changed after {after}: {what}; all games are counted alike"

    def labels(self, game: PlayedGame) -> tuple[str, str]:
        """Return what the agents of a game are called, black first."""
        black, white = (self.settings.entrants[game.agent(color)] for color in (BLACK, WHITE))
        return black.label, white.label
