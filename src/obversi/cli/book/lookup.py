"""``obversi book show``, ``stats`` and ``report``: the contents of a book."""

from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np

from obversi.analysis import count_text, margin_text
from obversi.board import Board
from obversi.book.book import Book, BookMove, shipped_book
from obversi.book.editing import read_book, read_graph, root_of
from obversi.book.report import openings_page
from obversi.cli import options
from obversi.cli.positions import PositionCommand, board_argument
from obversi.cli.progress import progress
from obversi.cli.terminal import print_json
from obversi.errors import InputError
from obversi.formats.saving import check_target, write_whole
from obversi.openings import name_of
from obversi.records import JsonObject, fields_object
from obversi.rules import RULES

_MOVE_FIELDS = ("value", "exact", "depth", "selectivity", "expanded", "games", "points")


@click.command(
    "show",
    cls=PositionCommand,
    epilog=options.examples("obversi book show f5d6c3", "obversi book show --book my.obb"),
)
@board_argument
@options.file_option("--book", "path", help="The book.  [default: that of the package]")
@options.json_option
def show_command(board: Board, path: Path | None, as_json: bool) -> None:
    """Show what the moves of POSITION are worth: moves such as f5d6c3, or a board text.

    A value in brackets is that of a move that the book does not follow further. Games are those of
    `obversi book learn`, and the score is that of the side that played the move.
    """
    book = _book(path, board)
    known = book.moves(board)
    if as_json:
        print_json(_position_object(book, board, known))
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
    has_games = any(move.games for move in known)
    click.echo("move  value  depth" + ("      games  score" if has_games else ""))
    for move in known:
        value = margin_text(move.value)
        shown = value if move.expanded else f"({value})"
        row = f"{move.move:<4}  {shown:>5}  {move.certainty}"
        if move.games:
            row = f"{row:<21}  {move.games:5,}  {move.points / move.games:5.0%}"
        click.echo(row)
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


def _position_object(book: Book, board: Board, known: Sequence[BookMove]) -> JsonObject:
    return {
        "position": board.to_string(),
        "rules": board.rules,
        "value": book.value(board),
        "exact": book.is_exact(board),
        "moves": [{"move": str(move.move)} | fields_object(move, *_MOVE_FIELDS) for move in known],
        "line": [str(move) for move in book.line(board)],
    }


@click.command(
    "stats",
    epilog=options.examples("obversi book stats my.obb", "obversi book stats book.dat --json"),
)
@options.file_argument
@options.json_option
def stats_command(file: Path, as_json: bool) -> None:
    """Show how many positions FILE has by ply, how sure they are, and what the start is worth."""
    with progress("reading"):
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
        print_json(found)
        return
    click.echo(f"{graph.rules} {graph.size}×{graph.size}, {count_text(len(graph), 'position')}")
    click.echo(f"the start is worth {margin_text(found['start'])}")
    click.echo(" ply  positions  exact")
    for ply, count in enumerate(plies.tolist()):
        if count:
            click.echo(f"{ply:4}  {count:9,}  {exact[ply]:5,}")


@click.command(
    "report",
    epilog=options.examples(
        "obversi book report docs/openings.md", "obversi book report page.md a.obb"
    ),
)
@options.out_argument
@click.argument("files", nargs=-1, type=options.FILE)
def report_command(out: Path, files: Sequence[Path]) -> None:
    """Write what FILES say of openings on 8×8 to OUT, in Markdown.

    Without FILES it is about the books of the package.
    """
    check_target(out)
    shipped = [shipped_book(8, rules) for rules in RULES]
    books = [read_book(file) for file in files] or [book for book in shipped if book is not None]
    if any(book.size != 8 for book in books) or not books:
        raise InputError("a page about openings needs books of 8×8")
    with progress("writing"):
        write_whole(out, openings_page(books))
