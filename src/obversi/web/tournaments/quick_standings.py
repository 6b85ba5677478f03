"""Standings by points alone, for those who cannot wait until ratings are counted."""

from collections.abc import Mapping
from typing import Final

from obversi.arena.statistics.ratings import Ratings
from obversi.arena.statistics.standings import Crossing, Standing, Standings, standing_order
from obversi.arena.statistics.summary import Tally
from obversi.arena.store import StoredTournament
from obversi.arena.store.watching import MeetingTally

__all__ = ["quick_standings", "total_tallies"]

_NOTHING: Final = Tally(0, 0, 0, 0)


def quick_standings(
    stored: StoredTournament,
    meetings: Mapping[tuple[int, int], MeetingTally],
    before: Standings | None = None,
) -> Standings:
    """Return how the agents stand by what is counted, with the ratings that they had before."""
    entrants = stored.settings.entrants
    tallies: dict[tuple[int, int], Tally] = {}
    faults = [0] * len(entrants)
    for (a, b), meeting in meetings.items():
        tally = meeting.tally
        seen_by_b = Tally(tally.losses, tally.draws, tally.wins, -tally.margins)
        for both, seen in (((a, b), tally), ((b, a), seen_by_b)):
            tallies[both] = tallies.get(both, _NOTHING) + seen
        faults[a] += meeting.a_faults
        faults[b] += meeting.b_faults
    totals = total_tallies(len(entrants), tallies)
    rated = {} if before is None else {row.agent: row for row in before.rows}
    rows = [
        Standing.of(
            agent,
            entrant.label,
            totals[agent],
            rated.get(agent),
            faults=faults[agent],
            late=0,
        )
        for agent, entrant in enumerate(entrants)
    ]
    cross = {both: Crossing(tally, (0, 0, 0, 0, 0), None) for both, tally in tallies.items()}
    ratings = Ratings((None,) * len(rows), "") if before is None else before.ratings
    return Standings(
        tuple(sorted(rows, key=standing_order)), cross, ratings, tuple(stored.change_notes)
    )


def total_tallies(agents: int, tallies: Mapping[tuple[int, int], Tally]) -> list[Tally]:
    """Return how so many agents did in all, from how each did against each."""
    totals = [_NOTHING] * agents
    for (agent, _), tally in tallies.items():
        totals[agent] += tally
    return totals
