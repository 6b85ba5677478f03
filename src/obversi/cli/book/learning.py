"""``obversi book learn``: games of the engine with a book against itself without."""

from contextlib import closing
from pathlib import Path

import click

from obversi.book.learn import DEFAULT_SECONDS, Learned, learn
from obversi.book.store import BookStore
from obversi.cli import options
from obversi.cli.progress import bar_progress
from obversi.limit import Limit


@click.command(
    "learn",
    epilog=options.examples(
        "obversi book learn my.db --minutes 30", "obversi book learn my.db --games 1000 --threads 2"
    ),
)
@options.file_argument
@click.option("--games", type=options.BILLION, help="Games to play.")
@options.minutes_option()
@click.option(
    "--time",
    "per_move",
    type=options.SECONDS,
    default=DEFAULT_SECONDS,
    help="Seconds per move, on average.",
)
@options.threads_option
def learn_command(
    file: Path, games: int | None, seconds: float | None, per_move: float, threads: int | None
) -> None:
    """Play games of the engine with the working copy FILE against the engine without a book.

    Of nearly equal moves the book then prefers those that won more games. It keeps the results of
    all games: the same command continues. Games that are interrupted do not count.
    """
    if games is None and seconds is None:
        raise click.UsageError("learning needs an end: give --games or --minutes")
    limit = Limit(seconds=per_move)
    last: Learned | None = None
    try:
        with (
            BookStore.open(file, writing=True) as store,
            bar_progress(100) as bar,
            closing(
                learn(store, games=games, seconds=seconds, limit=limit, threads=threads)
            ) as running,
        ):
            for last in running:
                in_games = last.games / games if games else 0.0
                in_time = last.seconds / seconds if seconds else 0.0
                text = f"{last.games:,} games, {last.last_score:.1%} of the points"
                bar.show(text, 100 * min(max(in_games, in_time), 1.0))
    finally:  # after Ctrl-C too, when all games that have ended are stored
        if last is not None:
            score = f"{last.points / last.games:.1%}, and {last.last_score:.1%} in the last games"
            click.echo(
                f"{file}: {last.games:,} games in {last.seconds:.0f} s; the side with the book "
                f"scored {score}"
            )
