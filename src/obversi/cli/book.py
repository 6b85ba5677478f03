"""``obversi book``: look up openings, and make books."""

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np
from click.core import ParameterSource

from obversi.analysis import margin_text
from obversi.arguments import suggestion
from obversi.board import Board
from obversi.book import file as book_file
from obversi.book.book import Book, BookMove, shipped_book
from obversi.book.editing import merged, pruned, read_book, read_graph, root_of
from obversi.book.foreign import write_edax, write_egaroucid
from obversi.book.graph import Graph
from obversi.book.grow import GrowthPlan, Progress, grow, opening_positions, solve_late
from obversi.book.report import openings_page
from obversi.book.store import BookStore
from obversi.book.verify import Verified, verify
from obversi.cli import options
from obversi.cli.positions import PositionCommand, one_board, records
from obversi.cli.progress import bar_progress, progress
from obversi.engine import Engine
from obversi.errors import InputError
from obversi.formats.saving import write_whole
from obversi.openings import name_of
from obversi.rules import RULES, Rules

__all__ = ["book_command"]

_file = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


# Neither moves nor a board, which have digits, hyphens or capital letters.
_WORD = re.compile("[a-z]{3,}")


class _BookGroup(click.Group):
    """A group whose first argument may be a position: that is shown."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the command; what is none is for `show`, a position that begins with - too."""
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            if _WORD.fullmatch(args[0]):
                ctx.fail(f"there is no command {args[0]!r}: {suggestion(args[0], self.commands)}")
            args = ["show", *args]
        return super().parse_args(ctx, args)


@click.group(
    "book",
    cls=_BookGroup,
    invoke_without_command=True,
    epilog=options.examples(
        "obversi book f5d6c3                               the moves of an opening",
        "obversi book show f5d6 --rules reversed           of the reversed game",
        "obversi book grow my.db --minutes 60              a book of your own",
        "obversi book export my.db my.obb                  a compact file of it",
    ),
)
@click.pass_context
def book_command(context: click.Context) -> None:
    """Look up openings: what each move is worth. Make, check and convert books."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


# Looking up


@book_command.command(
    "show",
    cls=PositionCommand,
    short_help="Show the moves of a position.",
    epilog=options.examples("obversi book show f5d6c3", "obversi book show --book my.obb"),
)
@click.argument("position", required=False)
@options.rules_option
@options.size_option
@options.file_option("--book", "path", help="The book.  [default: that of the package]")
@options.json_option
def show_step(
    position: str | None, rules: Rules, size: int, path: Path | None, as_json: bool
) -> None:
    """Show what the moves of POSITION are worth: moves such as f5d6c3, or a board text.

    A value in brackets is that of a move that the book does not follow further.
    """
    board = one_board(position, rules, size)
    book = _book(path, board)
    known = book.moves(board)
    if as_json:
        click.echo(json.dumps(_position_object(book, board, known)))
        return
    name = name_of(board)
    click.echo(board.status() + (f"  {name}" if name else ""))
    if (worth := book.value(board)) is None:
        click.echo("the book does not have this position")
        return
    if not known:
        click.echo(
            f"the position is worth {margin_text(worth)}; the book does not say by which move"
        )
        return
    click.echo("move  value  depth")
    for move in known:
        value = margin_text(move.value)
        shown = value if move.expanded else f"({value})"
        click.echo(f"{move.move:<4}  {shown:>5}  {move.certainty}")
    if line := book.line(board):
        click.echo(f"best line: {' '.join(line)}")


def _book(path: Path | None, board: Board) -> Book:
    book = shipped_book(board.size, board.rules) if path is None else read_book(path)
    if book is None:
        raise InputError(
            f"there is no book for {board.rules} {board.size}×{board.size}: give --book"
        )
    book.check_game(board)
    return book


def _position_object(book: Book, board: Board, known: Sequence[BookMove]) -> dict[str, Any]:
    return {
        "position": board.to_string(),
        "rules": board.rules,
        "value": book.value(board),
        "exact": book.is_exact(board),
        "moves": [
            {
                "move": str(move.move),
                "value": move.value,
                "exact": move.exact,
                "depth": move.depth,
                "selectivity": move.selectivity,
                "expanded": move.expanded,
            }
            for move in known
        ],
        "line": [str(move) for move in book.line(board)],
    }


@book_command.command(
    "stats",
    short_help="Describe a book.",
    epilog=options.examples("obversi book stats my.obb", "obversi book stats book.dat --json"),
)
@_file
@options.json_option
def stats_step(file: Path, as_json: bool) -> None:
    """Show how many positions FILE has by ply, how sure they are, and what the start is worth."""
    graph = read_graph(file).without_unknown()
    plies = np.bincount(graph.size**2 - 4 - graph.empties)
    exact = np.bincount(graph.size**2 - 4 - graph.empties, weights=graph.exact).astype(int)
    depths = np.unique(graph.leaves["depth"][graph.has_leaf], return_counts=True)
    found = {
        "rules": graph.rules,
        "size": graph.size,
        "positions": len(graph),
        "exact": int(graph.exact.sum()),
        "start": int(graph.values[root_of(graph)]),
        "positions_by_ply": plies.tolist(),
        "exact_by_ply": exact.tolist(),
        "searches_by_depth": {int(depth): int(count) for depth, count in zip(*depths, strict=True)},
    }
    if as_json:
        click.echo(json.dumps(found))
        return
    click.echo(f"{graph.rules} {graph.size}×{graph.size}, {len(graph):,} positions")
    click.echo(f"the start is worth {margin_text(found['start'])}")
    click.echo(" ply  positions  exact")
    for ply, count in enumerate(plies.tolist()):
        if count:
            click.echo(f"{ply:4}  {count:9,}  {exact[ply]:5,}")


@book_command.command(
    "report",
    short_help="Write a page about openings.",
    epilog=options.examples(
        "obversi book report docs/openings.md", "obversi book report page.md a.obb"
    ),
)
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("files", nargs=-1, type=click.Path(dir_okay=False, path_type=Path))
def report_step(out: Path, files: Sequence[Path]) -> None:
    """Write what FILES say of openings on 8×8 to OUT, in Markdown.

    Without FILES it is about the books of the package.
    """
    shipped = [shipped_book(8, rules) for rules in RULES]
    books = [read_book(file) for file in files] or [book for book in shipped if book is not None]
    if any(book.size != 8 for book in books) or not books:
        raise InputError("a page about openings needs books of 8×8")
    write_whole(out, openings_page(books))


# Making


def _plan_options(command: Any) -> Any:
    return options.all_of(
        click.option("--depth", type=int, help="Plies of a search.  [default: 18]"),
        click.option(
            "--deeper-before",
            type=int,
            help="Search two plies deeper for every four before this ply.  [default: 12]",
        ),
        click.option(
            "--solve-empties", type=int, help="Solve positions from here on.  [default: 20]"
        ),
        click.option("--strict", type=float, help="Cost of a disc of one side.  [default: 4]"),
        click.option(
            "--lenient", type=float, help="Cost of a disc of the other side.  [default: 1.5]"
        ),
        click.option("--round", type=int, help="Positions that are added at once.  [default: 256]"),
    )(command)


@book_command.command(
    "grow",
    short_help="Let a book grow.",
    epilog=options.examples(
        "obversi book grow my.db --positions 1000           from the start",
        "obversi book grow my.db --minutes 60 --depth 20    with deeper searches",
        "obversi book grow my.db --positions 100000 --cluster tcp://scheduler:8786",
    ),
)
@_file
@options.rules_option
@options.size_option
@click.option("--positions", type=int, help="Positions that the book is to have.")
@click.option("--minutes", type=float, help="Maximum time.")
@_plan_options
@options.threads_option
@options.cluster_option
def grow_step(
    file: Path,
    rules: Rules,
    size: int,
    positions: int | None,
    minutes: float | None,
    threads: int | None,
    cluster: str | None,
    **plan: Any,
) -> None:
    """Let the working copy FILE of a book grow; make it if it does not exist.

    The positions after the best moves are added first. The cost of a position is its ply, and the
    discs that both sides gave away on the way. What was searched is stored at once: the same
    command resumes a run that was interrupted.
    """
    if positions is None and minutes is None:
        raise click.UsageError("a book needs an end of its growth: give --positions or --minutes")
    given = {name: value for name, value in plan.items() if value is not None}
    seconds = None if minutes is None else 60 * minutes
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
    """Open a working copy, or make one; a game that was asked for must be that of the file."""
    if not file.exists():
        return BookStore.create(file, size, rules, {})
    store = BookStore.open(file, writing=True)
    source = click.get_current_context().get_parameter_source
    for name, asked, own in (("rules", rules, store.rules), ("size", size, store.size)):
        if source(name) == ParameterSource.COMMANDLINE and asked != own:
            store.close()
            game = f"{store.rules} {store.size}×{store.size}"
            raise InputError(f"{file} is a book for {game}: --{name} {asked} does not fit")
    return store


def _show_growth(
    file: Path, growing: Iterable[Progress], positions: int | None, seconds: float | None
) -> None:
    last = None
    with bar_progress(100) as bar:
        for last in growing:
            in_count = last.positions / positions if positions else 0.0
            in_time = last.seconds / seconds if seconds else 0.0
            value = "" if last.value is None else f", start {margin_text(last.value)}"
            text = f"{last.positions:,} positions{value}"
            bar.show(text, 100 * min(max(in_count, in_time), 1.0))
    if last is not None:
        value = "" if last.value is None else f"; the start is worth {margin_text(last.value)}"
        click.echo(
            f"{file}: {last.positions:,} positions, {last.added:,} of them new, "
            f"{last.searched:,} searches in {last.seconds:.0f} s{value}"
        )


@book_command.command(
    "add",
    short_help="Add the openings of games.",
    epilog=options.examples(
        "obversi book add my.db games.ggf", "obversi book add my.db f5d6c3d3c4 --plies 5"
    ),
)
@_file
@click.argument("games", nargs=-1, required=True)
@click.option("--plies", default=20, help="The first moves of each game.")
@options.threads_option
@options.cluster_option
def add_step(
    file: Path, games: Sequence[str], plies: int, threads: int | None, cluster: str | None
) -> None:
    """Add the positions after the first moves of GAMES to the working copy FILE; search them."""
    with BookStore.open(file, writing=True) as store:
        added = 0
        for source in games:
            found = records(source, store.rules, store.size)
            added += store.add(opening_positions(found, store.size, store.rules, plies))
        _show_growth(file, grow(store, positions=0, threads=threads, cluster=cluster), None, None)
    click.echo(f"{added:,} positions of games were added")


@book_command.command(
    "solve",
    short_help="Solve late positions.",
    epilog=options.examples(
        "obversi book solve my.db", "obversi book solve my.db --empties 24 --threads 2"
    ),
)
@_file
@click.option("--empties", default=22, help="Solve positions with at most these empty squares.")
@options.threads_option
@options.cluster_option
def solve_step(file: Path, empties: int, threads: int | None, cluster: str | None) -> None:
    """Replace the searches of late positions of the working copy FILE by exact ones."""
    with BookStore.open(file, writing=True) as store:
        solving = solve_late(store, empties, threads=threads, cluster=cluster)
        _show_growth(file, solving, None, None)


@book_command.command(
    "verify",
    short_help="Search a sample deeper.",
    epilog=options.examples(
        "obversi book verify my.obb", "obversi book verify my.obb --sample 50 --deeper 4 --json"
    ),
)
@_file
@click.option("--sample", default=300, help="Positions to search.")
@click.option("--deeper", default=6, help="Plies deeper than the book.")
@click.option("--seed", default=1, help="Another number gives another sample.")
@options.engine_options(hash_mb=256)
@options.json_option
def verify_step(
    file: Path,
    sample: int,
    deeper: int,
    seed: int,
    threads: int,
    hash_mb: int,
    as_json: bool,
) -> None:
    """Search a sample of positions of FILE deeper, and show how far values moved.

    A best move is kept if the deeper search finds none that is worth more.
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
        click.echo(json.dumps(summary))
    else:
        click.echo(
            f"{len(found)} positions, {deeper} plies deeper: the value changed by "
            f"{summary['mean_change']:.2f} discs on average, {summary['largest_change']} at most; "
            f"the best move was kept in {summary['best_move_kept']:.1%}, "
            f"and lost {summary['mean_loss']:.2f} discs on average"
        )


# Files


@book_command.command(
    "merge",
    short_help="Join books.",
    epilog=options.examples(
        "obversi book merge both.db mine.db other.obb", "obversi book merge both.db a.db book.dat"
    ),
)
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def merge_step(out: Path, files: Sequence[Path]) -> None:
    """Write the positions of all FILES, of any kind, to the new working copy OUT."""
    _store_graph(out, merged([read_graph(file) for file in files]))


@book_command.command(
    "import",
    short_help="Make a working copy of a book.",
    epilog=options.examples(
        "obversi book import book.dat my.db      of Edax",
        "obversi book import book.egbk3 my.db    of Egaroucid",
    ),
)
@_file
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
def import_step(file: Path, out: Path) -> None:
    """Write the positions of FILE, of Obversi, Edax or Egaroucid, to the new working copy OUT."""
    _store_graph(out, read_graph(file))


def _store_graph(out: Path, graph: Graph) -> None:
    with BookStore.create(out, graph.size, graph.rules, {}) as store:
        store.replace(graph)
    click.echo(f"{out}: {len(graph):,} positions")
    if pending := len(graph.pending):
        click.echo(f"{pending:,} are to be searched: obversi book grow {out} --positions 0")


_WRITERS = {
    ".obb": book_file.write,
    ".dat": write_edax,
    ".egbk3": write_egaroucid,
}


@book_command.command(
    "export",
    short_help="Write a compact file, or one for another program.",
    epilog=options.examples(
        "obversi book export my.db my.obb       for this program",
        "obversi book export my.db book.dat     for Edax",
        "obversi book export my.db book.egbk3   for Egaroucid",
    ),
)
@_file
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
def export_step(file: Path, out: Path) -> None:
    """Write the searched positions of FILE to OUT, in the format of its ending."""
    write = _WRITERS.get(out.suffix.lower())
    if write is None:
        raise InputError(
            f"the ending of {out.name!r} names no book: expected {', '.join(_WRITERS)}"
        )
    graph = read_graph(file).without_unknown()
    write(out, graph)
    click.echo(f"{out}: {len(graph):,} positions, {out.stat().st_size:,} bytes")
    if pending := len(graph.pending):
        click.echo(f"{pending:,} of them have moves that are still to be searched")


@book_command.command(
    "prune",
    short_help="Keep the positions nearest to best play.",
    epilog=options.examples(
        "obversi book prune big.db small.db --positions 50000",
        "obversi book prune big.obb main.db --positions 500 --lenient 4",
    ),
)
@_file
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--positions", type=int, required=True, help="Positions to keep.")
@click.option("--strict", default=GrowthPlan.strict, help="Cost of a disc of one side.")
@click.option("--lenient", default=GrowthPlan.lenient, help="Cost of a disc of the other side.")
def prune_step(file: Path, out: Path, positions: int, strict: float, lenient: float) -> None:
    """Write the positions of FILE with the lowest costs to the new working copy OUT."""
    graph = read_graph(file).without_unknown()
    _store_graph(out, pruned(graph, positions, strict=strict, lenient=lenient))
