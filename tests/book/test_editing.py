"""Books as a whole: read whatever their kind, merged, and pruned."""

import re
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from book.slow_books import (
    NOT_SEARCHED,
    Key,
    Leaf,
    SlowBook,
    after,
    key_of,
    number_of,
    random_book,
)

import obversi as ob
from obversi import Board, Move
from obversi.book import shipped_book
from obversi.book.editing import merged, pruned, read_book, read_graph, root_of
from obversi.book.file import write
from obversi.book.foreign import write_edax, write_egaroucid
from obversi.book.graph import ANY_MOVE, NO_MOVE, UNKNOWN, Graph
from obversi.book.grow import GrowthPlan, grow
from obversi.book.store import BookStore
from obversi.errors import FormatError, InputError, ObversiError
from obversi.rules import RULES, Rules

WEIGHTS = {"strict": 4.0, "lenient": 1.5}
GAMES = [(size, rules, seed) for size in ob.SIZES for rules in RULES for seed in range(3)]
# The first moves of the game, which are legal in the image of the key.
FIRST = sorted(number_of(move) for move in Board(6).legal_moves)


def grown_graph(path: Path, size: int, rules: Rules, count: int = 60) -> Graph:
    plan = GrowthPlan(depth=2, deeper_before=0, solve_empties=6, round=10)
    with BookStore.create(path, size, rules, {}) as store:
        for _ in grow(store, plan, positions=count, threads=2):
            pass
        return store.graph()


def start_with(*leaf: int) -> SlowBook:
    """Return a book of the start of 6×6 with this leaf: move, depth, selectivity, exact."""
    move, depth, selectivity, exact = leaf
    board = Board(6)
    return SlowBook(6, "normal", {key_of(board): Leaf(move, 3, depth, selectivity, bool(exact))})


# Reading


def test_every_kind_of_file_is_read(tmp_path: Path) -> None:
    graph = grown_graph(tmp_path / "a.db", 8, "normal")
    write(tmp_path / "a.obb", graph)
    write_edax(tmp_path / "book.dat", graph)
    write_egaroucid(tmp_path / "book.egbk3", graph)
    for name in ("a.db", "a.obb", "book.dat", "book.egbk3"):
        path = (tmp_path / name).rename(tmp_path / "no ending")
        for found in (read_graph(path), read_book(path).graph()):
            assert (found.size, found.rules) == (8, "normal")
            assert found.positions.tolist() == graph.positions.tolist()
            assert found.values.tolist() == graph.values.tolist()
        path.unlink()


@pytest.mark.parametrize("rules", RULES)
def test_a_working_copy_without_what_is_not_searched(tmp_path: Path, rules: Rules) -> None:
    path = tmp_path / "a.db"
    book = random_book(6, rules, 1, with_pending=True)
    with BookStore.create(path, 6, rules, {}) as store:
        store.replace(book.graph())
        graph = read_graph(path)  # while another process writes
    assert graph.positions.tolist() == book.graph().without_unknown().positions.tolist()
    found = read_book(path)
    assert len(found) == len(graph) < len(book.leaves)
    searched = SlowBook.of(graph)
    for board in searched.boards():
        assert found.value(board) == searched.value(board)


def test_a_foreign_book_without_what_is_not_searched(tmp_path: Path) -> None:
    start = Board()
    leaves = {
        key_of(start): Leaf(NO_MOVE, 0, 9, 100, False),
        key_of(after(start, Move("f5"))): Leaf(NO_MOVE, 0, 9, 100, False),
    }
    path = tmp_path / "book.egbk3"
    graph = SlowBook(8, "normal", leaves).graph()
    # The leaf of the start is there in the second file.
    write_egaroucid(path, Graph(graph.positions[:0], graph.leaves[:0], 8, "normal"))
    content = path.read_bytes()[:10] + (2).to_bytes(4, "little")
    for own, opp in graph.positions.tolist():
        content += own.to_bytes(8, "little") + opp.to_bytes(8, "little")
        content += bytes([0, 9, 0, 0, 0, 0, 0, NO_MOVE, 9])
    path.write_bytes(content)
    assert len(read_graph(path)) == 2
    assert len(read_book(path)) == 0


@pytest.mark.parametrize("content", [b"", b"f5d6c3\n", b"\0" * 100, b"SQLite format 2\0"])
def test_what_is_no_book_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.txt"
    path.write_bytes(content)
    for read in (read_graph, read_book):
        with pytest.raises(FormatError, match=rf"{re.escape(str(path))} is no book: expected one"):
            read(path)


def test_damaged_files_are_named(tmp_path: Path) -> None:
    graph = grown_graph(tmp_path / "a.db", 8, "normal", 5)
    write(tmp_path / "a.obb", graph)
    write_edax(tmp_path / "book.dat", graph)
    write_egaroucid(tmp_path / "book.egbk3", graph)
    for name in ("a.db", "a.obb", "book.dat", "book.egbk3"):
        path = tmp_path / name
        path.write_bytes(path.read_bytes()[:-30])
        with pytest.raises(ObversiError, match=re.escape(str(path))):
            read_graph(path)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    for read in (read_graph, read_book):
        with pytest.raises(FormatError, match=r"missing cannot be read: No such file"):
            read(tmp_path / "missing")
        with pytest.raises(FormatError, match="cannot be read: Is a directory"):
            read(tmp_path)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_the_start_of_a_book(size: int, rules: Rules) -> None:
    book = random_book(size, rules, 2)
    graph = book.graph()
    start = key_of(Board(size, rules))
    assert graph.positions[root_of(graph)].tolist() == list(start)
    leaves = {key: leaf for key, leaf in book.leaves.items() if key != start}
    with pytest.raises(InputError, match="this book does not have the start of the game"):
        root_of(SlowBook(size, rules, leaves).graph())


# Merging


@pytest.mark.few_cases(6)
@pytest.mark.parametrize(("size", "rules", "seed"), GAMES)
def test_all_positions_are_merged(size: int, rules: Rules, seed: int) -> None:
    books = [random_book(size, rules, number, with_pending=True) for number in (seed, seed + 50)]
    graph = merged([book.graph() for book in books])
    both = SlowBook.of(graph)
    keys = set().union(*(book.leaves for book in books))
    assert graph.positions.tolist() == [list(key) for key in sorted(keys)]
    for key, leaf in both.leaves.items():
        candidates = [book.leaves[key] for book in books if key in book.leaves]
        assert leaf in candidates
        # A leaf that leads out of both books is better than none.
        if any(leads_out(both, key, candidate) for candidate in candidates):
            assert leads_out(both, key, leaf)


def leads_out(book: SlowBook, key: Key, leaf: Leaf) -> bool:
    leaves = {**book.leaves, key: leaf}
    board = book.board(key)
    if leaf.move == ANY_MOVE:
        return True
    return SlowBook(book.size, book.rules, leaves).leaf(board) is not None


@pytest.mark.parametrize(
    "better_first",
    [
        # exact before depth, depth before selectivity
        [(FIRST[0], 5, 73, 1), (FIRST[0], 30, 100, 0)],
        [(FIRST[0], 7, 73, 0), (FIRST[1], 6, 100, 0)],
        [(FIRST[0], 6, 95, 0), (FIRST[1], 6, 73, 0)],
        # any leaf before none
        [(FIRST[0], 1, 0, 0), (UNKNOWN, 0, 0, 0)],
        [(FIRST[0], 1, 0, 0), (NO_MOVE, 21, 100, 0)],
        [(ANY_MOVE, 1, 0, 0), (UNKNOWN, 0, 0, 0)],
        [(FIRST[0], 9, 73, 0), (ANY_MOVE, 8, 100, 0)],
    ],
)
def test_the_better_leaf_wins(better_first: Sequence[tuple[int, ...]]) -> None:
    better, worse = (start_with(*leaf) for leaf in better_first)
    for books in ((better, worse), (worse, better), (worse, worse, better, worse)):
        assert SlowBook.of(merged([book.graph() for book in books])).leaves == better.leaves


def test_a_leaf_that_leads_into_the_other_book_loses() -> None:
    # Two moves of White that are no images of each other.
    board = after(Board(6), Board(6).legal_moves[0])
    moves = next(
        pair
        for pair in combinations(board.legal_moves, 2)
        if key_of(after(board, pair[0])) != key_of(after(board, pair[1]))
    )
    key = key_of(board)
    stored = SlowBook(6, "normal", {}).board(key)
    into, out = (
        next(
            number_of(move)
            for move in stored.legal_moves
            if key_of(after(stored, move)) == key_of(after(board, wanted))
        )
        for wanted in moves
    )
    later = key_of(after(board, moves[0]))
    first = SlowBook(6, "normal", {key: Leaf(into, 9, 30, 100, True)})
    second = SlowBook(6, "normal", {key: Leaf(out, 1, 2, 73, False), later: NOT_SEARCHED})
    both = SlowBook.of(merged([first.graph(), second.graph()]))
    assert both.leaves == second.leaves


def test_books_that_grew_are_merged(tmp_path: Path) -> None:
    graphs = []
    for name, strict in (("a.db", 0.0), ("b.db", 50.0)):
        plan = GrowthPlan(depth=2, deeper_before=0, strict=strict, lenient=strict, round=10)
        with BookStore.create(tmp_path / name, 6, "normal", {}) as store:
            for _ in grow(store, plan, positions=50, threads=2):
                pass
            graphs.append(store.graph())
    both = merged(graphs)
    assert max(map(len, graphs)) < len(both) < 100
    assert merged([both, *graphs]).positions.tolist() == both.positions.tolist()
    with BookStore.create(tmp_path / "both.db", 6, "normal", {}) as store:
        store.replace(both)
        *_, last = grow(store, plan, positions=0, threads=2)
        assert last.searched == len(both.pending)
        assert store.graph().pending.tolist() == []
        assert len(store.graph()) == len(both)


def test_one_book_stays_as_it_is() -> None:
    for size, rules, seed in GAMES:
        book = random_book(size, rules, seed, with_pending=True)
        assert SlowBook.of(merged([book.graph()])).leaves == book.leaves


def test_different_games_cannot_be_merged() -> None:
    graphs = [random_book(size, "normal", 1).graph() for size in (6, 8)]
    message = "books of different games cannot be merged: normal 6×6 and normal 8×8"
    with pytest.raises(InputError, match=message):
        merged(graphs)
    with pytest.raises(InputError, match="normal 6×6 and reversed 6×6"):
        merged([graphs[0], random_book(6, "reversed", 1).graph()])


# Pruning


def check_pruned(graph: Graph, count: int) -> Graph:
    """Return a pruned graph; what is kept must be worth the same."""
    found = pruned(graph, count, **WEIGHTS)
    whole, kept = SlowBook.of(graph), SlowBook.of(found)
    start = Board(graph.size, graph.rules)
    assert key_of(start) in kept.leaves
    assert set(kept.leaves) <= set(whole.leaves)
    assert found.pending.tolist() == []
    for board in kept.boards():
        assert kept.value(board) == whole.value(board)
        assert kept.is_exact(board) == whole.is_exact(board)
    # The cheapest are kept, each with a way from the start.
    root = key_of(start)
    costs = {
        key: min(whole.cost(key, root, is_strict, *WEIGHTS.values()) for is_strict in (True, False))
        for key in whole.leaves
    }
    reached = [key for key, cost in costs.items() if cost < float("inf")]
    assert len(kept.leaves) == min(count, len(reached))
    dearest = max(costs[key] for key in kept.leaves)
    assert all(costs[key] >= dearest for key in reached if key not in kept.leaves)
    for key in kept.leaves:
        assert key == root or any(parent in kept.leaves for parent, _ in whole.parents[key])
    return found


@pytest.mark.few_cases(15)
@pytest.mark.parametrize("count", [1, 2, 7, 15, 1000])
@pytest.mark.parametrize(("size", "rules", "seed"), GAMES)
def test_made_up_books_are_pruned(size: int, rules: Rules, seed: int, count: int) -> None:
    check_pruned(random_book(size, rules, seed, count=60).graph(), count)


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", [4, 6])
def test_books_that_grew_are_pruned(tmp_path: Path, size: int, rules: Rules) -> None:
    graph = grown_graph(tmp_path / "a.db", size, rules)
    for count in (1, 5, 30, 60):
        found = check_pruned(graph, count)
        assert len(found) == count
    assert SlowBook.of(found).boards() == SlowBook.of(graph).boards()
    again = pruned(pruned(graph, 30, **WEIGHTS), 5, **WEIGHTS)
    assert again.positions.tolist() == pruned(graph, 5, **WEIGHTS).positions.tolist()
    assert again.values.tolist() == pruned(graph, 5, **WEIGHTS).values.tolist()


@pytest.mark.parametrize("rules", RULES)
def test_a_complete_book_stays_exact(rules: Rules) -> None:
    whole = shipped_book(4, rules)
    assert whole is not None
    found = pruned(whole.graph(), 200, **WEIGHTS)
    assert len(found) == 200
    assert found.pending.tolist() == []
    assert found.exact.all()
    assert found.values[root_of(found)] == whole.value(Board(4, rules))


def test_finished_games_are_left_out() -> None:
    """The move that ends the game is no leaf."""
    boards = [Board(4)]
    random = Random(1)
    while not boards[-1].is_over or len(boards[-2].legal_moves) == 1:
        if boards[-1].is_over:
            boards = [Board(4)]
        boards.append(after(boards[-1], random.choice(boards[-1].legal_moves)))
    book = SlowBook(4, "normal", dict.fromkeys(map(key_of, boards), NOT_SEARCHED))
    for board in map(book.board, map(key_of, boards)):
        numbers = [number_of(move) for move in book.unexpanded(board)]
        leaf = Leaf(numbers[0] if numbers else NO_MOVE, -16, 1, 100, False)
        book.leaves[key_of(board)] = leaf
    graph = book.graph()
    assert graph.pending.tolist() == []
    found = pruned(graph, 1000, **WEIGHTS)
    assert len(found) == len(graph) - 1
    assert found.pending.tolist() == []
    assert found.values[root_of(found)] == graph.values[root_of(graph)]
    assert SlowBook.of(found).value(Board(4)) == graph.values[root_of(graph)]


def test_a_leaf_keeps_what_the_removed_move_had(tmp_path: Path) -> None:
    graph = grown_graph(tmp_path / "a.db", 6, "normal", 2)
    whole = SlowBook.of(graph)
    [leaf] = SlowBook.of(pruned(graph, 1, **WEIGHTS)).leaves.values()
    [below] = (leaf for key, leaf in whole.leaves.items() if key != key_of(Board(6)))
    assert leaf[1:] == (-below.value, below.depth + 1, below.selectivity, False)
    assert Move.from_index(leaf.move) in Board(6).legal_moves


@pytest.mark.parametrize("count", [0, -3])
def test_no_position_is_too_few(count: int) -> None:
    with pytest.raises(InputError, match=f"the number of positions cannot be {count}"):
        pruned(random_book(6, "normal", 1).graph(), count, **WEIGHTS)
