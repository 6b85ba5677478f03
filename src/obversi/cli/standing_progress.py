"""How games between A and B stand, on stderr while they go on."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

__all__ = ["standing_progress"]

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
def standing_progress(total: int) -> Iterator[Callable[[int, int, int], None]]:
    """Hand out what shows the wins, draws and losses of A so far, of `total` games.

    The line comes up once the games have taken a while, and only if stderr is a terminal.
    """
    if not sys.stderr.isatty():
        yield lambda _wins, _draws, _losses: None
        return
    bar = Progress(
        *_COLUMNS,
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        refresh_per_second=_DRAWINGS_A_SECOND,
    )
    task = bar.add_task("the first game", total=total)

    def show(wins: int, draws: int, losses: int) -> None:
        if games := wins + draws + losses:
            score = (wins + draws / 2) / games
            standing = f"A +{wins} ={draws} -{losses}  {score:.1%}"
            bar.update(task, completed=games, description=standing)

    # That game may take long, so that the line cannot wait for its end.
    patience = Timer(_PATIENCE_SECONDS, bar.start)
    patience.daemon = True
    patience.start()
    try:
        yield show
    finally:
        patience.cancel()
        patience.join()
        if bar.live.is_started:
            bar.stop()
