"""How a training goes, on stderr while it goes on, and what came of each step on stdout."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import click

from obversi.cli.progress import Steps, progress
from obversi.cli.standing_progress import standing_progress
from obversi.training.watch import Watch

__all__ = ["training_progress"]


@contextmanager
def training_progress() -> Iterator[Watch]:
    """Hand out who watches a training and shows a bar for each step."""
    with ExitStack() as bar:
        yield _Bars(bar)


class _Bars(Watch):
    """Shows one bar at a time; the stack has the one that is there."""

    def __init__(self, bar: ExitStack) -> None:
        self._bar = bar
        self._steps = Steps()
        self._done = 0

    def begin(self, step: str, total: int) -> None:
        self._bar.close()
        self._steps = self._bar.enter_context(progress(step, total))
        self._done = 0

    def reach(self, done: int) -> None:
        while self._done < done:
            self._steps()
            self._done += 1

    def begin_match(self, games: int) -> None:
        self._bar.close()
        self._show = self._bar.enter_context(standing_progress(games))

    def stand(self, wins: int, draws: int, losses: int) -> None:
        self._show(wins, draws, losses)

    def say(self, text: str) -> None:
        self._bar.close()
        click.echo(text)
