"""The result of a tournament: tables, JSON and a page, and the options of commands for it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
from rich import box
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Column, Table

from obversi.arena.game.played import PlayedGame
from obversi.arena.report import wording
from obversi.arena.report.page import tournament_page
from obversi.arena.statistics.ratings import MODELS, USUAL_MODEL, Anchor
from obversi.arena.statistics.standings import Crossing, Standing, Standings, counted_standings
from obversi.arena.statistics.summary import MatchSummary, summarise
from obversi.arena.store.store import USUAL_FILE, Store
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.settings import FORMS_OF_ROUNDS, Entrant
from obversi.arguments import suggestion
from obversi.cli import match_report
from obversi.cli.options import file_option, flag_option, grouped, json_option
from obversi.cli.progress import progress
from obversi.cli.terminal import finite, number_table, print_report
from obversi.errors import InputError
from obversi.formats.saving import check_target, write_whole
from obversi.records import JsonObject, fields_object

# Columns of a cross table that fit on any terminal next to the agents.
_COLUMNS_AT_A_TIME = 8

# A cross table of more agents cannot be read.
_MOST_CROSSED = 40

# With more pairs only the cross table is shown; pages and JSON have all of them.
_MOST_PAIRS_SHOWN = 15


# Options


which_argument = click.argument("which", required=False)

database_option = file_option(
    "--db",
    "database",
    default=USUAL_FILE,
    envvar="OBVERSI_ARENA",
    help="The file that stores the tournaments, also set by $OBVERSI_ARENA.",
)

model_option = click.option(
    "--model",
    type=click.Choice(MODELS),
    default=USUAL_MODEL,
    help="The model of the ratings; Davidson's has a parameter for draws.",
)

changed_option = flag_option(
    "--changed", "Resume even if agents have changed since the first games."
)


# The report


@dataclass(frozen=True, slots=True)
class TournamentReport:
    """The result of a tournament, also of an unfinished one."""

    stored: StoredTournament
    games: Sequence[PlayedGame]
    anchor: Anchor | None = None
    notes: Sequence[str] = ()
    model: str = USUAL_MODEL
    standings: Standings = field(init=False)

    def __post_init__(self) -> None:
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

    def to_object(self) -> JsonObject:
        """Return everything; infinite and unknown numbers are None."""
        stored, settings = self.stored, self.stored.settings
        match = self._match()
        return {
            "tournament": stored.number,
            "name": stored.name,
            **settings.to_object(),
            **fields_object(stored, "created", "version", "ended"),
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
            "test": match_report.sprt_object(settings.sprt, match.strength if match else None),
            "failures": [
                match_report.failure_object(game, self._labels)
                for game in self.games
                if game.failure
            ],
            "notes": self._all_notes(),
        }

    def parts(self) -> Iterator[RenderableType]:
        """Return everything for the terminal."""
        stored, settings = self.stored, self.stored.settings
        name = f" [bold]{escape(stored.name)}[/]" if stored.name else ""
        yield f"tournament {stored.number}{name}: {escape(settings_text(stored))}"
        yield f"{extent_text(stored, len(self.games))}; openings: {escape(settings.openings)}"
        match = self._match()
        if match is not None:
            a, b = (escape(label) for label in self._labels)
            yield f"[bold]A[/] {a}  against  [bold]B[/] {b}"
            if self.games:
                yield from match_report.summary_parts(match)
                # The Elo of a match is what the usual model gives.
                if self.model != USUAL_MODEL:
                    yield standings_table(self.standings)
                    yield self._ratings_line()
        elif self.games:
            yield standings_table(self.standings)
            yield self._ratings_line()
            yield from self._pair_parts()
        if settings.sprt is not None:
            yield match_report.sprt_text(settings.sprt, match.strength if match else None)
        notes = (
            *self._all_notes(),
            *failure_counts(self.standings),
            *match_report.failure_notes(self.games, self._labels),
        )
        yield from (f"note: {escape(note)}" for note in notes)

    def _pair_parts(self) -> Iterator[RenderableType]:
        """Show the results of pairs of agents, unless there are too many."""
        if len(self.standings.rows) > _MOST_CROSSED:
            yield (
                f"more than {_MOST_CROSSED} agents: the results of each pair are in --json and "
                "on the page of --report"
            )
            return
        yield from cross_tables(self.standings)
        if len(self.standings.cross) <= 2 * _MOST_PAIRS_SHOWN:
            yield pairs_table(self.standings)

    def _ratings_line(self) -> str:
        return f"ratings: {escape(wording.ratings_text(self.standings.ratings))}"


def settings_text(stored: StoredTournament) -> str:
    """Return the settings in a line."""
    settings = stored.settings
    rounds = f" of {settings.rounds} rounds" if settings.form in FORMS_OF_ROUNDS else ""
    adjudicated = f", adjudicated at {settings.adjudicate} empties" if settings.adjudicate else ""
    return (
        f"{settings.form}{rounds} of {len(settings.entrants)} agents, {settings.rules} rules, "
        f"{settings.size}×{settings.size}, {settings.time}{adjudicated}, seed {settings.seed}"
    )


def extent_text(stored: StoredTournament, games: int) -> str:
    """Return how many games were played, and why the tournament ended."""
    text = match_report.games_text(games, stored.planned)
    return text if stored.ended is None else f"{text}: {stored.ended}"


def _standing_object(row: Standing) -> JsonObject:
    ratings = {name: finite(getattr(row, name)) for name in ("rating", "low", "high")}
    return (
        fields_object(row, "label", "games", "points", "score", "margin", "failures", "late")
        | ratings
    )


def _crossing_object(met: Crossing) -> JsonObject:
    pairs = {"pairs": sum(met.pentanomial), "pentanomial": list(met.pentanomial)}
    return {
        **match_report.tally_object(met.tally),
        **match_report.strength_object(met.strength),
        **pairs,
    }


@dataclass(frozen=True, slots=True)
class ReportSettings:
    """How the result of a tournament is printed; `anchor` is the text of the option."""

    as_json: bool = False
    anchor: str | None = None
    report_file: Path | None = None
    model: str = USUAL_MODEL

    def check(self, entrants: Sequence[Entrant]) -> None:
        """Reject settings that cannot work, before games are played."""
        _anchor(self.anchor, entrants)
        if self.report_file is not None:
            if self.report_file.suffix.lower() not in (".html", ".htm"):
                raise InputError(f"a report is a page: {self.report_file.name!r} must end in .html")
            check_target(self.report_file)

    def print(self, store: Store, number: int, notes: Sequence[str] = ()) -> None:
        """Print the standings of a tournament."""
        stored = store.tournament(number)
        anchor = _anchor(self.anchor, stored.settings.entrants)
        with progress("rating the agents"):
            report = TournamentReport(stored, store.games(number), anchor, notes, self.model)
            if self.report_file is not None:
                write_page(store, report, self.report_file)
        print_report(report, self.as_json)


report_options = grouped(
    "report",
    ReportSettings,
    click.option(
        "--anchor",
        metavar="AGENT[=N]",
        help="Give this agent the rating N, or 0.  [default: the mean of all is 0]",
    ),
    model_option,
    file_option(
        "--report",
        "report_file",
        metavar="FILE.html",
        help="Write a page with all results and games.",
    ),
    json_option,
)


def write_page(store: Store, report: TournamentReport, path: Path) -> None:
    """Write the page of a tournament."""
    stored: StoredTournament = report.stored
    identities = store.identities(stored.number)
    page = tournament_page(stored, identities, report.standings, report.games)
    write_whole(path, page)


def _anchor(text: str | None, entrants: Sequence[Entrant]) -> Anchor | None:
    """Read ``AGENT`` or ``AGENT=NUMBER``; labels may contain an equals sign too."""
    if text is None:
        return None
    labels = [entrant.label for entrant in entrants]
    if text in labels:
        return Anchor(labels.index(text))
    label, _, number = text.rpartition("=")
    if label in labels:
        try:
            rating = float(number)
        except ValueError:
            raise InputError(f"{number!r} is not a rating: expected a number") from None
        return Anchor(labels.index(label), rating)
    raise InputError(f"no agent is called {text!r}: {suggestion(label or text, labels)}")


# Tables


def standings_table(standings: Standings, most: int | None = None) -> Table:
    """Show the agents, the strongest first, at most `most` of them."""
    rows = standings.rows[:most]
    has_intervals = any(row.low is not None for row in rows)
    table = Table("", Column("agent", overflow="fold"), box=box.SIMPLE_HEAD)
    intervals = ["95 %"] if has_intervals else []
    for name in ("rating", *intervals, "games", "points", "score", "margin"):
        table.add_column(name, justify="right", no_wrap=True)
    for place, row in enumerate(rows, start=1):
        table.add_row(
            str(place),
            f"[bold]{escape(row.label)}[/]",
            wording.rating_text(row),
            *([wording.interval_text(row.low, row.high)] if has_intervals else []),
            str(row.games),
            wording.points_text(row.points),
            wording.score_text(row.score),
            wording.margin_text(row.margin),
        )
    return table


def failure_counts(standings: Standings) -> Iterator[str]:
    """Return which agents lost games by failures and which moved late."""
    for name, what in (("failures", "games lost by failures"), ("late", "late moves")):
        counts = [(row.label, getattr(row, name)) for row in standings.rows]
        agents = [f"{label} {count}" for label, count in counts if count]
        if agents:
            yield f"{what}: {', '.join(agents)}"


def cross_tables(standings: Standings) -> Iterator[Table]:
    """Show the score of each agent against each other, in percent, some columns at a time."""
    numbered = list(enumerate(standings.rows, start=1))
    for first in range(0, len(numbered), _COLUMNS_AT_A_TIME):
        columns = numbered[first : first + _COLUMNS_AT_A_TIME]
        table = Table("", Column("score in % against", overflow="fold"), box=box.SIMPLE_HEAD)
        for number, _ in columns:
            table.add_column(str(number), justify="right", no_wrap=True)
        for number, row in numbered:
            cells = (_crossing_text(standings, row, other) for _, other in columns)
            table.add_row(str(number), f"[bold]{escape(row.label)}[/]", *cells)
        yield table


def pairs_table(standings: Standings) -> Table:
    """Show the results of each pair of agents, from the first one's point of view."""
    table = number_table("A", "B", "won-drawn-lost", "score of A", "Elo of A over B", text=2)
    table.columns[-1].justify = "left"
    for place, row in enumerate(standings.rows):
        for other in standings.rows[place + 1 :]:
            met = standings.crossing(row, other)
            if met is not None:
                table.add_row(
                    escape(row.label),
                    escape(other.label),
                    wording.tally_text(met.tally),
                    wording.score_text(met.tally.score),
                    "" if met.strength is None else wording.elo_text(met.strength),
                )
    return table


def _crossing_text(standings: Standings, row: Standing, other: Standing) -> str:
    if row is other:
        return "·"
    met = standings.crossing(row, other)
    return "" if met is None or met.tally.score is None else f"{100 * met.tally.score:.0f}"
