"""How far a check is, on stderr while it goes on."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

__all__ = ["CheckProgress", "check_progress"]

# Where no bar can be drawn there is a line each time that so much has passed.
_SECONDS_BETWEEN_LINES: Final = 10.0


class CheckProgress:
    """Where no bar can be drawn: says now and then in a line how far it is."""

    def __init__(self) -> None:
        """Be silent at first."""
        self._last = time.monotonic()

    def show(self, step: str, done: int, planned: int) -> None:
        """Show that so much of a step is done."""
        if time.monotonic() - self._last >= _SECONDS_BETWEEN_LINES:
            self._last = time.monotonic()
            click.echo(f"{step}: {done} of {planned}", err=True)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Let others write."""
        yield


class _Bar(CheckProgress):
    """A bar for the step that is going on, with the time that is left of it."""

    def __init__(self, bar: Progress) -> None:
        super().__init__()
        self._bar = bar
        self._step = ""
        self._task = bar.add_task("", total=None)

    def show(self, step: str, done: int, planned: int) -> None:
        if step != self._step:
            self._bar.remove_task(self._task)
            self._step, self._task = step, self._bar.add_task(step, total=planned)
        self._bar.update(self._task, completed=done, total=planned)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Take the bar away: it would be in the way where both go to one terminal."""
        self._bar.stop()
        yield
        self._bar.start()


@contextmanager
def check_progress() -> Iterator[CheckProgress]:
    """Hand out what shows how far a check is: a bar on a terminal, lines elsewhere."""
    if not sys.stderr.isatty():
        yield CheckProgress()
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        refresh_per_second=2,
    )
    with bar:
        yield _Bar(bar)
