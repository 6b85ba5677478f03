"""Replies about tournaments: the list, and the standings of one."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from shlex import quote
from typing import Any

from obversi.arena.report.wording import interval_text, ratings_text
from obversi.arena.statistics.ratings import Ratings
from obversi.arena.statistics.sprt import sprt_state
from obversi.arena.statistics.standings import Crossing, Standing, Standings, standing_order
from obversi.arena.statistics.summary import Tally
from obversi.arena.store.rows import storable
from obversi.arena.store.store import USUAL_FILE
from obversi.arena.store.stored import StoredTournament
from obversi.arena.store.watching import HeadToHeadTally
from obversi.net.games.position_text import count_of
from obversi.records import fields_object
from obversi.web.tournaments.models import (
    ArenaCrossing,
    ArenaStanding,
    TournamentLine,
    TournamentReply,
    TournamentState,
)

_EMPTY = Tally(0, 0, 0, 0)


def quick_standings(
    stored: StoredTournament,
    meetings: Mapping[tuple[int, int], HeadToHeadTally],
    before: Standings | None = None,
) -> Standings:
    """Return standings by points, with the ratings of older standings."""
    entrants = stored.settings.entrants
    tallies: dict[tuple[int, int], Tally] = {}
    failures = [0] * len(entrants)
    for (a, b), meeting in meetings.items():
        tally = meeting.tally
        of_b = Tally(tally.losses, tally.draws, tally.wins, -tally.margins)
        for both, result in (((a, b), tally), ((b, a), of_b)):
            tallies[both] = tallies.get(both, _EMPTY) + result
        failures[a] += meeting.a_failures
        failures[b] += meeting.b_failures
    totals = total_tallies(len(entrants), tallies)
    rated = {} if before is None else {row.agent: row for row in before.rows}
    rows = [
        Standing.of(
            agent, entrant.label, totals[agent], rated.get(agent), failures=failures[agent], late=0
        )
        for agent, entrant in enumerate(entrants)
    ]
    cross = {both: Crossing(tally, (0, 0, 0, 0, 0), None) for both, tally in tallies.items()}
    ratings = Ratings((None,) * len(rows), "") if before is None else before.ratings
    return Standings(
        tuple(sorted(rows, key=standing_order)), cross, ratings, tuple(stored.change_notes)
    )


def total_tallies(agents: int, tallies: Mapping[tuple[int, int], Tally]) -> list[Tally]:
    """Return the total of each agent from the results of all pairs."""
    totals = [_EMPTY] * agents
    for (agent, _), tally in tallies.items():
        totals[agent] += tally
    return totals


#: The text if there is no tournament.
ABSENCE = "No tournament was played yet. This begins one:"


def extent_words(stored: StoredTournament, state: TournamentState, database: Path) -> str:
    """Describe the progress of a tournament, and whether it continues."""
    extent = count_of(stored.games, "game")
    if stored.games != stored.planned:
        extent = f"{stored.games} of {count_of(stored.planned, 'game')}"
    if state == "running":
        return f"{extent}, being played now"
    if state == "finished":
        return f"{extent}: {stored.ended}"
    return f"{extent}; obversi arena resume {stored.number}{_option(database)} plays the rest"


def absence_words(database: Path | None) -> str:
    """Return a text that there is no tournament, and how to begin one.

    >>> absence_words(Path("arena.db"))
    'No tournament was played yet: obversi arena run random greedy r4:depth=2 begins one.'
    """
    return f"No tournament was played yet: {begin_command(database)} begins one."


def begin_command(database: Path | None) -> str:
    """Return a command that begins a tournament in the file."""
    option = "" if database is None else _option(database)
    return f"obversi arena run random greedy r4:depth=2{option}"


def _option(database: Path) -> str:
    return "" if database == USUAL_FILE else f" --db {storable(quote(str(database)))}"


# The cross table grows with the square of the number of agents.
_MAX_CROSSED = 40


@dataclass(frozen=True, slots=True)
class TournamentSnapshot:
    """A tournament at some moment, and whether a process was running it."""

    stored: StoredTournament
    is_played: bool

    @property
    def state(self) -> TournamentState:
        """Whether it is finished, running or stopped."""
        if self.stored.ended is not None:
            return "finished"
        return "running" if self.is_played else "stopped"


@dataclass(frozen=True, slots=True)
class StandingsShown:
    """Standings of a tournament, and the number of games in their ratings.

    They are pending if the points count more games than the ratings.
    """

    standings: Standings
    rated_games: int | None
    is_pending: bool


def tournament_line(seen: TournamentSnapshot, database: Path) -> TournamentLine:
    """Return a tournament for the list."""
    return TournamentLine(**_line(seen, database))


def tournament_reply(
    seen: TournamentSnapshot, shown: StandingsShown, database: Path
) -> TournamentReply:
    """Return a tournament with its standings."""
    settings, standings = seen.stored.settings, shown.standings
    rows = standings.rows[:_MAX_CROSSED]
    met = standings.cross
    totals = total_tallies(
        len(settings.entrants), {both: crossing.tally for both, crossing in met.items()}
    )
    notes = list(standings.notes)
    if len(standings.rows) > len(rows):
        notes.append(f"the cross table shows the first {_MAX_CROSSED} agents")
    return TournamentReply(
        **_line(seen, database),
        time=str(settings.time),
        openings=settings.openings,
        ratings="pending" if shown.is_pending else "ready",
        rated_games=shown.rated_games,
        scale=None if shown.rated_games is None else ratings_text(standings.ratings),
        test=None if shown.is_pending else _test_words(seen.stored, standings),
        standings=[
            _standing(place, row, totals[row.agent], shown.is_pending)
            for place, row in enumerate(standings.rows, start=1)
        ],
        crossings=[
            _crossing(row, other, met[row.agent, other.agent], shown.is_pending)
            for row in rows
            for other in rows
            if (row.agent, other.agent) in met
        ],
        notes=notes,
    )


def _line(seen: TournamentSnapshot, database: Path) -> dict[str, Any]:
    stored, settings = seen.stored, seen.stored.settings
    return {
        **fields_object(stored, "number", "title", "games", "planned", "ended"),
        **fields_object(settings, "form", "rules", "size"),
        "agents": [entrant.label for entrant in settings.entrants],
        "state": seen.state,
        "began": f"{stored.created.replace(' ', 'T')}Z",
        "text": extent_words(stored, seen.state, database),
    }


def _standing(place: int, row: Standing, total: Tally, is_pending: bool) -> ArenaStanding:
    return ArenaStanding(
        place=place,
        agent=row.label,
        elo=row.rating,
        **_interval(row.low, row.high),
        **_tally(total),
        failures=row.failures,
        late=None if is_pending else row.late,
    )


def _crossing(
    row: Standing, other: Standing, crossing: Crossing, is_pending: bool
) -> ArenaCrossing:
    strength = crossing.strength
    bounds = (None, None) if strength is None else (strength.elo_low, strength.elo_high)
    return ArenaCrossing(
        agent=row.label,
        against=other.label,
        **_tally(crossing.tally),
        elo=None if strength is None else _finite(strength.elo),
        **_interval(*bounds),
        superiority=None if strength is None else strength.superiority,
        pairs=None if is_pending else list(crossing.pentanomial),
    )


def _interval(low: float | None, high: float | None) -> dict[str, Any]:
    return {"low": _finite(low), "high": _finite(high), "interval": interval_text(low, high)}


def _tally(tally: Tally) -> dict[str, Any]:
    counts = fields_object(tally, "games", "wins", "draws", "losses", "score", "margin")
    return counts | {"points": tally.wins + tally.draws / 2}


def _test_words(stored: StoredTournament, standings: Standings) -> str | None:
    """Describe the state of the SPRT of a match."""
    test, met = stored.settings.sprt, standings.cross.get((0, 1))
    if test is None:
        return None
    return sprt_state(test, (0, 0, 0, 0, 0) if met is None else met.pentanomial).reason


def _finite(number: float | None) -> float | None:
    return number if number is not None and isfinite(number) else None
