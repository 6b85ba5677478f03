"""``obversi book``: books as files: merged, converted and pruned."""

import json
from pathlib import Path

import numpy as np
import pytest
from book.commands import SHALLOW, Command, complaint, good, make, make_books
from book.slow_books import Leaf, SlowBook, after, key_of, number_of

import obversi as ob
from obversi import Board, Move
from obversi.book import Book
from obversi.book.editing import read_graph, root_of
from obversi.book.store import BookStore, Searched


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_books(tmp_path_factory.mktemp("books"))


def test_merge(obversi: Command, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "both.db"
    small = tmp_path / "small.db"
    make(small, 6, "normal", 55)
    text = good(obversi("book", "merge", str(out), str(folder / "6.obb"), str(small)))
    both = read_graph(out)
    keys = {
        tuple(key)
        for path in (folder / "6.obb", small)
        for key in read_graph(path).positions.tolist()
    }
    with BookStore.open(out) as store:
        stored = store.graph()
    assert text.startswith(f"{out}: {len(keys)} positions\n")
    assert {tuple(key) for key in stored.positions.tolist()} == keys
    assert len(both) <= len(keys)
    if len(stored.pending):
        assert f"{len(stored.pending)} are to be searched: obversi book grow {out}" in text
    line = complaint(obversi("book", "merge", str(out), str(small)))
    assert f"{out} exists already" in line
    other = tmp_path / "other.db"
    line = complaint(obversi("book", "merge", str(other), str(small), str(folder / "8.obb")))
    assert "books of different games cannot be merged" in line
    assert not other.exists()


def test_what_a_merge_leaves_to_be_searched(obversi: Command, tmp_path: Path) -> None:
    # A leaf of the first book leads to the only other position of the second.
    board = Board(6)
    first = tmp_path / "first.db"
    graph = make(first, 6, "normal", 2)
    child = after(board, board.legal_moves[0])
    slow = SlowBook.of(graph)
    leaf = slow.leaves[key_of(child)]
    later = after(slow.board(key_of(child)), leaf.move)
    answer = later.legal_moves[0]
    stored = slow.board(key_of(later))
    target = key_of(after(later, answer))
    number = next(
        number_of(move) for move in stored.legal_moves if key_of(after(stored, move)) == target
    )
    second = SlowBook(6, "normal", {key_of(later): Leaf(number, 0, 1, 73, False)})
    second.book(tmp_path / "second.obb")
    out = tmp_path / "both.db"
    text = good(obversi("book", "merge", str(out), str(first), str(tmp_path / "second.obb")))
    assert text == (
        f"{out}: 3 positions\n1 are to be searched: obversi book grow {out} --positions 0\n"
    )
    good(obversi("book", "grow", str(out), "--positions", "0", "--depth", "2"))
    with BookStore.open(out) as store:
        assert (len(store.graph()), store.graph().pending.tolist()) == (3, [])


@pytest.mark.parametrize("name", ["book.dat", "book.egbk3", "compact.obb", "UPPER.OBB"])
def test_export_and_import(obversi: Command, folder: Path, tmp_path: Path, name: str) -> None:
    graph = read_graph(folder / "8.db")
    out, again = tmp_path / name, tmp_path / "again.db"
    text = good(obversi("book", "export", str(folder / "8.db"), str(out)))
    assert text == f"{out}: 40 positions, {out.stat().st_size:,} bytes\n"
    assert good(obversi("book", "import", str(out), str(again))) == f"{again}: 40 positions\n"
    found = read_graph(again)
    assert found.positions.tolist() == graph.positions.tolist()
    assert found.values.tolist() == graph.values.tolist()
    # The imported book grows.
    text = good(obversi("book", "grow", str(again), *SHALLOW, "--positions", "45"))
    assert ": 45 positions, 5 of them new, " in text


def test_export_leaves_out_what_is_not_searched(obversi: Command, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    graph = make(path, 8, "normal", 20)
    with BookStore.open(path, writing=True) as store:
        board = Board()
        for move in ("f5", "d6", "c3", "d3", "c4", "f4", "f6"):
            board.push(move)
        store.add(ob.batch.from_boards([board]))
    for name in ("a.obb", "book.dat", "book.egbk3"):
        out = tmp_path / name
        assert ": 20 positions, " in good(obversi("book", "export", str(path), str(out)))
        assert read_graph(out).values.tolist() == graph.values.tolist()


def test_export_names_positions_that_are_still_to_be_searched(
    obversi: Command, tmp_path: Path
) -> None:
    path = tmp_path / "a.db"
    graph = make(path, 8, "normal", 20)
    edges = graph.edges
    into = next(
        edge for edge in np.flatnonzero(edges.children >= 0) if graph.has_leaf[edges.parents[edge]]
    )
    own, opp = map(int, graph.positions[edges.parents[into]])
    with BookStore.open(path, writing=True) as store:
        store.update([Searched(own, opp, int(edges.moves[into]), 0, 2, 73, exact=False)])
    text = good(obversi("book", "export", str(path), str(tmp_path / "a.obb")))
    assert "\n1 of them have moves that are still to be searched\n" in text


def test_a_foreign_book_with_gaps(obversi: Command, tmp_path: Path) -> None:
    """Of one of two positions neither a leaf nor a move is known."""
    path = tmp_path / "book.egbk3"
    start, other = Board(), after(Board(), Move("f5"))
    [own, opp] = start.bits
    rows = own.to_bytes(8, "little") + opp.to_bytes(8, "little")
    rows += bytes([2, 9, 0, 0, 0, 0, 2, 19, 9])
    [own, opp] = after(other, other.legal_moves[0]).bits
    rows += own.to_bytes(8, "little") + opp.to_bytes(8, "little")
    rows += bytes([2, 9, 0, 0, 0, 0, 0, 65, 9])
    path.write_bytes(b"DICUORAGE\x03\x02\0\0\0" + rows)
    out = tmp_path / "a.obb"
    assert ": 1 position, " in good(obversi("book", "export", str(path), str(out)))
    assert Book.open(out).value(start) == 2
    found = json.loads(good(obversi("book", "stats", str(path), "--json")))
    assert (found["positions"], found["start"]) == (1, 2)
    found = json.loads(good(obversi("book", "show", "--book", str(path), "--json")))
    assert found["value"] == 2
    copy = tmp_path / "a.db"
    text = good(obversi("book", "import", str(path), str(copy)))
    assert text.splitlines()[0] == f"{copy}: 2 positions"
    assert "1 are to be searched" in text


@pytest.mark.parametrize("count", [1, 10, 1000])
def test_prune(obversi: Command, folder: Path, tmp_path: Path, count: int) -> None:
    graph = read_graph(folder / "6.db")
    out = tmp_path / "pruned.db"
    options = ("--strict", "3", "--lenient", "1", "--positions", str(count))
    text = good(obversi("book", "prune", str(folder / "6.obb"), str(out), *options))
    assert text == f"{out}: {'1 position' if count == 1 else f'{min(count, 40)} positions'}\n"
    found = read_graph(out)
    assert found.values[root_of(found)] == graph.values[root_of(graph)]
    line = complaint(obversi("book", "prune", str(folder / "6.obb"), str(out), *options))
    assert "exists already" in line
