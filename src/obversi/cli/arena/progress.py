"""How a tournament stands, on stderr while it goes on."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Timer

import click
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.markup import escape
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from obversi.arena.game.played import PlayedGame
from obversi.arena.report.wording import points_text
from obversi.arena.statistics.standings import LiveStandings, Standings
from obversi.arena.tournament.settings import TournamentSettings
from obversi.cli.arena.pace import Pace
from obversi.cli.arena.standings_tables import standings_table

__all__ = ["tournament_progress"]

# What is done sooner needs no table.
_PATIENCE_SECONDS = 1.0

# To count takes time from agents: no more than this part of it.
_SHARE_OF_COUNTING = 0.02

# Without a terminal: a line for each such part of the games, and at least one in such a time, but
# no flood of them.
_PART_OF_LINE = 0.1
_LONGEST_SILENCE = 30.0
_SHORTEST_SILENCE = 5.0

# Lines of a terminal that are not for agents.
_OTHER_LINES = 9

Show = Callable[[Sequence[PlayedGame]], None]


@contextmanager
def tournament_progress(settings: TournamentSettings, planned: int, before: int) -> Iterator[Show]:
    """Hand out what shows all games played so far, of `planned`; there were some `before`.

    On a terminal it is a table that goes away in the end, otherwise there are lines now and then.
    """
    pace = Pace(planned, before)
    if not sys.stderr.isatty():
        yield _Lines(settings, planned, before, pace)
        return
    table = _LiveTable(settings, planned, pace, console := Console(stderr=True))
    live = Live(
        console=console,
        get_renderable=table.render,
        transient=True,
        redirect_stdout=False,
        refresh_per_second=1,
    )
    # A first game may take long, so that the table cannot wait for its end.
    patience = Timer(_PATIENCE_SECONDS, live.start)
    patience.daemon = True
    patience.start()
    try:
        yield table.show
    finally:
        patience.cancel()
        patience.join()
        if live.is_started:
            live.stop()


class _Counting:
    """Counts games as they are added to those played so far."""

    def __init__(self, settings: TournamentSettings) -> None:
        self._live = LiveStandings(settings.entrants)
        self._counted = 0

    def is_new(self, games: Sequence[PlayedGame]) -> bool:
        """Whether some of these games are not counted yet."""
        return len(games) > self._counted

    def standings(self, games: Sequence[PlayedGame]) -> Standings:
        """Count those of all games that are new, and return how it stands."""
        for game in games[self._counted :]:
            self._live.add(game)
        self._counted = len(games)
        return self._live.standings()


class _LiveTable:
    """Draws the standings, and counts games that have been added, but not too often."""

    def __init__(
        self, settings: TournamentSettings, planned: int, pace: Pace, console: Console
    ) -> None:
        self._settings = settings
        self._planned = planned
        self._pace = pace
        self._console = console
        self._games: Sequence[PlayedGame] = ()
        self._counting = _Counting(settings)
        self._count_again = 0.0
        self._standings: Standings | None = None

    def show(self, games: Sequence[PlayedGame]) -> None:
        """Take these games at the next drawing; the sequence may grow until then."""
        self._games = games

    def render(self) -> RenderableType:
        """Draw it all."""
        games = list(self._games)
        self._count(games)
        parts: list[RenderableType] = []
        if self._standings is not None:
            parts.append(standings_table(self._standings, self._console.height - _OTHER_LINES))
        if noticed := noticed_text(self._settings, games):
            parts.append(Text.from_markup(f"  {escape(noticed)}", style="yellow"))
        line = Table.grid(padding=(0, 2))
        line.add_row("", ProgressBar(self._planned, len(games), 30), self._pace.text(len(games)))
        return Group(*parts, line)

    def _count(self, games: Sequence[PlayedGame]) -> None:
        begin = time.monotonic()
        if not self._counting.is_new(games) or begin < self._count_again:
            return
        is_first = self._standings is None
        self._standings = self._counting.standings(games)
        # The first time takes longer than others: what it needs is imported then.
        end = time.monotonic()
        self._count_again = end + (0.0 if is_first else (end - begin) / _SHARE_OF_COUNTING)


class _Lines:
    """Says now and then in a line how it stands."""

    def __init__(self, settings: TournamentSettings, planned: int, before: int, pace: Pace) -> None:
        self._settings = settings
        self._planned = planned
        self._pace = pace
        self._counting = _Counting(settings)
        self._told_games = before
        self._told_at = 0.0
        self._rest = 0.0

    def __call__(self, games: Sequence[PlayedGame]) -> None:
        """Say how it stands if there is something to say and the last line was a while ago."""
        silence = self._pace.elapsed - self._told_at
        part = (len(games) - self._told_games) / self._planned
        enough = part >= _PART_OF_LINE and silence >= _SHORTEST_SILENCE
        due = silence >= self._rest and (enough or silence >= _LONGEST_SILENCE)
        if len(games) < self._planned and due:
            begin = time.monotonic()
            click.echo(self._line(list(games)), err=True)
            self._rest = (time.monotonic() - begin) / _SHARE_OF_COUNTING
            self._told_games, self._told_at = len(games), self._pace.elapsed

    def _line(self, games: Sequence[PlayedGame]) -> str:
        told = self._pace.text(len(games))
        if games:
            first = self._counting.standings(games).rows[0]
            told += f"; first {first.label}, {points_text(first.points)} of {first.games} points"
        noticed = noticed_text(self._settings, games)
        return f"{told}; {noticed}" if noticed else told


def noticed_text(settings: TournamentSettings, games: Sequence[PlayedGame]) -> str:
    """Tell how many games were lost by a failure, and the last of them."""
    failed = [game for game in games if game.failure is not None]
    if not failed:
        return ""
    last = failed[-1]
    assert last.failure is not None
    label = settings.entrants[last.agent(last.failure.color)].label
    count = "1 failure" if len(failed) == 1 else f"{len(failed)} failures"
    return f"{count}, the last: {label} lost game {last.number} by {last.failure.reason}"
