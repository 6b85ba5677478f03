"""Tournaments as they are answered: the list of them, and how one stands."""

from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Final

from obversi.arena.report.wording import interval_text, ratings_text
from obversi.arena.statistics.sprt import sprt_state
from obversi.arena.statistics.standings import Crossing, Standing, Standings
from obversi.arena.statistics.summary import Tally
from obversi.arena.store import StoredTournament
from obversi.web.tournaments.models import (
    ArenaCrossing,
    ArenaStanding,
    TournamentAnswer,
    TournamentLine,
    TournamentState,
)
from obversi.web.tournaments.quick_standings import total_tallies
from obversi.web.tournaments.words import extent_words

__all__ = ["StandingsShown", "TournamentSeen", "tournament_answer", "tournament_line"]

# A cross table of more agents is read by nobody, and grows with the square of their number.
_MOST_CROSSED: Final = 40


@dataclass(frozen=True, slots=True)
class TournamentSeen:
    """A tournament at some moment, and whether some process was playing it then."""

    stored: StoredTournament
    is_played: bool

    @property
    def state(self) -> TournamentState:
        """Whether it is over, and if not, whether it goes on."""
        if self.stored.ended is not None:
            return "finished"
        return "running" if self.is_played else "stopped"


@dataclass(frozen=True, slots=True)
class StandingsShown:
    """Standings of a tournament, and how many games their ratings count.

    They are pending if these are not all that count for the points.
    """

    standings: Standings
    rated_games: int | None
    is_pending: bool


def tournament_line(seen: TournamentSeen, database: Path) -> TournamentLine:
    """Return a tournament as the list has it."""
    return TournamentLine(**_line(seen, database))


def tournament_answer(
    seen: TournamentSeen, shown: StandingsShown, database: Path
) -> TournamentAnswer:
    """Return a tournament with its standings."""
    settings, standings = seen.stored.settings, shown.standings
    rows = standings.rows[:_MOST_CROSSED]
    met = standings.cross
    totals = total_tallies(
        len(settings.entrants), {both: crossing.tally for both, crossing in met.items()}
    )
    notes = list(standings.notes)
    if len(standings.rows) > len(rows):
        notes.append(f"how each did against each is shown of the first {_MOST_CROSSED} agents")
    return TournamentAnswer(
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


def _line(seen: TournamentSeen, database: Path) -> dict[str, Any]:
    stored, settings = seen.stored, seen.stored.settings
    return {
        "number": stored.number,
        "title": stored.title,
        "form": settings.form,
        "rules": settings.rules,
        "size": settings.size,
        "agents": [entrant.label for entrant in settings.entrants],
        "games": stored.games,
        "planned": stored.planned,
        "state": seen.state,
        "ended": stored.ended,
        "began": f"{stored.created.replace(' ', 'T')}Z",
        "text": extent_words(stored, seen.state, database),
    }


def _standing(place: int, row: Standing, total: Tally, is_pending: bool) -> ArenaStanding:
    return ArenaStanding(
        place=place,
        agent=row.label,
        elo=row.rating,
        low=_finite(row.low),
        high=_finite(row.high),
        interval=interval_text(row.low, row.high),
        **_tally(total),
        faults=row.faults,
        late=None if is_pending else row.late,
    )


def _crossing(
    row: Standing, other: Standing, crossing: Crossing, is_pending: bool
) -> ArenaCrossing:
    strength = crossing.strength
    bounds = (None, None) if strength is None else (strength.elo_low, strength.elo_high)
    low, high = bounds
    return ArenaCrossing(
        agent=row.label,
        against=other.label,
        **_tally(crossing.tally),
        elo=None if strength is None else _finite(strength.elo),
        low=_finite(low),
        high=_finite(high),
        interval=interval_text(low, high),
        superiority=None if strength is None else strength.superiority,
        pairs=None if is_pending else list(crossing.pentanomial),
    )


def _tally(tally: Tally) -> dict[str, Any]:
    return {
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "points": tally.wins + tally.draws / 2,
        "score": tally.score,
        "margin": tally.margin,
    }


def _test_words(stored: StoredTournament, standings: Standings) -> str | None:
    """Say how the test of a match stands, which is of two agents."""
    test, met = stored.settings.sprt, standings.cross.get((0, 1))
    if test is None:
        return None
    return sprt_state(test, (0, 0, 0, 0, 0) if met is None else met.pentanomial).reason


def _finite(number: float | None) -> float | None:
    return number if number is not None and isfinite(number) else None
