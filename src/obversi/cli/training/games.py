"""``obversi training games`` and ``add``: games to learn from."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from obversi.cli import options
from obversi.cli.progress import progress
from obversi.cli.train import training_progress
from obversi.rules import Rules
from obversi.training.data_generation import generate
from obversi.training.from_files import Added, add_files
from obversi.training.game_files import GameData
from obversi.training.self_play import SelfPlay, SelfPlaySettings
from obversi.weights import read_weights

_PERCENTAGE = options.WholeRange(0, 100)


@click.command(
    "games",
    epilog=options.examples(
        "obversi training games g1 --size 6 --games 20000",
        "obversi training games g2 --weights my.obw --depth 6 --solve 14 --minutes 30",
        "obversi training games g2 --games 1000000 --cluster tcp://scheduler:8786",
    ),
)
@click.argument("folder", type=options.FOLDER)
@options.size_option
@options.rules_option
@options.file_option("--weights", "weights_file", help="The weights of the engine.")
@click.option("--depth", type=options.PLIES, default=0, help="Plies to search; 0: without weights.")
@click.option(
    "--solve",
    type=options.WholeRange(1, 30),
    default=12,
    help="Empties from which play is perfect.",
)
@click.option("--games", type=options.BILLION, help="Games that the folder is to have.")
@options.minutes_option()
@click.option("--noise", type=_PERCENTAGE, default=10, help="Percentage of random moves.")
@click.option(
    "--branches",
    type=_PERCENTAGE,
    default=0,
    help="Percentage of positions from which a branch begins.",
)
@click.option(
    "--siblings",
    type=_PERCENTAGE,
    default=25,
    help="Percentage of endgames with other moves.",
)
@click.option("--random-least", type=options.PLIES, help="Minimum of random first moves.")
@click.option("--random-most", type=options.PLIES, help="Maximum of random first moves.")
@options.seed_option(default=0)
@options.threads_option
@options.cluster_option
def games_command(
    folder: Path,
    size: int,
    rules: Rules,
    weights_file: Path | None,
    games: int | None,
    seconds: float | None,
    threads: int | None,
    cluster: str | None,
    **self_play: Any,
) -> None:
    """Let the engine play against itself, and add the games to FOLDER.

    Stored are all moves, their values by the search, and exact margins near the end.
    """
    settings = SelfPlaySettings(**self_play)
    if games is None and seconds is None:
        raise click.UsageError("self-play needs an end: give --games or --minutes")
    weights = None if weights_file is None else read_weights(weights_file)
    SelfPlay.of(size, rules, settings, weights)  # checks them before a folder is made
    data = GameData.open_or_create(folder, size, rules)
    playing = generate(
        *(data, weights, settings), games=games, seconds=seconds, threads=threads, cluster=cluster
    )
    with training_progress() as watch:
        watch.begin("playing", 100)
        for reached in playing:
            in_games = reached.games / reached.planned if reached.planned else 0.0
            in_time = reached.seconds / seconds if seconds else 0.0
            watch.reach(int(100 * min(max(in_games, in_time), 1)))
        watch.say(
            f"{folder}: {reached.games:,} games, {reached.played:,} of them new, "
            f"{reached.speed:,.0f} a second"
        )


@click.command(
    "add",
    epilog=options.examples(
        "obversi training add g1 games.ggf", "obversi training add g1 WTH_2001.wtb WTH_2002.wtb"
    ),
)
@click.argument("folder", type=options.FOLDER)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@options.size_option
@options.rules_option
def add_command(folder: Path, files: Sequence[Path], size: int, rules: Rules) -> None:
    """Add games from FILES, in any format, to the games in FOLDER.

    Only finished games from the initial position are used.
    """
    for file in files:
        file.stat()  # a missing file is an error before a folder is made
    data = GameData.open_or_create(folder, size, rules)
    added = Added(0, {})
    with progress("adding games") as step:
        for reached in add_files(data, files):
            added = reached
            step()
    click.echo(f"{folder}: {added.games:,} games were added")
    for reason, count in sorted(added.skipped.items()):
        click.echo(f"left out, {reason}: {count:,}")
