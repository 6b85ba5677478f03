"""``obversi book grow``, ``add``, ``solve``, ``deepen`` and ``verify``: searches for a book."""

from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import numpy as np
from click.core import ParameterSource

from obversi.analysis import count_text, margin_text
from obversi.book.editing import read_book
from obversi.book.grow import GrowthPlan, Progress, deepen, grow, opening_positions, solve_late
from obversi.book.store import BookStore
from obversi.book.verify import Verified, verify
from obversi.cli import options
from obversi.cli.positions import PositionCommand, exit_if_left_out, readable_records
from obversi.cli.progress import bar_progress, progress
from obversi.cli.terminal import print_json
from obversi.engine import Engine
from obversi.errors import InputError
from obversi.rules import Rules

_EMPTIES = options.WholeRange(0, 36)


def _plan_options(command: Any) -> Any:
    return options.all_of(
        click.option("--depth", type=options.DEPTH, help="Plies of a search.  [default: 18]"),
        click.option(
            "--deeper-before",
            type=options.PLIES,
            help="Search two plies deeper for every four before this ply.  [default: 12]",
        ),
        click.option(
            "--solve-empties",
            type=_EMPTIES,
            help="Solve positions with at most these empty squares.  [default: 20]",
        ),
        click.option(
            "--strict",
            type=options.COST,
            help="Cost of each disc that the strict side gives away.  [default: 4]",
        ),
        click.option(
            "--lenient",
            type=options.COST,
            help="Cost of each disc of the other side.  [default: 1.5]",
        ),
        click.option(
            "--round",
            type=options.WholeRange(1, 100_000),
            help="Positions that are added at once.  [default: 256]",
        ),
    )(command)


@click.command(
    "grow",
    epilog=options.examples(
        "obversi book grow my.db --positions 1000           from the start",
        "obversi book grow my.db --minutes 60 --depth 20    with deeper searches",
        "obversi book grow my.db --positions 100000 --cluster tcp://scheduler:8786",
    ),
)
@options.file_argument
@options.rules_option
@options.size_option
@click.option(
    "--positions",
    type=options.WholeRange(0, 10**9),
    help="Positions that the book is to have.",
)
@options.minutes_option()
@_plan_options
@options.threads_option
@options.cluster_option
def grow_command(
    file: Path,
    rules: Rules,
    size: int,
    positions: int | None,
    seconds: float | None,
    threads: int | None,
    cluster: str | None,
    **plan: Any,
) -> None:
    """Let the working copy FILE of a book grow; make it if it does not exist.

    The positions after the best moves are added first. The cost of a position is its ply, and the
    discs that both sides gave away on the way. FILE keeps the settings, and uses them instead of
    the defaults when it grows again. What was searched is stored at once: the same command resumes
    a run that was interrupted.
    """
    if positions is None and seconds is None:
        raise click.UsageError("a book needs an end of its growth: give --positions or --minutes")
    given = {name: value for name, value in plan.items() if value is not None}
    with _opened(file, size, rules) as store:
        settings = GrowthPlan.stored(store.settings | given)
        growing = grow(
            *(store, settings),
            positions=positions,
            seconds=seconds,
            threads=threads,
            cluster=cluster,
        )
        _show_growth(file, growing, positions, seconds)


def _opened(file: Path, size: int, rules: Rules) -> BookStore:
    """Open or make a working copy; a requested game must be that of the file."""
    if not file.exists():
        return BookStore.create(file, size, rules, {})
    store = BookStore.open(file, writing=True)
    source = click.get_current_context().get_parameter_source
    for name, requested, own in (("rules", rules, store.rules), ("size", size, store.size)):
        if source(name) == ParameterSource.COMMANDLINE and requested != own:
            store.close()
            game = f"{store.rules} {store.size}×{store.size}"
            raise InputError(f"{file} is a book for {game}: --{name} {requested} does not fit")
    return store


def _show_growth(
    file: Path,
    growing: Generator[Progress, None, None],
    positions: int | None,
    seconds: float | None,
) -> None:
    last = None
    with bar_progress(100) as bar, closing(growing):
        for last in growing:
            in_count = last.positions / positions if positions else 0.0
            in_time = last.seconds / seconds if seconds else 0.0
            if not positions and last.left:
                in_count = last.searched / (last.searched + last.left)
            value = "" if last.value is None else f", start {margin_text(last.value)}"
            text = f"{last.positions:,} positions{value}"
            bar.show(text, 100 * min(max(in_count, in_time), 1.0))
    if last is not None:
        value = "" if last.value is None else f"; the start is worth {margin_text(last.value)}"
        click.echo(
            f"{file}: {last.positions:,} positions, {last.added:,} of them new, "
            f"{last.searched:,} searches in {last.seconds:.0f} s{value}"
        )


@click.command(
    "add",
    cls=PositionCommand,
    epilog=options.examples(
        "obversi book add my.db games.ggf", "obversi book add my.db f5d6c3d3c4 --plies 5"
    ),
)
@options.file_argument
@click.argument("games", nargs=-1, required=True)
@click.option("--plies", type=options.PLIES, default=20, help="The first moves of each game.")
@options.threads_option
@options.cluster_option
def add_command(
    file: Path, games: Sequence[str], plies: int, threads: int | None, cluster: str | None
) -> None:
    """Add the positions after the first moves of GAMES to the working copy FILE; search them."""
    with BookStore.open(file, writing=True) as store:
        added = read = left_out = 0
        for source in games:
            found, broken = readable_records(source, store.rules, store.size)
            read, left_out = read + len(found), left_out + broken
            added += store.add(opening_positions(found, store.size, store.rules, plies))
        if not read:
            exit_if_left_out(left_out, read)
        _show_growth(file, grow(store, positions=0, threads=threads, cluster=cluster), None, None)
    click.echo(f"{count_text(added, 'position')} of games {'was' if added == 1 else 'were'} added")
    exit_if_left_out(left_out, read)


@click.command(
    "solve",
    epilog=options.examples(
        "obversi book solve my.db", "obversi book solve my.db --empties 24 --threads 2"
    ),
)
@options.file_argument
@click.option(
    "--empties",
    type=_EMPTIES,
    default=22,
    help="Solve positions with at most these empty squares.",
)
@options.minutes_option()
@options.threads_option
@options.cluster_option
def solve_command(
    file: Path, empties: int, seconds: float | None, threads: int | None, cluster: str | None
) -> None:
    """Replace the searches of late positions of the working copy FILE by exact ones.

    What was solved is stored at once: the same command resumes a run that was interrupted.
    """
    with BookStore.open(file, writing=True) as store:
        solving = solve_late(store, empties, seconds=seconds, threads=threads, cluster=cluster)
        _show_growth(file, solving, None, seconds)


@click.command(
    "deepen",
    epilog=options.examples(
        "obversi book deepen my.db --depth 20",
        "obversi book deepen my.db --depth 22 --within 1 --minutes 60",
    ),
)
@options.file_argument
@click.option("--depth", type=options.DEPTH, required=True, help="Plies of a search.")
@click.option(
    "--within",
    type=options.WholeRange(0, 64),
    default=0,
    help="Search moves worth up to this number of discs less too.",
)
@options.minutes_option()
@options.threads_option
@options.cluster_option
def deepen_command(
    file: Path,
    depth: int,
    within: int,
    seconds: float | None,
    threads: int | None,
    cluster: str | None,
) -> None:
    """Search the positions of the working copy FILE again, deeper, the best lines first.

    Only moves out of the book that decide the value of their position are searched, or that are
    worth up to --within discs less. What was searched is stored at once: the same command resumes a
    run that was interrupted. When the book grows later, it has this depth.
    """
    with BookStore.open(file, writing=True) as store:
        deepening = deepen(
            store, depth, within=within, seconds=seconds, threads=threads, cluster=cluster
        )
        _show_growth(file, deepening, None, seconds)


@click.command(
    "verify",
    epilog=options.examples(
        "obversi book verify my.obb", "obversi book verify my.obb --sample 50 --deeper 4 --json"
    ),
)
@options.file_argument
@click.option("--sample", type=options.MILLION, default=300, help="Positions to search.")
@click.option("--deeper", type=options.PLIES, default=6, help="Plies deeper than before.")
@options.seed_option("another sample")
@options.engine_options(hash_mb=256)
@options.json_option
def verify_command(
    file: Path,
    sample: int,
    deeper: int,
    seed: int,
    threads: int,
    hash_mb: int,
    as_json: bool,
) -> None:
    """Search a sample of positions of FILE deeper, and show how far values moved.

    A position is searched --deeper plies deeper than when it was added. Its value in the book may
    come from positions further on. A best move is kept if the deeper search finds none that is
    worth more.
    """
    book = read_book(file)
    found: list[Verified] = []
    with Engine(threads, hash_mb) as engine, progress("searching", min(sample, len(book))) as step:
        for verified in verify(book, engine, sample, deeper, seed):
            found.append(verified)
            step()
    if not found:
        click.echo("every position of this book is exact")
        return
    changes = np.array([verified.change for verified in found])
    losses = np.array([verified.loss for verified in found])
    summary = {
        "sample": len(found),
        "deeper": deeper,
        "mean_change": round(float(changes.mean()), 3),
        "largest_change": int(changes.max()),
        "best_move_kept": round(float((losses == 0).mean()), 4),
        "mean_loss": round(float(losses.mean()), 3),
    }
    if as_json:
        print_json(summary)
    else:
        click.echo(
            f"{len(found)} positions, {deeper} plies deeper: the value changed by "
            f"{summary['mean_change']:.2f} discs on average, {summary['largest_change']} at most; "
            f"the best move was kept in {summary['best_move_kept']:.1%}, "
            f"and lost {summary['mean_loss']:.2f} discs on average"
        )
