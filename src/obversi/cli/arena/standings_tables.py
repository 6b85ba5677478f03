"""Who stands where in a tournament, as tables for the terminal."""

from collections.abc import Iterator

from rich import box
from rich.markup import escape
from rich.table import Column, Table

from obversi.arena.report.wording import (
    elo_text,
    interval_text,
    margin_text,
    points_text,
    rating_text,
    score_text,
    tally_text,
)
from obversi.arena.statistics.standings import Standing, Standings

__all__ = ["cross_tables", "meetings_table", "standings_table", "trouble_notes"]

# Columns of a cross table that fit on any terminal beside the agents.
_COLUMNS_AT_A_TIME = 8


def standings_table(standings: Standings, most: int | None = None) -> Table:
    """Show the agents, the strongest first, and no more than so many."""
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
            rating_text(row),
            *([interval_text(row.low, row.high)] if has_intervals else []),
            str(row.games),
            points_text(row.points),
            score_text(row.score),
            margin_text(row.margin),
        )
    return table


def trouble_notes(standings: Standings) -> Iterator[str]:
    """Say who lost games by failures and who moved late, if anyone did."""
    for name, what in (("faults", "games lost by failures"), ("late", "late moves")):
        counts = [(row.label, getattr(row, name)) for row in standings.rows]
        told = [f"{label} {count}" for label, count in counts if count]
        if told:
            yield f"{what}: {', '.join(told)}"


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


def meetings_table(standings: Standings) -> Table:
    """Show what two agents did against each other, seen by the first one."""
    agents = (Column(name, overflow="fold") for name in ("A", "B"))
    table = Table(*agents, box=box.SIMPLE_HEAD)
    for name in ("won-drawn-lost", "score of A"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("Elo of A over B", no_wrap=True)
    for place, row in enumerate(standings.rows):
        for other in standings.rows[place + 1 :]:
            met = standings.cross.get((row.agent, other.agent))
            if met is not None:
                table.add_row(
                    escape(row.label),
                    escape(other.label),
                    tally_text(met.tally),
                    score_text(met.tally.score),
                    "" if met.strength is None else elo_text(met.strength),
                )
    return table


def _crossing_text(standings: Standings, row: Standing, other: Standing) -> str:
    if row is other:
        return "·"
    met = standings.cross.get((row.agent, other.agent))
    return "" if met is None or met.tally.score is None else f"{100 * met.tally.score:.0f}"
