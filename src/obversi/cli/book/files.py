"""``obversi book merge``, ``import``, ``export`` and ``prune``: files of books."""

from collections.abc import Sequence
from pathlib import Path

import click

from obversi.analysis import count_text
from obversi.book import file as book_file
from obversi.book.editing import merged, pruned, read_graph
from obversi.book.foreign import write_edax, write_egaroucid
from obversi.book.graph import Graph
from obversi.book.grow import GrowthPlan
from obversi.book.store import BookStore
from obversi.cli import options
from obversi.cli.progress import progress
from obversi.errors import InputError


@click.command(
    "merge",
    epilog=options.examples(
        "obversi book merge both.db mine.db other.obb", "obversi book merge both.db a.db book.dat"
    ),
)
@options.out_argument
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def merge_command(out: Path, files: Sequence[Path]) -> None:
    """Write the positions of all FILES, of any kind, to the new working copy OUT."""
    with progress("merging"):
        graph = merged([read_graph(file) for file in files])
    _store_graph(out, graph)


@click.command(
    "import",
    epilog=options.examples(
        "obversi book import book.dat my.db      of Edax",
        "obversi book import book.egbk3 my.db    of Egaroucid",
    ),
)
@options.file_argument
@options.out_argument
def import_command(file: Path, out: Path) -> None:
    """Write the positions of FILE, of Obversi, Edax or Egaroucid, to the new working copy OUT."""
    with progress("reading"):
        graph = read_graph(file)
    _store_graph(out, graph)


def _store_graph(out: Path, graph: Graph) -> None:
    with BookStore.create(out, graph.size, graph.rules, {}) as store, progress("writing"):
        store.replace(graph)
    click.echo(f"{out}: {count_text(len(graph), 'position')}")
    if pending := len(graph.pending):
        click.echo(f"{pending:,} are to be searched: obversi book grow {out} --positions 0")


_WRITERS = {
    ".obb": book_file.write,
    ".dat": write_edax,
    ".egbk3": write_egaroucid,
}


@click.command(
    "export",
    epilog=options.examples(
        "obversi book export my.db my.obb       for this program",
        "obversi book export my.db book.dat     for Edax",
        "obversi book export my.db book.egbk3   for Egaroucid",
    ),
)
@options.file_argument
@options.out_argument
@options.flag_option("--packed", "Compress a file of this program (.obb).")
def export_command(file: Path, out: Path, packed: bool) -> None:
    """Write the searched positions of FILE to OUT, in the format of its ending."""
    write = _WRITERS.get(out.suffix.lower())
    if write is None:
        raise InputError(
            f"the ending of {out.name!r} names no book: expected {', '.join(_WRITERS)}"
        )
    if packed and write is not book_file.write:
        raise InputError("only a file of this program (.obb) can be packed")
    with progress("exporting"):
        graph = read_graph(file).without_unknown()
        if packed:
            book_file.write(out, graph, is_packed=True)
        else:
            write(out, graph)
    positions = count_text(len(graph), "position")
    click.echo(f"{out}: {positions}, {out.stat().st_size:,} bytes")
    if pending := len(graph.pending):
        click.echo(f"{pending:,} of them have moves that are still to be searched")


@click.command(
    "prune",
    epilog=options.examples(
        "obversi book prune big.db small.db --positions 50000",
        "obversi book prune big.obb main.db --positions 500 --lenient 4",
    ),
)
@options.file_argument
@options.out_argument
@click.option("--positions", type=options.BILLION, required=True, help="Positions to keep.")
@click.option(
    "--strict", type=options.COST, default=GrowthPlan.strict, help="Cost of a disc of one side."
)
@click.option(
    "--lenient",
    type=options.COST,
    default=GrowthPlan.lenient,
    help="Cost of a disc of the other side.",
)
def prune_command(file: Path, out: Path, positions: int, strict: float, lenient: float) -> None:
    """Write the positions of FILE with the lowest costs to the new working copy OUT."""
    with progress("pruning"):
        graph = read_graph(file).without_unknown()
        kept = pruned(graph, positions, strict=strict, lenient=lenient)
    _store_graph(out, kept)
