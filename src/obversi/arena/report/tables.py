"""The standings and the cross table as HTML."""

from collections.abc import Sequence
from typing import Final

from obversi.arena.report.markup import Column, Html, agent_name, note, table, tag
from obversi.arena.report.wording import (
    elo_text,
    interval_text,
    margin_text,
    pentanomial_text,
    points_text,
    rating_text,
    ratings_text,
    score_text,
    tally_text,
)
from obversi.arena.statistics.standings import Crossing, Standing, Standings

__all__ = ["cross_table", "standings_table"]

# More columns than that are of no use to anyone.
_MOST_CROSSED: Final = 40

_COLUMNS: Final = (
    Column("", about="the place, which is the agent's number in the cross table"),
    Column("agent", number=False),
    Column("rating", about="Elo on the scale of this tournament"),
    Column("95 %", about="the interval of the rating"),
    Column("games"),
    Column("points", about="1 for a win, ½ for a draw"),
    Column("score", about="points a game"),
    Column("margin", about="discs a game, on average"),
    Column("faults", about="games lost by a failure"),
    Column("late", about="moves that took longer than they might"),
)


def standings_table(standings: Standings) -> Html:
    """Return the agents from best to worst."""
    rows = [_standing_row(place, row) for place, row in enumerate(standings.rows, start=1)]
    ratings = ratings_text(standings.ratings)
    about = f"Every number is seen by the agent of the row. Ratings: {ratings}."
    return table(_COLUMNS, rows, about)


def cross_table(standings: Standings) -> Html:
    """Return how each agent did against each, in the order of the standings."""
    rows = standings.rows[:_MOST_CROSSED]
    columns = [
        Column(""),
        Column("agent", number=False),
        *(Column(str(place), about=row.label) for place, row in enumerate(rows, start=1)),
    ]
    lines = [_cross_row(place, row, rows, standings) for place, row in enumerate(rows, start=1)]
    about = (
        "Seen by the agent of the row: points a game, wins-draws-losses, and Elo over the agent of "
        "the column with its 95 % interval."
    )
    left_out = len(standings.rows) - len(rows)
    return tag(
        "div",
        table(columns, lines, about),
        *([note(f"The last {left_out} agents are left out here.")] if left_out else []),
        class_="cross",
    )


def _standing_row(place: int, row: Standing) -> list[str]:
    return [
        str(place),
        agent_name(row.label),
        tag("b", rating_text(row)),
        interval_text(row.low, row.high),
        str(row.games),
        points_text(row.points),
        score_text(row.score),
        margin_text(row.margin),
        str(row.faults),
        str(row.late),
    ]


def _cross_row(
    place: int, row: Standing, others: Sequence[Standing], standings: Standings
) -> list[str]:
    cells: list[str] = [str(place), agent_name(row.label)]
    for other in others:
        crossing = standings.cross.get((row.agent, other.agent))
        if other is row:
            cells.append("·")
        elif crossing is None or not crossing.tally.games:
            cells.append("")
        else:
            cells.append(_crossing_button(row, other, crossing))
    return cells


def _crossing_button(row: Standing, other: Standing, crossing: Crossing) -> Html:
    """Return a cell that leads to the games it is about."""
    strength = crossing.strength
    content = [tag("b", score_text(crossing.tally.score)), tag("small", tally_text(crossing.tally))]
    told = f"{row.label} against {other.label}: mean margin {margin_text(crossing.tally.margin)}"
    if strength is not None:
        elo, _, interval = elo_text(strength).partition(" ")
        content += [tag("small", elo), tag("small", interval)]
        told += f"; pairs by points {pentanomial_text(crossing)}"
        told += f"; stronger with likelihood {100 * strength.superiority:.1f} %"
    return tag(
        "button",
        *content,
        type="button",
        class_=_verdict(crossing),
        title=told,
        data_agent=row.agent,
        data_opponent=other.agent,
    )


def _verdict(crossing: Crossing) -> str | None:
    """Return whether the interval leaves no doubt who is better, for its colour."""
    if crossing.strength is None:
        return None
    if crossing.strength.elo_low > 0:
        return "better"
    return "worse" if crossing.strength.elo_high < 0 else None
