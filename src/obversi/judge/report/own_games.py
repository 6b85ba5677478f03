"""The games of one agent on its page: charts of times, and the output."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from statistics import median

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.wording import seconds_text
from obversi.judge.report.tables import most_noted
from obversi.judge.seen_games import OwnGame, shortened_output
from obversi.pages.charts import Bar, bar_chart
from obversi.pages.parts import Html

# The most characters of output on a page.
_MOST_OUTPUT = 600_000


@dataclass(frozen=True, slots=True)
class OwnGames:
    """The parts of a page about games; `output` has a summary and a text for each game."""

    games: Sequence[OwnGame]
    move_times: Html
    game_times: Html
    output: tuple[tuple[str, str], ...]
    output_omitted: int


def own_games(games: Sequence[OwnGame], preset: CoursePreset) -> OwnGames | None:
    """Return the parts of a page about these games, or None without games."""
    if not games:
        return None
    output, omitted = _output(games)
    return OwnGames(
        games,
        move_times_chart(games, preset.move_seconds),
        game_times_chart(games, preset.game_seconds),
        tuple(output),
        omitted,
    )


def move_times_chart(games: Sequence[OwnGame], limit: float) -> Html:
    """Draw the time of the first, second, ... move: the longest of all games, and the median."""
    by_move = [
        [seconds for seconds in together if seconds is not None]
        for together in zip_longest(*(own.seconds for own in games))
    ]
    bars = []
    for number, times in enumerate(by_move, start=1):
        longest, middle = max(times), median(times)
        title = (
            f"move {number}: longest {seconds_text(longest)}, "
            f"median {seconds_text(middle)} of {len(times)} games"
        )
        bars.append(Bar(title, (("longest", longest), ("median", middle))))
    return _chart(bars, "seconds per move", limit, f"{limit:g} s per move", "move")


def game_times_chart(games: Sequence[OwnGame], limit: float | None) -> Html:
    """Draw the time of all moves of each game together."""
    sums = [sum(own.seconds) for own in games]
    if not any(sums):
        return Html()
    bars = [
        Bar(f"game {own.number}, {own.result}: {seconds_text(taken)}", ((own.result, taken),))
        for own, taken in zip(games, sums, strict=True)
    ]
    return _chart(bars, "seconds per game", limit, f"{limit or 0:g} s per game", "game")


def _chart(
    bars: Sequence[Bar], title: str, limit: float | None, limit_text: str, unit: str
) -> Html:
    if not bars:
        return Html()
    longest = max(bar.parts[0][1] for bar in bars)
    return bar_chart(
        bars,
        title,
        css_class="times",
        limit=limit,
        above=(f"at most {seconds_text(longest)}", "" if limit is None else f"limit {limit_text}"),
        below=(f"1st {unit}", f"last {unit}"),
    )


def _output(games: Sequence[OwnGame]) -> tuple[list[tuple[str, str]], int]:
    """Return the output of each game, and how many games are left out."""
    left, omitted = _MOST_OUTPUT, 0
    shown: list[tuple[str, str]] = []
    for own in games:
        text = str(own.notes.get("output", ""))
        if not text:
            continue
        short = shortened_output(text)
        left -= len(short)
        if left < 0:
            omitted += 1
            continue
        size = most_noted([own], "output_bytes") or len(text)
        shown.append((f"game {own.number}, against {own.opponent}: {size:,.0f} bytes", short))
    return shown, omitted
