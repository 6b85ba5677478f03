"""What came out of a tournament, as tables for the terminal and as an object for JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from rich.console import RenderableType
from rich.markup import escape

from obversi.arena.counting import counted_standings
from obversi.arena.game.played import PlayedGame
from obversi.arena.report.wording import ratings_text
from obversi.arena.statistics.ratings import USUAL_MODEL, Anchor
from obversi.arena.statistics.standings import Crossing, Standing, Standings
from obversi.arena.statistics.summary import MatchSummary, summarise
from obversi.arena.store import StoredTournament
from obversi.arena.tournament.settings import FORMS_OF_ROUNDS
from obversi.cli.arena.standings_tables import (
    cross_tables,
    meetings_table,
    standings_table,
    trouble_notes,
)
from obversi.cli.failure_remarks import failure_remarks
from obversi.cli.match_report import summary_parts
from obversi.cli.result_parts import strength_object, tally_object
from obversi.cli.sprt_parts import sprt_object, sprt_text
from obversi.color import color_name

__all__ = ["TournamentReport", "extent_text", "settings_text"]

# More agents than that make a cross table that nobody reads.
_MOST_CROSSED = 40

# With more meetings the cross table has to do; pages and JSON have them all.
_MOST_MEETINGS_SHOWN = 15


@dataclass(frozen=True, slots=True)
class TournamentReport:
    """What is told of a tournament, whether it is over or not."""

    stored: StoredTournament
    games: Sequence[PlayedGame]
    anchor: Anchor | None = None
    notes: Sequence[str] = ()
    model: str = USUAL_MODEL
    standings: Standings = field(init=False)

    def __post_init__(self) -> None:
        """Count the games once."""
        counted = counted_standings(self.stored, self.games, model=self.model, anchor=self.anchor)
        object.__setattr__(self, "standings", counted)

    @property
    def _labels(self) -> list[str]:
        return [entrant.label for entrant in self.stored.settings.entrants]

    def _match(self) -> MatchSummary | None:
        """Sum up a tournament of two as a match."""
        return summarise(self.games) if len(self.stored.settings.entrants) == 2 else None

    def _all_notes(self) -> list[str]:
        return [*self.notes, *self.standings.notes]

    # For JSON

    def to_object(self) -> dict[str, Any]:
        """Return everything; what is infinite or unknown is None."""
        stored, settings = self.stored, self.stored.settings
        match = self._match()
        return {
            "tournament": stored.number,
            "name": stored.name,
            **settings.to_object(),
            "created": stored.created,
            "version": stored.version,
            "ended": stored.ended,
            "games": len(self.games),
            "planned_games": stored.planned,
            "model": self.model,
            "draw_share": self.standings.ratings.draw_share,
            "zero": self.standings.ratings.zero,
            "standings": [_standing_object(row) for row in self.standings.rows],
            "meetings": [
                {"a": self._labels[a], "b": self._labels[b], **_crossing_object(met)}
                for (a, b), met in sorted(self.standings.cross.items())
                if a < b
            ],
            "test": sprt_object(settings.sprt, match.strength if match else None),
            "failures": [self._failure_object(game) for game in self.games if game.failure],
            "notes": self._all_notes(),
        }

    def _failure_object(self, game: PlayedGame) -> dict[str, Any]:
        assert game.failure is not None
        return {
            "game": game.number,
            "agent": self._labels[game.agent(game.failure.color)],
            "color": color_name(game.failure.color),
            "fault": game.failure.fault.value,
            "reason": game.failure.reason,
        }

    # For the terminal

    def parts(self) -> Iterator[RenderableType]:
        """Return what is shown, from top to bottom: lines and tables."""
        stored, settings = self.stored, self.stored.settings
        name = f" [bold]{escape(stored.name)}[/]" if stored.name else ""
        yield f"tournament {stored.number}{name}: {escape(settings_text(stored))}"
        yield f"{extent_text(stored, len(self.games))}; openings: {escape(settings.openings)}"
        match = self._match()
        if match is not None:
            a, b = (escape(label) for label in self._labels)
            yield f"[bold]A[/] {a}  against  [bold]B[/] {b}"
            if self.games:
                yield from summary_parts(match)
                # A match tells Elo, which is what the usual model would say.
                if self.model != USUAL_MODEL:
                    yield standings_table(self.standings)
                    yield self._ratings_line()
        elif self.games:
            yield standings_table(self.standings)
            yield self._ratings_line()
            yield from self._meeting_parts()
        if settings.sprt is not None:
            yield sprt_text(settings.sprt, match.strength if match else None)
        remarks = (
            *self._all_notes(),
            *trouble_notes(self.standings),
            *failure_remarks(self.games, self._labels),
        )
        yield from (f"note: {escape(remark)}" for remark in remarks)

    def _meeting_parts(self) -> Iterator[RenderableType]:
        """Show how each did against each, as far as that can be looked through."""
        if len(self.standings.rows) > _MOST_CROSSED:
            yield (
                f"more than {_MOST_CROSSED} agents: how each did against each is told by --json, "
                "and by the page of --report"
            )
            return
        yield from cross_tables(self.standings)
        if len(self.standings.cross) <= 2 * _MOST_MEETINGS_SHOWN:
            yield meetings_table(self.standings)

    def _ratings_line(self) -> str:
        return f"ratings: {escape(ratings_text(self.standings.ratings))}"


def settings_text(stored: StoredTournament) -> str:
    """Say in a line what is played."""
    settings = stored.settings
    rounds = f" of {settings.rounds} rounds" if settings.form in FORMS_OF_ROUNDS else ""
    adjudicated = f", adjudicated at {settings.adjudicate} empties" if settings.adjudicate else ""
    return (
        f"{settings.form}{rounds} of {len(settings.entrants)} agents, {settings.rules} rules, "
        f"{settings.size}×{settings.size}, {settings.time}{adjudicated}, seed {settings.seed}"
    )


def extent_text(stored: StoredTournament, games: int) -> str:
    """Say how far a tournament is."""
    told = f"{games} games" if games == stored.planned else f"{games} of {stored.planned} games"
    return told if stored.ended is None else f"{told}: {stored.ended}"


def _standing_object(row: Standing) -> dict[str, Any]:
    names = ("label", "games", "points", "score", "margin", "faults", "late")
    return {
        **{name: getattr(row, name) for name in names},
        **{name: _finite(getattr(row, name)) for name in ("rating", "low", "high")},
    }


def _crossing_object(met: Crossing) -> dict[str, Any]:
    pairs = {"pairs": sum(met.pentanomial), "pentanomial": list(met.pentanomial)}
    return {**tally_object(met.tally), **strength_object(met.strength), **pairs}


def _finite(number: float | None) -> float | None:
    return number if number is not None and isfinite(number) else None
