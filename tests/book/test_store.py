"""The working copy of a book: an SQLite file."""

import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from book.slow_books import NOT_SEARCHED, Key, Leaf, SlowBook, key_of, random_book

import obversi as ob
from obversi import Board, batch
from obversi.book.graph import PASS, UNKNOWN
from obversi.book.store import BookStore, Searched
from obversi.errors import InputError, ObversiError
from obversi.rules import RULES, Rules
from obversi.sqlite_file import StorageError

GAMES = [(size, rules, seed) for size in ob.SIZES for rules in RULES for seed in range(2)]
HIGHEST = 1 << 63


@pytest.fixture
def store(tmp_path: Path) -> Iterator[BookStore]:
    with BookStore.create(tmp_path / "a.db", 8, "normal", {"depth": 5}) as created:
        yield created


def leaves_of(store: BookStore) -> dict[Key, Leaf]:
    return SlowBook.of(store.graph()).leaves


def random_boards(size: int, rules: Rules, count: int) -> list[Board]:
    """Return unfinished positions of random games."""
    boards: list[Board] = []
    random = Random(count)
    while len(boards) < count:
        board = Board(size, rules)
        for _ in range(random.randint(1, size**2 - 6)):
            if not board.is_over:
                board.push(random.choice(board.legal_moves))
        if not board.is_over:
            boards.append(board)
    return boards


# Positions and leaves


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", ob.SIZES)
def test_a_new_file_has_the_start(tmp_path: Path, size: int, rules: Rules) -> None:
    path = tmp_path / "a.db"
    with BookStore.create(path, size, rules, {"depth": 5}) as store:
        assert (store.size, store.rules, store.path) == (size, rules, path)
    with BookStore.open(path) as store:
        assert (store.size, store.rules) == (size, rules)
        assert store.settings == {"size": size, "rules": rules, "depth": 5}
        assert leaves_of(store) == {key_of(Board(size, rules)): NOT_SEARCHED}
        assert store.graph().pending.tolist() == [0]
        assert len(store.graph(searched=True)) == 0


def test_positions_are_added_once_whatever_their_image(store: BookStore) -> None:
    boards = random_boards(8, "normal", 40)
    different = {key_of(board) for board in boards}
    assert store.add(batch.from_boards(boards)) == len(different)
    turned = [board.transform(place % 8) for place, board in enumerate(boards)]
    assert store.add(batch.from_boards(turned)) == 0
    assert store.add(np.zeros((0, 2), np.uint64)) == 0
    expected = dict.fromkeys(different | {key_of(Board())}, NOT_SEARCHED)
    assert leaves_of(store) == expected


def test_numbers_beyond_the_signed_ones(store: BookStore) -> None:
    boards = random_boards(8, "normal", 300)
    keys = {key_of(board) for board in boards}
    # Canonical positions have h8 last: both columns need examples.
    full = (HIGHEST | 1, 1 << 62 | 2), (1, HIGHEST | 2), (HIGHEST | 2, HIGHEST >> 1)
    keys |= {key_of(batch.to_board(np.array(bits, np.uint64))) for bits in full}
    assert any(own & HIGHEST for own, _ in keys)
    assert any(opp & HIGHEST for _, opp in keys)
    store.add(np.array(sorted(keys), np.uint64))
    found = [
        Searched(
            *key, move=place % PASS, value=place % 100 - 50, depth=3, selectivity=73, exact=True
        )
        for place, key in enumerate(sorted(keys))
    ]
    store.update(found)
    graph = store.graph()
    assert graph.positions.tolist() == [list(key) for key in sorted({*keys, key_of(Board())})]
    leaves = leaves_of(store)
    assert {key: leaves[key] for key in keys} == {
        (leaf.own, leaf.opp): Leaf(*leaf[2:]) for leaf in found
    }
    nothing = np.zeros((0, 2), np.uint64)
    assert store.add(nothing, forgotten=np.array(sorted(keys)[::2], np.uint64)) == 0
    assert {key for key, leaf in leaves_of(store).items() if leaf.move == UNKNOWN} == {
        *sorted(keys)[::2],
        key_of(Board()),
    }


def test_adding_again_keeps_the_leaf(store: BookStore) -> None:
    key = key_of(Board())
    leaf = Searched(*key, move=19, value=-64, depth=60, selectivity=100, exact=True)
    store.update([leaf])
    store.add(batch.starts(1))
    assert leaves_of(store) == {key: Leaf(*leaf[2:])}


def test_what_is_not_there_is_not_updated(store: BookStore) -> None:
    before = leaves_of(store)
    store.update([Searched(1, 2, 3, 4, 5, 6, True)])
    assert leaves_of(store) == before


@pytest.mark.parametrize(("size", "rules", "seed"), GAMES)
def test_a_graph_replaces_everything(tmp_path: Path, size: int, rules: Rules, seed: int) -> None:
    path = tmp_path / "a.db"
    book = random_book(size, rules, seed, with_pending=True)
    with BookStore.create(path, size, rules, {}) as store:
        for each in (random_book(size, rules, 99), book):
            store.replace(each.graph())
    with BookStore.open(path) as store:
        assert leaves_of(store) == book.leaves
        graph = store.graph()
        assert graph.positions.tolist() == [list(key) for key in sorted(book.leaves)]


def test_an_empty_graph_leaves_nothing(store: BookStore) -> None:
    store.replace(SlowBook(8, "normal", {}).graph())
    assert len(store.graph()) == len(store.graph(searched=True)) == 0


def test_settings_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with BookStore.create(path, 6, "reversed", {"depth": 5}) as store:
        store.set(depth=7, strict=2.5, note="made by hand")
    with BookStore.open(path) as store:
        expected = {"depth": 7, "strict": 2.5, "note": "made by hand"}
        assert store.settings == {"size": 6, "rules": "reversed"} | expected


# Positions that are still to be searched


@pytest.mark.parametrize(("size", "rules", "seed"), GAMES)
def test_searched_positions_are_consistent(
    tmp_path: Path, size: int, rules: Rules, seed: int
) -> None:
    book = random_book(size, rules, seed, with_pending=True)
    with BookStore.create(tmp_path / "a.db", size, rules, {}) as store:
        store.replace(book.graph())
        graph = store.graph(searched=True)
    searched = SlowBook.of(graph)
    assert set(searched.leaves) < set(book.leaves)
    assert all(book.leaves[key] == leaf for key, leaf in searched.leaves.items())
    assert (graph.leaves["move"][graph.pending] != UNKNOWN).all()
    most = size**2
    assert all(-most <= value <= most for value in graph.values.tolist())
    assert graph.values.tolist() == [searched.value(board) for board in searched.boards()]
    assert graph.exact.tolist() == [searched.is_exact(board) for board in searched.boards()]
    read = searched.book(tmp_path / "a.obb")
    assert [read.value(board) for board in searched.boards()] == graph.values.tolist()


# Two processes


def test_a_second_writer_is_rejected(store: BookStore) -> None:
    message = f"another process lets {store.path} grow"
    with pytest.raises(StorageError, match=re.escape(message)):
        BookStore.open(store.path, writing=True)
    store.set(depth=9)
    with BookStore.open(store.path) as reader:
        assert reader.settings["depth"] == 9
        assert len(reader.graph()) == 1
    store.close()
    with BookStore.open(store.path, writing=True) as writer:
        writer.set(depth=10)
    with BookStore.open(store.path, writing=True) as writer:
        assert writer.settings["depth"] == 10


HOLD = """
import sys
from pathlib import Path
from obversi.book.store import BookStore
with BookStore.open(Path(sys.argv[1]), writing=True):
    print("open", flush=True)
    sys.stdin.read()
"""


def test_another_process_is_named_and_its_death_frees_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    BookStore.create(path, 4, "normal", {}).close()
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        with pytest.raises(StorageError, match=rf"another process .*\b{holder.pid}\b"):
            BookStore.open(path, writing=True)
        holder.kill()
        holder.wait()
        with BookStore.open(path, writing=True) as store:
            assert len(store.graph()) == 1


def test_a_reader_cannot_write(store: BookStore) -> None:
    with BookStore.open(store.path) as reader:
        for change in (
            lambda: reader.set(depth=1),
            lambda: reader.add(batch.starts(1)),
            lambda: reader.replace(reader.graph()),
        ):
            with pytest.raises(InputError, match=rf"{re.escape(str(store.path))} .*read-only"):
                change()


# Other files


def test_a_file_is_not_replaced(store: BookStore) -> None:
    with pytest.raises(InputError, match=rf"{re.escape(str(store.path))} exists already"):
        BookStore.create(store.path, 8, "normal", {})
    assert len(store.graph()) == 1


@pytest.mark.parametrize(("size", "rules"), [(5, "normal"), (8, "chess")])
def test_a_bad_game_leaves_no_file(tmp_path: Path, size: int, rules: Rules) -> None:
    with pytest.raises(InputError, match=rf"{size}|{rules}"):
        BookStore.create(tmp_path / "a.db", size, rules, {})
    assert list(tmp_path.iterdir()) == []


def test_where_no_file_can_be(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no folder"):
        BookStore.create(tmp_path / "missing" / "a.db", 8, "normal", {})
    with pytest.raises(InputError, match="there is no such file"):
        BookStore.open(tmp_path / "a.db")
    with pytest.raises(InputError, match="it is a folder"):
        BookStore.open(tmp_path)
    assert list(tmp_path.iterdir()) == []


def changed(path: Path, *statements: str) -> Path:
    """Change a working copy with SQLite itself."""
    connection = sqlite3.connect(path)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()
    return path


@pytest.mark.parametrize("writing", [False, True])
@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("PRAGMA user_version = 99", "it is from a newer version of obversi"),
        ("PRAGMA application_id = 7", "it is a database of another program"),
        ("DROP TABLE settings", "no such table"),
        ("DELETE FROM settings", "a setting in "),
        ("DELETE FROM settings WHERE name = 'rules'", "a setting in "),
        ("UPDATE settings SET value = '{' WHERE name = 'size'", "a setting in "),
        ("UPDATE settings SET value = '5' WHERE name = 'size'", "a setting in "),
        ("UPDATE settings SET value = '\"chess\"' WHERE name = 'rules'", "a setting in "),
    ],
)
def test_a_file_that_is_no_book_is_named(
    tmp_path: Path, statement: str, reason: str, writing: bool
) -> None:
    path = tmp_path / "a.db"
    BookStore.create(path, 8, "normal", {}).close()
    changed(path, statement)
    with pytest.raises(ObversiError, match=re.escape(reason)) as error:
        BookStore.open(path, writing=writing)
    assert str(path) in str(error.value)
    assert [file.name for file in tmp_path.iterdir()] == ["a.db"]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE positions SET value = 'much'",
        "UPDATE positions SET value = 300",
        "UPDATE positions SET own = 1, opp = 1",
        "UPDATE positions SET own = 1, opp = 1 << 63",
        "UPDATE positions SET own = opp, opp = own",
        "UPDATE positions SET own = 1 << 40",
    ],
)
def test_damaged_positions_are_named(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "a.db"
    BookStore.create(path, 4, "normal", {}).close()
    changed(path, statement)
    with (
        BookStore.open(path) as store,
        pytest.raises(ObversiError, match=f"a position in {re.escape(str(path))} is damaged"),
    ):
        store.graph()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it is empty"),
        (b"f5d6c3\n" * 100, "it is not a database"),
        (b"SQLite format 3\0" + b"?" * 4000, "it is not a database"),
    ],
)
def test_garbage_is_named(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "a.db"
    path.write_bytes(content)
    with pytest.raises(ObversiError, match=f"{re.escape(str(path))} cannot be used: {reason}"):
        BookStore.open(path)


def test_a_truncated_or_overwritten_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with BookStore.create(path, 8, "normal", {}) as store:
        store.replace(random_book(8, "normal", 1, count=400).graph())
    content = path.read_bytes()
    assert len(content) > 3 * 4096
    for damaged in (content[: 4096 + 100], content[:4096] + b"?" * (len(content) - 4096)):
        path.write_bytes(damaged)
        with (
            pytest.raises(ObversiError, match=f"{re.escape(str(path))} cannot be used"),
            BookStore.open(path) as store,
        ):
            store.graph()
