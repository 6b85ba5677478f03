"""Standings of a tournament that is kept, in a time that people wait."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from obversi.arena.game.played import PlayedGame
from obversi.arena.statistics.duplicates import duplicate_notes
from obversi.arena.statistics.ratings import USUAL_MODEL, Anchor
from obversi.arena.statistics.standings import LiveStandings, Standings, standings
from obversi.arena.store import StoredTournament

__all__ = ["counted_standings"]

# Intervals take a time that grows with the fourth power of the number of agents, about ten seconds
# for so many; ratings alone grow with the third.
_MOST_WITH_INTERVALS: Final = 60


def counted_standings(
    stored: StoredTournament,
    games: Sequence[PlayedGame],
    *,
    model: str = USUAL_MODEL,
    anchor: Anchor | None = None,
) -> Standings:
    """Return the standings with notes on all that makes them worth less than it seems."""
    entrants = stored.settings.entrants
    if len(entrants) <= _MOST_WITH_INTERVALS:
        counted = standings(entrants, games, model=model, anchor=anchor)
    else:
        live = LiveStandings(entrants, model=model, anchor=anchor)
        for game in games:
            live.add(game)
        counted = live.standings()
        counted = replace(counted, notes=(*counted.notes, *_many_notes(stored, games)))
    return replace(counted, notes=(*stored.change_notes, *counted.notes))


def _many_notes(stored: StoredTournament, games: Sequence[PlayedGame]) -> Iterator[str]:
    yield (
        f"more than {_MOST_WITH_INTERVALS} agents: intervals would take too long to count, "
        "so that there are none"
    )
    yield from duplicate_notes([entrant.label for entrant in stored.settings.entrants], games)
