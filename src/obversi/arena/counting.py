"""Standings of a stored tournament, in reasonable time."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.duplicates import DuplicateCount
from obversi.arena.statistics.ratings import USUAL_MODEL, Anchor
from obversi.arena.statistics.standings import LiveStandings, Standings
from obversi.arena.store import StoredTournament
from obversi.arena.tournament.settings import Entrant

# The time for intervals grows with the fourth power of the number of agents, and is about ten
# seconds for this many; the time for ratings alone grows with the third power.
_MOST_WITH_INTERVALS = 60


class StandingsCount:
    """Counts games, added in any order, for standings with all notes."""

    def __init__(
        self,
        entrants: Sequence[Entrant],
        *,
        model: str = USUAL_MODEL,
        anchor: Anchor | None = None,
    ) -> None:
        """Start without games."""
        self._labels = [entrant.label for entrant in entrants]
        self._live = LiveStandings(entrants, model=model, anchor=anchor)
        self._duplicates = DuplicateCount()

    def add(self, game: PlayedGame) -> None:
        """Add a game that was played."""
        self._live.add(game)
        self._duplicates.add(game)

    def standings(self, stored: StoredTournament) -> Standings:
        """Return the standings, with notes on changed agents and repeated games."""
        has_intervals = len(self._labels) <= _MOST_WITH_INTERVALS
        counted = self._live.with_error_bars() if has_intervals else self._live.standings()
        notes = (*stored.change_notes, *counted.notes, *self._notes(has_intervals))
        return replace(counted, notes=notes)

    def _notes(self, has_intervals: bool) -> Iterator[str]:
        if not has_intervals:
            yield (
                f"there are no intervals, since they would take too long for more than "
                f"{_MOST_WITH_INTERVALS} agents"
            )
        yield from self._duplicates.notes(self._labels)


def counted_standings(
    stored: StoredTournament,
    games: Iterable[PlayedGame],
    *,
    model: str = USUAL_MODEL,
    anchor: Anchor | None = None,
) -> Standings:
    """Return the standings after these games, with all notes."""
    count = StandingsCount(stored.settings.entrants, model=model, anchor=anchor)
    for game in games:
        count.add(game)
    return count.standings(stored)
