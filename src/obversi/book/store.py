"""The working copy of a book while it grows: an SQLite file that survives a killed process."""

import json
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from obversi import batch
from obversi.batch import Positions
from obversi.board import Board
from obversi.book.file import SQLITE, is_compact
from obversi.book.graph import UNKNOWN, Graph, Leaves, Results, no_results, sort_order
from obversi.errors import InputError
from obversi.rules import Rules, checked_rules
from obversi.size import checked_size
from obversi.sqlite_file import (
    ProcessLock,
    Schema,
    explain_damage,
    explain_errors,
    open_database,
    transaction,
)

_SCHEMA = Schema(
    application=0x4F42424B,
    version=1,
    tables=(
        "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
        """CREATE TABLE positions (
            own INTEGER NOT NULL, opp INTEGER NOT NULL,
            move INTEGER NOT NULL, value INTEGER NOT NULL, depth INTEGER NOT NULL,
            selectivity INTEGER NOT NULL, exact INTEGER NOT NULL,
            PRIMARY KEY (own, opp)
        ) WITHOUT ROWID""",
    ),
    content="a growing book",
)
# Only books that played games have this table.
_RESULTS_TABLE = """CREATE TABLE IF NOT EXISTS results (
    own INTEGER NOT NULL, opp INTEGER NOT NULL,
    games INTEGER NOT NULL, half_points INTEGER NOT NULL,
    PRIMARY KEY (own, opp)
) WITHOUT ROWID"""

_ADD = f"INSERT OR IGNORE INTO positions VALUES (?, ?, {UNKNOWN}, 0, 0, 0, 0)"
_FORGET = f"UPDATE positions SET move = {UNKNOWN} WHERE own = ? AND opp = ?"
_UPDATE = (
    "UPDATE positions SET move = ?, value = ?, depth = ?, selectivity = ?, exact = ? "
    "WHERE own = ? AND opp = ?"
)
_REPLACE = "INSERT OR REPLACE INTO positions VALUES (?, ?, ?, ?, ?, ?, ?)"
_ADD_RESULT = (
    "INSERT INTO results VALUES (?, ?, ?, ?) ON CONFLICT (own, opp) DO UPDATE SET "
    "games = games + excluded.games, half_points = half_points + excluded.half_points"
)
_SIGN = 1 << 63


class Searched(NamedTuple):
    """The leaf of a position, as a search found it."""

    own: int
    opp: int
    move: int
    value: int
    depth: int
    selectivity: int
    exact: bool


class BookStore:
    """The positions of a growing book, and its settings."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Use an open file: call `create` or `open`."""
        self.path = path
        self._connection = connection
        self._lock: ProcessLock | None = None
        with explain_errors(path):
            rows = connection.execute("SELECT name, value FROM settings").fetchall()
        with explain_damage(path, "a setting"):
            self.settings: dict[str, Any] = {name: json.loads(value) for name, value in rows}
            checked_size(self.size)
            checked_rules(self.rules)

    @classmethod
    def create(cls, path: Path, size: int, rules: Rules, settings: dict[str, Any]) -> Self:
        """Make a file with the start of a game, which is to be searched; lock it."""
        if path.exists():
            raise InputError(f"{path} exists already: choose another name, or let it grow")
        settings = {"size": checked_size(size), "rules": checked_rules(rules)} | settings
        start = batch.canonical(batch.from_boards([Board(size, rules)]), size)
        connection = open_database(path, _SCHEMA, create=True, synchronous="NORMAL")
        try:
            with transaction(connection, path):
                connection.executemany(
                    "INSERT INTO settings VALUES (?, ?)",
                    [(name, json.dumps(value)) for name, value in settings.items()],
                )
                connection.executemany(_ADD, _signed(start))
            store = cls(path, connection)
            store.lock()
        except BaseException:
            connection.close()
            raise
        return store

    @classmethod
    def open(cls, path: Path, *, writing: bool = False) -> Self:
        """Open a file; to write, lock it so that no other process does."""
        with suppress(OSError), path.open("rb") as file:
            if is_compact(file.read(len(SQLITE))):
                raise InputError(
                    f"{path} is a compact file: make a working copy with obversi book import"
                )
        connection = open_database(
            path, _SCHEMA, create=False, read_only=not writing, synchronous="NORMAL"
        )
        try:
            store = cls(path, connection)
            if writing:
                store.lock()
        except BaseException:
            connection.close()
            raise
        return store

    def lock(self) -> None:
        """Keep other processes from writing."""
        lock = self.path.with_name(f"{self.path.name}.lock")
        self._lock = ProcessLock(lock, f"another process lets {self.path} grow")

    @property
    def size(self) -> int:
        """The squares along an edge of the boards."""
        return int(self.settings["size"])

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return checked_rules(self.settings["rules"])

    def set(self, **settings: Any) -> None:
        """Store settings."""
        with transaction(self._connection, self.path) as connection:
            connection.executemany(
                "INSERT OR REPLACE INTO settings VALUES (?, ?)",
                [(name, json.dumps(value)) for name, value in settings.items()],
            )
        self.settings |= settings

    def add(self, positions: Positions, forgotten: Positions | None = None) -> int:
        """Add positions whose leaves are to be searched, and return how many are new.

        The same transaction marks the leaves of `forgotten` positions to be searched again.
        """
        rows = _signed(batch.canonical(positions, self.size))
        with transaction(self._connection, self.path) as connection:
            if forgotten is not None:
                connection.executemany(_FORGET, _signed(forgotten))
            before = connection.total_changes
            connection.executemany(_ADD, rows)
            return connection.total_changes - before

    def update(self, found: Iterable[Searched]) -> None:
        """Store leaves of positions."""
        rows = [
            (*leaf[2:6], int(leaf.exact), _signed_number(leaf.own), _signed_number(leaf.opp))
            for leaf in found
        ]
        with transaction(self._connection, self.path) as connection:
            connection.executemany(_UPDATE, rows)

    def add_results(self, results: NDArray[np.void]) -> None:
        """Add the results of games to those that are stored."""
        with transaction(self._connection, self.path) as connection:
            self._add_results(connection, results)

    def _add_results(self, connection: sqlite3.Connection, results: NDArray[np.void]) -> None:
        if not len(results):
            return
        rows = [
            (_signed_number(own), _signed_number(opp), games, half_points)
            for own, opp, games, half_points in results.tolist()
        ]
        connection.execute(_RESULTS_TABLE)
        connection.executemany(_ADD_RESULT, rows)

    def results(self) -> NDArray[np.void]:
        """Read the results of the games that were played with the book."""
        with explain_errors(self.path):
            has_table = self._connection.execute(
                "SELECT name FROM sqlite_master WHERE name = 'results'"
            ).fetchone()
            if has_table is None:
                return no_results()
            rows = self._connection.execute("SELECT * FROM results").fetchall()
        with explain_damage(self.path, "a result"):
            table = np.array([tuple(row) for row in rows], np.int64).reshape(-1, 4)
            found = np.zeros(len(table), Results)
            for name, column in zip(Results.names or (), table.T, strict=True):
                found[name] = column.view(np.uint64)
                if not np.array_equal(found[name], column.view(np.uint64)):
                    raise ValueError(f"the number of {name} is too large")
        return found[np.lexsort((found["opp"], found["own"]))]

    def replace(self, graph: Graph) -> None:
        """Replace all that is stored by the positions, leaves and results of a graph."""
        leaves = [graph.leaves[name].tolist() for name in Leaves.names or ()]
        with transaction(self._connection, self.path) as connection:
            connection.execute("DELETE FROM positions")
            rows = zip(*zip(*_signed(graph.positions), strict=True), *leaves, strict=True)
            connection.executemany(_REPLACE, rows)
            connection.execute("DROP TABLE IF EXISTS results")
            self._add_results(connection, graph.results)

    def graph(self, *, searched: bool = False) -> Graph:
        """Read all positions; with `searched` without those that are still to be searched."""
        with explain_errors(self.path):
            rows = self._connection.execute("SELECT * FROM positions").fetchall()
        with explain_damage(self.path, "a position"):
            table = np.array([tuple(row) for row in rows], np.int64).reshape(-1, 7)
            positions = np.ascontiguousarray(table[:, :2]).view(np.uint64)
            if not np.array_equal(batch.canonical(positions, self.size), positions):
                raise ValueError("it is another image than the canonical one")
            leaves = np.zeros(len(table), Leaves)
            for name, column in zip(Leaves.names or (), table[:, 2:].T, strict=True):
                leaves[name] = column
                if not np.array_equal(leaves[name], column):
                    raise ValueError(f"the {name} is too large")
        order = sort_order(positions)
        graph = Graph(positions[order], leaves[order], self.size, self.rules, self.results())
        return graph.without_unknown() if searched else graph

    def close(self) -> None:
        """Close the file and release the lock."""
        self._connection.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _signed(positions: Positions) -> list[list[int]]:
    # SQLite has no unsigned numbers.
    rows: list[list[int]] = np.ascontiguousarray(positions, np.uint64).view(np.int64).tolist()
    return rows


def _signed_number(bits: int) -> int:
    return bits - (1 << 64) if bits & _SIGN else bits
