"""A tournament as one page of HTML, with everything inside that it needs."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from obversi.arena.game.played import PlayedGame
from obversi.arena.report.frame import VIEWER_SCRIPTS, framed
from obversi.arena.report.game_data import game_data
from obversi.arena.report.markup import Html, agent_name, bullets, data_block, note, section, tag
from obversi.arena.report.overview import agents_table, lead, settings_table
from obversi.arena.report.plots import margin_histogram, rating_plot
from obversi.arena.report.tables import cross_table, standings_table
from obversi.arena.report.usage import endings_table, failure_list, time_table
from obversi.arena.statistics.standings import Standings
from obversi.arena.store.stored import StoredTournament
from obversi.color import BLACK, WHITE

__all__ = ["tournament_page"]

_SCRIPTS: Final = tuple(Path(__file__).with_name(name) for name in ("game_list.js", "page.js"))
_MOST_HISTOGRAMS: Final = 60


def tournament_page(
    stored: StoredTournament,
    identities: Sequence[Mapping[str, Any]],
    standings: Standings,
    games: Sequence[PlayedGame],
) -> str:
    """Return the page; it loads nothing from elsewhere, and its browser is told to refuse that."""
    labels = [entrant.label for entrant in stored.settings.entrants]
    data = game_data(labels, games)
    notes = [*standings.notes, *standings.ratings.notes]
    body = tag(
        "main",
        tag("h1", stored.title),
        tag("p", lead(stored), class_="lead"),
        *([section("To be noticed", bullets(dict.fromkeys(notes)))] if notes else []),
        section("Standings", standings_table(standings)),
        section("Ratings", rating_plot(standings.rows), anchor="ratings"),
        section(
            "Cross table",
            cross_table(standings),
            note(
                "A cell leads to its games. It is green or red where the interval does not hold 0."
            ),
        ),
        section("Margins", _histograms(standings, games, stored.settings.size)),
        section("Endings", endings_table(labels, games), failure_list(labels, games)),
        section("Time", time_table(labels, games)),
        section(
            "What was played",
            settings_table(stored),
            agents_table(stored.settings.entrants, identities),
        ),
        section("Games", *_games_part(data.left_out), anchor="games"),
    )
    return framed(
        stored.title,
        body,
        data_block("game-data", data.told),
        scripts=(*VIEWER_SCRIPTS, *_SCRIPTS),
    )


def _histograms(standings: Standings, games: Sequence[PlayedGame], size: int) -> Html:
    margins: dict[int, list[int]] = {}
    for game in games:
        for color in (BLACK, WHITE):
            own = game.margin if color == game.a_color else -game.margin
            margins.setdefault(game.agent(color), []).append(own)
    rows = [row for row in standings.rows if row.agent in margins]
    figures = [
        tag(
            "figure",
            agent_name(row.label),
            margin_histogram(row.label, margins[row.agent], size),
        )
        for row in rows[:_MOST_HISTOGRAMS]
    ]
    left_out = len(rows) - len(figures)
    explained = "Games by margin in discs, seen by the agent: lost left, won right."
    return tag(
        "div",
        note(explained + (f" The last {left_out} agents are left out." if left_out else "")),
        tag("div", *figures, class_="histograms"),
    )


def _games_part(left_out: int) -> list[Html]:
    parts = [
        note("Choose a game; step with the buttons, the slider or the arrow keys."),
        tag("noscript", note("The games are shown by a script, which this browser does not run.")),
        tag("div", tag("div", class_="viewer"), tag("div", class_="listed"), class_="review"),
    ]
    if left_out:
        told = f"The last {left_out:,} games are left out here, since a page holds only so many."
        parts.append(note(f"{told} Exports to GGF, CSV and JSON have all of them."))
    return parts
