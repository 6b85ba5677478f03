"""A bar on stderr for work that takes long."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress

__all__ = ["progress"]

# What is done sooner needs no bar.
_PATIENCE_SECONDS = 1.0


@contextmanager
def progress(label: str, total: int | None = None) -> Iterator[Callable[[], None]]:
    """Hand out what to call after each step of the work, of which there are `total` if known.

    The bar comes up once the work has taken a while, and only if stderr is a terminal.
    """
    if not sys.stderr.isatty():
        yield lambda: None
        return
    # Redirected, what the work prints on stdout would go to stderr, above the bar.
    bar = Progress(console=Console(stderr=True), transient=True, redirect_stdout=False)
    task = bar.add_task(label, total=total)
    begin = time.monotonic()

    def step() -> None:
        bar.advance(task)
        if not bar.live.is_started and time.monotonic() - begin > _PATIENCE_SECONDS:
            bar.start()

    try:
        yield step
    finally:
        if bar.live.is_started:
            bar.stop()
