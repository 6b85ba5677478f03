"""Standings of a tournament that is kept, in a time that people wait."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.duplicates import DuplicateCount
from obversi.arena.statistics.ratings import USUAL_MODEL, Anchor
from obversi.arena.statistics.standings import LiveStandings, Standings
from obversi.arena.store import StoredTournament
from obversi.arena.tournament.settings import Entrant

__all__ = ["StandingsCount", "counted_standings"]

# Intervals take a time that grows with the fourth power of the number of agents, about ten seconds
# for so many; ratings alone grow with the third.
_MOST_WITH_INTERVALS: Final = 60


class StandingsCount:
    """Counts games in whatever order they are added, for standings with all that is to be said."""

    def __init__(
        self,
        entrants: Sequence[Entrant],
        *,
        model: str = USUAL_MODEL,
        anchor: Anchor | None = None,
    ) -> None:
        """Begin without games."""
        self._labels = [entrant.label for entrant in entrants]
        self._live = LiveStandings(entrants, model=model, anchor=anchor)
        self._duplicates = DuplicateCount()

    def add(self, game: PlayedGame) -> None:
        """Add a game that was played."""
        self._live.add(game)
        self._duplicates.add(game)

    def standings(self, stored: StoredTournament) -> Standings:
        """Return the standings with notes on all that makes them worth less than it seems."""
        has_intervals = len(self._labels) <= _MOST_WITH_INTERVALS
        counted = self._live.with_error_bars() if has_intervals else self._live.standings()
        notes = (*stored.change_notes, *counted.notes, *self._notes(has_intervals))
        return replace(counted, notes=notes)

    def _notes(self, has_intervals: bool) -> Iterator[str]:
        if not has_intervals:
            yield (
                f"more than {_MOST_WITH_INTERVALS} agents: intervals would take too long to count, "
                "so that there are none"
            )
        yield from self._duplicates.notes(self._labels)


def counted_standings(
    stored: StoredTournament,
    games: Iterable[PlayedGame],
    *,
    model: str = USUAL_MODEL,
    anchor: Anchor | None = None,
) -> Standings:
    """Return the standings after these games, with notes on what makes them worth less."""
    count = StandingsCount(stored.settings.entrants, model=model, anchor=anchor)
    for game in games:
        count.add(game)
    return count.standings(stored)
