"""How far the experiments are, on stderr while they go on."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Column

from obversi.lab.experiment import OnProgress

__all__ = ["LabProgress", "lab_progress"]

# Each drawing takes the interpreter from the work for a moment.
_DRAWINGS_A_SECOND: Final = 2

# Experiments are not all alike: the time that is left is told by the last minutes.
_SECONDS_OF_SPEED: Final = 120.0

# When all is measured, what follows from it takes a moment too.
_AFTER_THE_LAST: Final = "drawing"

# Where no bar can be drawn there is a line each time that so much has passed.
_SECONDS_BETWEEN_LINES: Final = 10.0


class LabProgress:
    """How far experiments are, all of them together; each counts as much as it takes long."""

    def __init__(
        self,
        show: Callable[[str, float], None],
        paused: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        """Take what shows a text and how much is done, and what lets others write."""
        self._show = show
        self.paused = paused
        self._before = 0.0

    @contextmanager
    def watching(self, name: str, weight: float) -> Iterator[OnProgress]:
        """Hand out what an experiment of such a weight tells what it measures."""

        def on_progress(key: str, share: float) -> None:
            doing = key if share < 1.0 else _AFTER_THE_LAST
            self._show(f"{name}: {doing}", self._before + share * weight)

        self._show(name, self._before)
        yield on_progress
        self._before += weight


@contextmanager
def lab_progress(total: float) -> Iterator[LabProgress]:
    """Hand out what shows how far work of such a weight in all is.

    On a terminal that is a bar with what is being measured and the time that is left, elsewhere a
    line now and then.
    """
    if not sys.stderr.isatty():
        yield LabProgress(_lines(total))
        return
    bar = Progress(
        TextColumn("{task.description}", table_column=Column(width=40, no_wrap=True)),
        BarColumn(bar_width=20),
        TaskProgressColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        refresh_per_second=_DRAWINGS_A_SECOND,
        speed_estimate_period=_SECONDS_OF_SPEED,
    )
    task = bar.add_task("", total=total)

    def show(text: str, done: float) -> None:
        bar.update(task, description=escape(text), completed=done)

    @contextmanager
    def paused() -> Iterator[None]:
        """Take the bar away: it would be in the way where both go to one terminal."""
        bar.stop()
        yield
        bar.start()

    with bar:
        yield LabProgress(show, paused)


def _lines(total: float) -> Callable[[str, float], None]:
    last = time.monotonic()

    def show(text: str, done: float) -> None:
        nonlocal last
        if time.monotonic() - last >= _SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            click.echo(f"{done / total:4.0%}  {text}", err=True)

    return show
