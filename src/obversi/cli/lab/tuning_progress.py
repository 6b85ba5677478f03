"""How a study goes, on stderr while it goes on."""

import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final

import click
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table

from obversi.lab.tuning.objective import Objective
from obversi.lab.tuning.watch import GenerationSummary, TuningWatch

__all__ = ["tuning_progress"]

# What is done sooner needs no table.
_PATIENCE_SECONDS: Final = 1.0

# The last generations, which fit on any terminal.
_SHOWN: Final = 12

# Where no table can be drawn there is a line each time that so much has passed.
_SECONDS_BETWEEN_LINES: Final = 5.0


@contextmanager
def tuning_progress(goal: Objective, target: float | None) -> Iterator[TuningWatch]:
    """Hand out who watches a study, of which the goal and the target are shown.

    On a terminal it is a table that goes away in the end, otherwise there are lines now and then.
    """
    if not sys.stderr.isatty():
        yield _Lines(goal.unit)
        return
    watch = _LiveTable(goal, target)
    live = Live(
        console=Console(stderr=True),
        get_renderable=watch.render,
        transient=True,
        redirect_stdout=False,
        refresh_per_second=2,
    )
    patience = Timer(_PATIENCE_SECONDS, live.start)
    patience.daemon = True
    patience.start()
    try:
        yield watch
    finally:
        patience.cancel()
        patience.join()
        if live.is_started:
            live.stop()


class _LiveTable(TuningWatch):
    """Draws the last generations, and how far the next one is."""

    def __init__(self, goal: Objective, target: float | None) -> None:
        self._title = goal.title if target is None else f"{goal.title}, target {target:g}"
        self._unit = goal.unit
        self._summaries: deque[GenerationSummary] = deque(maxlen=_SHOWN)
        self._what, self._done, self._total = "", 0, 1

    def begin(self, what: str, total: int) -> None:
        self._what, self._done, self._total = what, 0, max(1, total)

    def reach(self, done: int) -> None:
        self._done = done

    def generation(self, summary: GenerationSummary) -> None:
        self._summaries.append(summary)

    def render(self) -> RenderableType:
        """Draw it all."""
        table = Table(title=self._title, title_justify="left")
        heads = ("generation", "best", "mean", "in fresh games", "spread", self._unit, "seconds")
        for head in heads:
            table.add_column(head, justify="right")
        for summary in list(self._summaries):
            table.add_row(
                str(summary.number),
                _best(summary),
                f"{summary.mean:.4f}",
                "" if summary.check is None else summary.check.text(4),
                f"{summary.spread:.3f}",
                f"{summary.games:,}",
                f"{summary.seconds:,.1f}",
            )
        line = Table.grid(padding=(0, 2))
        line.add_row("", ProgressBar(self._total, self._done, 30), self._what)
        return Group(table, line)


class _Lines(TuningWatch):
    """Says in a line how it goes, if the last line was a while ago."""

    def __init__(self, unit: str) -> None:
        self._unit = unit
        self._told = time.monotonic()
        self._what, self._total = "", 0

    def begin(self, what: str, total: int) -> None:
        self._what, self._total = what, total
        self.reach(0)

    def reach(self, done: int) -> None:
        if self._is_due():
            click.echo(f"{self._what}: {done:,} of {self._total:,}", err=True)

    def generation(self, summary: GenerationSummary) -> None:
        if not self._is_due():
            return
        checked = "" if summary.check is None else f", in fresh games {summary.check.text(4)}"
        click.echo(
            f"generation {summary.number}: best {_best(summary)}, mean {summary.mean:.4f}{checked}"
            f"; {summary.games:,} {self._unit}, {summary.seconds:,.0f} s",
            err=True,
        )

    def _is_due(self) -> bool:
        now = time.monotonic()
        if now - self._told < _SECONDS_BETWEEN_LINES:
            return False
        self._told = now
        return True


def _best(summary: GenerationSummary) -> str:
    return f"{summary.best:.4f}" if summary.allowed else f"({summary.best:.4f})"
