"""The progress of long work, on stderr: a display on a terminal, elsewhere a line now and then.

A display appears when the work has taken a second, and disappears at its end; the first line comes
after hardly more. `progress` counts steps, `score_progress` counts games between two players,
`bar_progress` shows which step is done, and a `LiveProgress` whatever a command wants to show.
"""

import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Event, Thread, Timer
from typing import Self, TextIO

import click
from rich.console import Console, RenderableType
from rich.live import Live
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress_bar import ProgressBar
from rich.table import Column, Table

from obversi.cli.console import VisibleConsole

# Work that ends sooner needs no display.
_DELAY_SECONDS = 1.0

# Each drawing takes the interpreter from the work for a moment.
_DRAWINGS_A_SECOND = 2

# Without a terminal the first line comes early, to show that the command works.
_FIRST_LINE_SECONDS = 1.2

# Then there is a line after this part of the work, but not too many of them.
_PART_OF_LINE = 0.1
_SHORTEST_SILENCE = 5.0
_LONGEST_SILENCE = 30.0

# Without a terminal `progress` and the like print the second line after this time, and later ones
# more and more rarely.
_SECONDS_BETWEEN_LINES = 10.0
_LONGEST_WAIT = 60.0

# Steps of different length: the remaining time is estimated from the last minutes.
_SECONDS_OF_SPEED = 120.0


def is_terminal() -> bool:
    """Whether stderr is a terminal, so that a display can be drawn."""
    return _stderr().isatty()


def _stderr() -> TextIO:
    return sys.stderr


@contextmanager
def _shown(display: Live | Progress) -> Iterator[None]:
    """Show a display during a block, from the moment when that has taken a while."""
    # The first step may take long: the display cannot wait for its end.
    delay = Timer(_DELAY_SECONDS, display.start)
    delay.daemon = True
    delay.start()
    try:
        yield
    finally:
        delay.cancel()
        delay.join()
        live = display.live if isinstance(display, Progress) else display
        if live.is_started:
            display.stop()


@contextmanager
def _lines(text: Callable[[], str], *, repeat: bool = True) -> Iterator[None]:
    """Print a line during a block when that has taken a while, and again from time to time."""
    ended = Event()
    begin = time.monotonic()

    def print_lines() -> None:
        wait = _FIRST_LINE_SECONDS
        while not ended.wait(wait):
            line = f"{text()}, {duration_text(time.monotonic() - begin)}"
            click.echo(line, file=_stderr())
            if not repeat:
                return
            wait = min(max(2 * wait, _SECONDS_BETWEEN_LINES), _LONGEST_WAIT)

    # A thread, because the first step may take long.
    thread = Thread(target=print_lines, name="progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def first_line(text: Callable[[], str]) -> AbstractContextManager[None]:
    """Return a context that prints this text, once, if the block takes a while."""
    return _lines(text, repeat=False)


def _bars(*columns: str | ProgressColumn, speed_period: float = 30.0) -> Progress:
    return Progress(
        *columns,
        console=VisibleConsole(file=_stderr()),
        transient=True,
        # Redirected, what the work prints on stdout would go to stderr, above the bar.
        redirect_stdout=False,
        refresh_per_second=_DRAWINGS_A_SECOND,
        speed_estimate_period=speed_period,
    )


@contextmanager
def _hidden(bars: Progress) -> Iterator[None]:
    """Remove the bar while something is printed: both may go to the same terminal."""
    if not bars.live.is_started:
        yield
        return
    bars.stop()
    yield
    bars.start()


# Steps


class Steps:
    """Work that is done step by step, without a bar: call it after each of them."""

    def __init__(self, label: str = "", total: int | None = None) -> None:
        """Begin with the first of `total` steps."""
        self._label, self._total = label, total
        self._done = 0

    def __call__(self) -> None:
        """Count a step."""
        self._done += 1

    def say(self, text: str) -> None:
        """Print a text on stdout."""
        click.echo(text)

    def text(self) -> str:
        """Return how much is done."""
        if self._total is None:
            return f"{self._label}: {self._done:,}" if self._done else self._label
        return f"{self._label}: {self._done:,} of {self._total:,}"


class _StepsOfBar(Steps):
    def __init__(self, bars: Progress, label: str, total: int | None) -> None:
        super().__init__(label, total)
        self._bars = bars
        self._task = bars.add_task(label, total=total)

    def __call__(self) -> None:
        self._bars.advance(self._task)

    def say(self, text: str) -> None:
        """Print above the bar."""
        with _hidden(self._bars):
            super().say(text)


@contextmanager
def progress(label: str, total: int | None = None) -> Iterator[Steps]:
    """Yield what is to be called after each step of the work; `total` is their number if known."""
    if not is_terminal():
        steps = Steps(label, total)
        with _lines(steps.text):
            yield steps
        return
    # A single step may take long: the time shows that the command works.
    bars = _bars(*Progress.get_default_columns(), TimeElapsedColumn())
    with _shown(bars):
        yield _StepsOfBar(bars, label, total)


# Games between two players

_FIRST_GAME = "the first game"


@contextmanager
def score_progress(total: int) -> Iterator[Callable[[int, int, int], None]]:
    """Yield what shows the wins, draws and losses of A so far, of `total` games."""
    if not is_terminal():
        text = _FIRST_GAME

        def keep(wins: int, draws: int, losses: int) -> None:
            nonlocal text
            if games := wins + draws + losses:
                text = f"{games:,} of {total:,} games: {_score_text(wins, draws, losses)}"

        with _lines(lambda: text):
            yield keep
        return
    bars = _bars(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
        TimeElapsedColumn(),
    )
    task = bars.add_task(_FIRST_GAME, total=total)

    def show(wins: int, draws: int, losses: int) -> None:
        if games := wins + draws + losses:
            description = _score_text(wins, draws, losses)
            bars.update(task, completed=games, description=description)

    with _shown(bars):
        yield show


def _score_text(wins: int, draws: int, losses: int) -> str:
    score = (wins + draws / 2) / (wins + draws + losses)
    return f"A +{wins} ={draws} -{losses}  {score:.1%}"


# Named steps


class Bar:
    """Shows which step of the work is being done: here by a line from time to time."""

    def __init__(self, total: float | None) -> None:
        """With a total the work is measured in percent, otherwise each step is counted."""
        self._total = total
        self._text = "the first step"

    def show(self, text: str, done: float, total: float | None = None) -> None:
        """Show how much is done: of all the work, or of the step with this `total`."""
        if self._total is None:
            self._text = f"{text}: {done:g} of {total:g}"
        else:
            self._text = f"{done / self._total:4.0%}  {text}"

    def text(self) -> str:
        """Return what was shown last."""
        return self._text

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Let the block print on stdout."""
        yield


class _DrawnBar(Bar):
    def __init__(self, total: float | None, bars: Progress) -> None:
        super().__init__(total)
        self._bars = bars
        self._step = ""
        self._task = bars.add_task("", total=total)

    def show(self, text: str, done: float, total: float | None = None) -> None:
        if self._total is None and text != self._step:
            self._bars.remove_task(self._task)
            self._step, self._task = text, self._bars.add_task("", total=total)
        self._bars.update(self._task, description=escape(text), completed=done)

    @contextmanager
    def paused(self) -> Iterator[None]:
        with _hidden(self._bars):
            yield


@contextmanager
def bar_progress(total: float | None = None) -> Iterator[Bar]:
    """Yield a bar: in percent of the `total` work, or without it a bar that counts each step."""
    if not is_terminal():
        bar = Bar(total)
        with _lines(bar.text):
            yield bar
        return
    bars = _bars(
        TextColumn("{task.description}", table_column=Column(width=40, no_wrap=True)),
        BarColumn(bar_width=20),
        MofNCompleteColumn() if total is None else TaskProgressColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
        speed_period=_SECONDS_OF_SPEED,
    )
    with _shown(bars):
        yield _DrawnBar(total, bars)


# Anything else


@contextmanager
def live_progress(render: Callable[[Console], RenderableType]) -> Iterator[None]:
    """Draw what `render` returns for a console, once a second, during a block."""
    console = VisibleConsole(file=_stderr())
    live = Live(
        console=console,
        get_renderable=lambda: render(console),
        transient=True,
        redirect_stdout=False,
        refresh_per_second=1,
    )
    with _shown(live):
        yield


class LiveProgress(ABC):
    """Progress that a command draws itself on a terminal; elsewhere it prints lines."""

    def __init__(self) -> None:
        """Decide between the two."""
        self.is_drawn = is_terminal()

    @abstractmethod
    def first_text(self) -> str:
        """Return the first line, which is printed if the work takes a while."""

    @abstractmethod
    def render(self, console: Console) -> RenderableType:
        """Return what is drawn."""

    @contextmanager
    def shown(self) -> Iterator[Self]:
        """Show the progress during a block."""
        with live_progress(self.render) if self.is_drawn else first_line(self.first_text):
            yield self


def bar_with_text(done: float, total: float, text: str) -> Table:
    """Return a line with a bar, for a live display."""
    line = Table.grid(padding=(0, 2))
    line.add_row("", ProgressBar(total or 1, done, 30), text)
    return line


class LineTimer:
    """Decides when the next line of progress is due, where no display can be drawn."""

    def __init__(self, seconds: float | None = None, done: float = 0.0) -> None:
        """Wait `seconds` between lines, or by default longer while little work is done."""
        self._seconds = seconds
        self._done = done
        self._last = time.monotonic()

    def is_due(self, done: float = 0.0) -> bool:
        """Whether to print a line now that this part of the work is done, from 0 to 1."""
        silence = time.monotonic() - self._last
        if self._seconds is not None:
            is_due = silence >= self._seconds
        else:
            is_much = round(done - self._done, 9) >= _PART_OF_LINE
            is_due = silence >= (_SHORTEST_SILENCE if is_much else _LONGEST_SILENCE)
        if is_due:
            self.restart(done)
        return is_due

    def restart(self, done: float = 0.0) -> None:
        """Count the time from now on: a line was printed."""
        self._last, self._done = time.monotonic(), done


class Throttle:
    """Keeps what is done beside the work to a small share of the time."""

    def __init__(self, share: float = 0.02, least_seconds: float = 0.0) -> None:
        """Allow this share of the time, and let `least_seconds` pass in any case."""
        self._share, self._least_seconds = share, least_seconds
        self._ready_at = 0.0

    @property
    def is_ready(self) -> bool:
        """Whether enough time has passed since the last time."""
        return time.monotonic() >= self._ready_at

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Measure how long a block takes, which decides when it may run again."""
        begin = time.monotonic()
        yield
        end = time.monotonic()
        self._ready_at = end + max((end - begin) / self._share, self._least_seconds)


class Pace:
    """Estimates the remaining time; some of the work may have been done `before`."""

    def __init__(self, before: int = 0) -> None:
        """Measure the time from now on."""
        self._before = before
        self._begin = time.monotonic()

    def text(self, done: int, planned: int, unit: str = "games") -> str:
        """Return how much is done, the time it took, and about how much time is left."""
        elapsed = time.monotonic() - self._begin
        text = f"{done} of {planned} {unit}, {duration_text(elapsed)}"
        new = done - self._before
        if new <= 0 or done >= planned:
            return text
        return f"{text}, about {duration_text(elapsed / new * (planned - done))} left"


def duration_text(seconds: float) -> str:
    """Write hours, minutes and seconds.

    >>> duration_text(65), duration_text(3605.2)
    ('1:05', '1:00:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
