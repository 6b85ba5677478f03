"""Whole books: reading those of any kind, merging and pruning them."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from obversi import batch
from obversi.arguments import whole_number
from obversi.batch import Positions
from obversi.board import Board
from obversi.book.book import Book
from obversi.book.file import SQLITE, columns_of, is_compact
from obversi.book.foreign import is_edax, is_egaroucid, read_edax, read_egaroucid
from obversi.book.graph import ANY_MOVE, NO_MOVE, Graph, Results, find
from obversi.book.store import BookStore
from obversi.errors import FormatError, InputError


def read_graph(path: Path) -> Graph:
    """Read a book of any kind: a compact file, a working copy, or one of another program.

    Of a working copy only the positions that have been searched are read.
    """
    try:
        with path.open("rb") as file:
            begin = file.read(len(SQLITE))
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror or error}") from error
    if is_compact(begin):
        return Book.open(path).graph()
    if begin == SQLITE:
        with BookStore.open(path) as store:
            return store.graph(searched=True)
    if is_edax(begin):
        return read_edax(path)
    if is_egaroucid(begin):
        return read_egaroucid(path)
    raise FormatError(
        f"{path} is no book: expected one of Obversi, of Edax (book.dat) or Egaroucid (.egbk3)"
    )


def read_book(path: Path) -> Book:
    """Open a compact file, or read a book of another kind, to look up positions."""
    with suppress(OSError), path.open("rb") as file:
        if not is_compact(file.read(len(SQLITE))):
            return Book(columns_of(read_graph(path).without_unknown()), str(path))
    return Book.open(path)


def root_of(graph: Graph) -> int:
    """Return the row of the start of the game, which every book has."""
    start = batch.from_boards([Board(graph.size, graph.rules)])
    row = int(find(graph.positions, batch.canonical(start, graph.size))[0])
    if row < 0:
        raise InputError("this book does not have the start of the game")
    return row


def merged(graphs: Sequence[Graph]) -> Graph:
    """Return the positions of all graphs, each with the best searched leaf of any graph.

    The results of games are added up.
    """
    kinds = {(graph.size, graph.rules) for graph in graphs}
    if len(kinds) != 1:
        shown = " and ".join(sorted(f"{rules} {size}×{size}" for size, rules in kinds))
        raise InputError(f"books of different games cannot be merged: {shown}")
    positions = np.concatenate([graph.positions for graph in graphs])
    leaves = np.concatenate([graph.leaves for graph in graphs])
    unique = np.unique(positions, axis=0)
    leads_out = _leads_out(positions, leaves["move"], unique, graphs[0].size)
    quality = (leaves["selectivity"], leaves["depth"], leaves["exact"], leads_out)
    order = np.lexsort((*quality, positions[:, 1], positions[:, 0]))
    positions, leaves = positions[order], leaves[order]
    # The best one of each position comes last.
    is_last = np.ones(len(positions), bool)
    is_last[:-1] = (positions[1:] != positions[:-1]).any(1)
    results = _summed(np.concatenate([graph.results for graph in graphs]))
    return Graph(positions[is_last], leaves[is_last], *kinds.pop(), results)


def _summed(results: NDArray[np.void]) -> NDArray[np.void]:
    """Return results in which each position is once."""
    unique, rows = np.unique(results[["own", "opp"]], return_inverse=True)
    total = np.zeros(len(unique), Results)
    total["own"], total["opp"] = unique["own"], unique["opp"]
    for name in ("games", "half_points"):
        np.add.at(total[name], rows, results[name])
    return total


def _leads_out(
    positions: Positions, moves: NDArray[np.uint8], among: Positions, size: int
) -> NDArray[np.bool_]:
    """Return for each move whether it leads out of `among`, which is sorted."""
    leads_out: NDArray[np.bool_] = moves == ANY_MOVE
    (has_move,) = np.nonzero(moves < NO_MOVE)
    after = batch.play(positions[has_move], moves[has_move], size)
    leads_out[has_move] = find(among, batch.canonical(after, size)) < 0
    return leads_out


def pruned(graph: Graph, count: int, *, strict: float, lenient: float) -> Graph:
    """Return the `count` positions that are nearest to best play.

    The best of the removed moves of a position becomes its leaf, with the value that it had. So the
    kept positions have the same values, and proven values stay proven.
    """
    whole_number(count, "the number of positions", 1)
    costs = graph.costs(root_of(graph), strict=strict, lenient=lenient).least
    kept = np.zeros(len(graph), bool)
    kept[np.argsort(costs, kind="stable")[:count]] = True
    kept &= np.isfinite(costs)
    edges, values = graph.edges, graph.edge_values
    leaves, has_leaf = graph.leaves.copy(), graph.has_leaf.copy()
    leaves["move"][~has_leaf] = NO_MOVE
    # A leaf is proven if all moves that it stands for are.
    proven = ~has_leaf | (leaves["exact"] != 0)
    is_removed = kept[edges.parents] & ~edges.is_over & (edges.children >= 0)
    removed = np.flatnonzero(is_removed & ~kept[edges.children])
    for edge in removed[np.argsort(values[removed], kind="stable")]:
        parent, child = edges.parents[edge], edges.children[edge]
        proven[parent] &= graph.exact[child]
        if not has_leaf[parent] or values[edge] > leaves["value"][parent]:
            below = graph.leaves[child]
            has_leaf[parent] = True
            leaves[parent] = (
                *(edges.moves[edge], values[edge], below["depth"] + 1),
                *(below["selectivity"], 0),
            )
    leaves["exact"][has_leaf] = proven[has_leaf]
    return Graph(graph.positions[kept], leaves[kept], graph.size, graph.rules, graph.results)
