"""A tournament in a database, and the changes of its agents."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from obversi.arena.game.played import PlayedGame
from obversi.arena.tournament.settings import TournamentSettings
from obversi.color import BLACK, WHITE


@dataclass(frozen=True, slots=True)
class AgentChange:
    """A change of an agent after a number of games of a tournament.

    `agent` is its place among the entrants, `what` lists the differences to before.
    """

    agent: int
    games: int
    what: str
    identity: Mapping[str, Any]


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of all differences between two identities.

    >>> list(differences({"version": "1", "files": {"a": 0}}, {"version": "1", "files": {"a": 5}}))
    ['files: a']
    """
    for key in sorted(old.keys() | new.keys()):
        before, after = old.get(key), new.get(key)
        if isinstance(before, dict) and isinstance(after, dict):
            yield from (f"{key}: {inner}" for inner in differences(before, after))
        elif before != after:
            yield key


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament with its number in the file, its start, and its number of games.

    `version` is that of obversi at the start; `ended` says why it is over, or is None.
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
        """The number of games, unless a test ends the tournament before."""
        return self.settings.planned

    @property
    def title(self) -> str:
        """Its name, or else a text with its number."""
        return self.name or f"tournament {self.number}"

    @property
    def change_notes(self) -> Iterator[str]:
        """Sentences about the agents that have changed."""
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
            yield f"{who} {verb} changed after {after}: {what}; all games count equally"

    def labels(self, game: PlayedGame) -> tuple[str, str]:
        """Return the labels of the agents of a game, black first."""
        black, white = (self.settings.entrants[game.agent(color)] for color in (BLACK, WHITE))
        return black.label, white.label
