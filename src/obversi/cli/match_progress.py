"""How a match stands, on stderr while it goes on."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Timer

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from obversi.arena.game import PlayedGame

__all__ = ["match_progress"]

# What is done sooner needs no line.
_PATIENCE_SECONDS = 1.0

# Each drawing takes the interpreter from the agents for a moment.
_DRAWINGS_A_SECOND = 2

_COLUMNS = (
    TextColumn("{task.description}"),
    BarColumn(),
    MofNCompleteColumn(),
    TimeRemainingColumn(elapsed_when_finished=True),
)


@contextmanager
def match_progress(total: int) -> Iterator[Callable[[Sequence[PlayedGame]], None]]:
    """Hand out what shows the score of the games played so far, of `total`.

    The line comes up once the match has taken a while, and only if stderr is a terminal.
    """
    if not sys.stderr.isatty():
        yield lambda _games: None
        return
    bar = Progress(
        *_COLUMNS,
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        refresh_per_second=_DRAWINGS_A_SECOND,
    )
    task = bar.add_task("the first game", total=total)
    # That game may take long, so that the line cannot wait for its end.
    patience = Timer(_PATIENCE_SECONDS, bar.start)
    patience.daemon = True
    patience.start()
    try:
        yield lambda games: bar.update(task, completed=len(games), description=_standing(games))
    finally:
        patience.cancel()
        patience.join()
        if bar.live.is_started:
            bar.stop()


def _standing(games: Sequence[PlayedGame]) -> str:
    points = [game.points for game in games]
    score = sum(points) / len(points)
    return f"A +{points.count(1)} ={points.count(0.5)} -{points.count(0)}  {score:.1%}"
