"""A tournament as one HTML page."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, floor
from typing import Any

from obversi.arena.game.played import PlayedGame
from obversi.arena.report import wording
from obversi.arena.report.game_data import game_data
from obversi.arena.report.tables import (
    agents_table,
    endings_table,
    failure_list,
    time_table,
)
from obversi.arena.report.wording import interval_text, rating_text
from obversi.arena.statistics.standings import Standing, Standings
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.settings import FORMS, FORMS_OF_ROUNDS
from obversi.color import BLACK, WHITE
from obversi.pages.charts import Bar, Interval, bar_chart, interval_chart
from obversi.pages.parts import Html
from obversi.pages.rendering import VIEWER_SCRIPTS, render

_MOST_HISTOGRAMS = 60


def tournament_page(
    stored: StoredTournament,
    identities: Sequence[Mapping[str, Any]],
    standings: Standings,
    games: Sequence[PlayedGame],
) -> str:
    """Return a page that contains everything it needs and loads nothing."""
    settings = stored.settings
    labels = [entrant.label for entrant in settings.entrants]
    data = game_data(labels, games)
    margins = _margins_by_agent(games)
    with_games = [row for row in standings.rows if row.agent in margins]
    return render(
        "arena/tournament.html",
        title=stored.title,
        scripts=(*VIEWER_SCRIPTS, "game_list.js", "tournament.js"),
        data={"game-data": data.json},
        stored=stored,
        settings=settings,
        notes=list(dict.fromkeys([*standings.notes, *standings.ratings.notes])),
        standings=standings,
        words=wording,
        rating_chart=rating_chart(standings.rows),
        histograms=[
            (row.label, margin_histogram(row.label, margins[row.agent], settings.size))
            for row in with_games[:_MOST_HISTOGRAMS]
        ],
        histograms_omitted=len(with_games[_MOST_HISTOGRAMS:]),
        endings_table=endings_table(labels, games),
        failure_list=failure_list(labels, games),
        time_table=time_table(labels, games),
        form=FORMS[settings.form],
        form_has_rounds=settings.form in FORMS_OF_ROUNDS,
        agents_table=agents_table(settings.entrants, identities),
        games_omitted=data.omitted,
    )


def rating_chart(rows: Sequence[Standing]) -> Html:
    """Draw the ratings from best to worst; agents without a rating are left out."""
    rated = []
    for row in rows:
        if row.rating is not None:
            interval = interval_text(row.low, row.high)
            text = rating_text(row) + (f" ({interval})" if interval else "")
            rated.append(Interval(row.label, text, row.rating, row.low, row.high))
    return interval_chart(rated, "ratings with their 95 % intervals")


def margin_histogram(label: str, margins: Iterable[int], size: int) -> Html:
    """Draw the number of games by margin: losses left, draws in the middle, wins right."""
    counts = Counter(_bin(margin, size) for margin in margins)
    bars = []
    for number in range(-size, size + 1):
        result = "won" if number > 0 else "lost" if number < 0 else "drawn"
        low, high = (abs(number) - 1) * size + 1, abs(number) * size
        discs = f" by {low} to {high}" if number else ""
        bars.append(Bar(f"{result}{discs}: {counts[number]} games", ((result, counts[number]),)))
    return bar_chart(
        bars,
        f"margins of {label}",
        width=14 * len(bars),
        height=70,
        below=(f"−{size * size}", "0", f"+{size * size}"),
    )


def _margins_by_agent(games: Sequence[PlayedGame]) -> dict[int, list[int]]:
    margins: dict[int, list[int]] = {}
    for game in games:
        for color in (BLACK, WHITE):
            own = game.margin if color == game.a_color else -game.margin
            margins.setdefault(game.agent(color), []).append(own)
    return margins


def _bin(margin: int, size: int) -> int:
    """Return the bar of a margin: each covers `size` discs, and draws have one of their own.

    >>> [_bin(margin, 8) for margin in (-64, -1, 0, 1, 8, 9, 64)]
    [-8, -1, 0, 1, 1, 2, 8]
    """
    return ceil(margin / size) if margin > 0 else floor(margin / size)
