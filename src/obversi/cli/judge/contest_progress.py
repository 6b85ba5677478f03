"""How far a contest is, on stderr while it goes on."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import click
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from obversi.cli.arena.pace import duration_text
from obversi.cli.judge.grades_table import grades_table
from obversi.judge.contest import Contest
from obversi.judge.grade import Grade
from obversi.judge.news import USABILITY, News
from obversi.judge.report.visible import visible

__all__ = ["contest_progress"]

# To count grades takes time from agents: no more than this part of it.
_SHARE_OF_COUNTING: Final = 0.02

# Without a terminal: a line for each such part of a stage, but no flood of them.
_PART_OF_LINE: Final = 0.1
_SHORTEST_SILENCE: Final = 5.0
_LONGEST_SILENCE: Final = 30.0

# Lines of a terminal that are not for students.
_OTHER_LINES: Final = 9

Show = Callable[[News], None]


@contextmanager
def contest_progress(contest: Contest) -> Iterator[Show]:
    """Hand out what shows news: a table that goes away in the end, or lines without a terminal."""
    if not sys.stderr.isatty():
        yield _Lines()
        return
    console = Console(stderr=True)
    table = _LiveTable(contest, console)
    with Live(
        console=console,
        get_renderable=table.render,
        transient=True,
        redirect_stdout=False,
        refresh_per_second=1,
    ):
        yield table.show


class _StagePace:
    """How fast a stage goes, by what was done of it since it began or went on."""

    def __init__(self, news: News) -> None:
        self.stage = news.stage
        self._before = news.done
        self._begin = time.monotonic()

    @property
    def elapsed(self) -> float:
        """Seconds since then."""
        return time.monotonic() - self._begin

    def text(self, news: News) -> str:
        """Say how far it is, and how long it will take if it goes on like this."""
        unit = "students" if news.stage == USABILITY else "games"
        told = f"{news.stage}: {news.done} of {news.planned} {unit}, {duration_text(self.elapsed)}"
        new = news.done - self._before
        if new <= 0 or news.done >= news.planned:
            return told
        left = self.elapsed / new * (news.planned - news.done)
        return f"{told}, about {duration_text(left)} left"


class _LiveTable:
    """Draws the grades so far, and counts them, but not too often."""

    def __init__(self, contest: Contest, console: Console) -> None:
        self._contest = contest
        self._console = console
        self._news: News | None = None
        self._pace: _StagePace | None = None
        self._words = ""
        self._grades: tuple[Grade, ...] = ()
        self._count_again = 0.0

    def show(self, news: News) -> None:
        """Take what is new for the next drawing."""
        if self._pace is None or self._pace.stage != news.stage:
            self._pace = _StagePace(news)
        self._words = news.words or self._words
        self._news = news
        begin = time.monotonic()
        if begin >= self._count_again:
            # Counted here, where the contest is told of, and not in the thread that draws.
            self._grades = self._contest.grades(intervals=False)
            end = time.monotonic()
            self._count_again = end + max((end - begin) / _SHARE_OF_COUNTING, 1.0)

    def render(self) -> RenderableType:
        """Draw it all."""
        news, pace = self._news, self._pace
        if news is None or pace is None:
            return Text("reading the files")
        most = max(self._console.height - _OTHER_LINES, 1)
        table = grades_table(self._grades, self._console.width, most)
        line = Table.grid(padding=(0, 2))
        line.add_row("", ProgressBar(news.planned or 1, news.done, 20), pace.text(news))
        return Group(
            table, Text(f"  {visible(self._words)}", no_wrap=True, overflow="ellipsis"), line
        )


class _Lines:
    """Says now and then in a line how far it is."""

    def __init__(self) -> None:
        self._pace: _StagePace | None = None
        self._told_done = 0
        self._told_at = 0.0

    def __call__(self, news: News) -> None:
        """Say what is new if a stage begins or ends, or if the last line was a while ago."""
        if self._pace is None or self._pace.stage != news.stage:
            self._pace = _StagePace(news)
            self._tell(news)
            return
        silence = self._pace.elapsed - self._told_at
        part = (news.done - self._told_done) / max(news.planned, 1)
        enough = part >= _PART_OF_LINE and silence >= _SHORTEST_SILENCE
        is_end = news.done >= news.planned and news.done > self._told_done
        if enough or is_end or silence >= _LONGEST_SILENCE:
            self._tell(news)

    def _tell(self, news: News) -> None:
        assert self._pace is not None
        if not news.planned:
            click.echo(f"{news.stage}: {news.words}", err=True)
            return
        told = self._pace.text(news)
        click.echo(f"{told}; {visible(news.words)}" if news.words else told, err=True)
        self._told_done, self._told_at = news.done, self._pace.elapsed
