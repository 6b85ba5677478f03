"""A bar on stderr for work that takes long."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

import click
from rich.console import Console
from rich.progress import Progress

__all__ = ["Steps", "progress"]

# What is done sooner needs no bar.
_PATIENCE_SECONDS = 1.0


class Steps:
    """Work that goes on step by step, without a bar: call it after each of them."""

    def __call__(self) -> None:
        """Say that a step is done."""

    def say(self, text: str) -> None:
        """Print a line, or several, on stdout."""
        click.echo(text)


class _StepsOfBar(Steps):
    def __init__(self, bar: Progress, label: str, total: int | None) -> None:
        self._bar = bar
        self._task = bar.add_task(label, total=total)

    def __call__(self) -> None:
        self._bar.advance(self._task)

    def say(self, text: str) -> None:
        """Print above the bar: it would be in the way where both go to one terminal."""
        shown = self._bar.live.is_started
        if shown:
            self._bar.stop()
        super().say(text)
        if shown:
            self._bar.start()


@contextmanager
def progress(label: str, total: int | None = None) -> Iterator[Steps]:
    """Hand out what to call after each step of the work, of which there are `total` if known.

    The bar comes up once the work has taken a while, and only if stderr is a terminal.
    """
    if not sys.stderr.isatty():
        yield Steps()
        return
    # Redirected, what the work prints on stdout would go to stderr, above the bar.
    bar = Progress(console=Console(stderr=True), transient=True, redirect_stdout=False)
    # A first step may take long, so that the bar cannot wait for it.
    patience = Timer(_PATIENCE_SECONDS, bar.start)
    patience.daemon = True
    patience.start()
    try:
        yield _StepsOfBar(bar, label, total)
    finally:
        patience.cancel()
        patience.join()
        if bar.live.is_started:
            bar.stop()
