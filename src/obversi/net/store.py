"""The store of a server: a SQLite file of games, in which each change is one short transaction."""

import os
import sqlite3
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self

from obversi.errors import InputError, ObversiWarning
from obversi.formats.record import GameRecord
from obversi.net.person_games import PERSON_GAME_TABLES, PersonGames
from obversi.net.persons import PERSON_TABLE, PersonStore
from obversi.net.ratings import RATING_TABLE, RatingStore, RatingUpdate
from obversi.net.stored_game import (
    GameOutcome,
    StoredGame,
    StoredMove,
    StoredSeat,
    game_of_rows,
    move_values,
    outcome_values,
    row_of_game,
    seat_values,
)
from obversi.sqlite_file import (
    DamageError,
    ProcessLock,
    Schema,
    StorageError,
    explain_damage,
    explain_errors,
    migrate,
    open_database,
    transaction,
)

__all__ = ["SCHEMA", "GameStore"]

# The games of a person.
_PERSON_INDEXES: Final = (
    "CREATE INDEX black_persons ON game (black_person) WHERE black_person IS NOT NULL",
    "CREATE INDEX white_persons ON game (white_person) WHERE white_person IS NOT NULL",
)

_TABLES: Final = (
    PERSON_TABLE,
    """
    CREATE TABLE game (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        created TEXT NOT NULL,      -- UTC
        rules TEXT NOT NULL,
        position TEXT NOT NULL,     -- a board text, before the first move
        opening INTEGER NOT NULL,   -- the number of moves before it began
        black TEXT,                 -- a name or a description; NULL while the seat is free
        white TEXT,
        black_agent INTEGER NOT NULL,
        white_agent INTEGER NOT NULL,
        black_token BLOB,           -- SHA-256
        white_token BLOB,
        clock REAL,                 -- seconds of a game
        increment REAL,
        private INTEGER NOT NULL,
        flexible INTEGER NOT NULL,
        reason TEXT,                -- why it is over
        winner INTEGER,             -- -1 black, 1 white
        margin INTEGER,
        ending TEXT,                -- the outcome in words
        black_person INTEGER REFERENCES person ON DELETE SET NULL,
        white_person INTEGER REFERENCES person ON DELETE SET NULL,
        rated INTEGER NOT NULL DEFAULT 0,
        black_change INTEGER,       -- of the ratings, by this game
        white_change INTEGER
    )
    """,
    "CREATE INDEX unfinished ON game (number) WHERE reason IS NULL",
    """
    CREATE TABLE move (
        game INTEGER NOT NULL REFERENCES game,
        ply INTEGER NOT NULL,
        move TEXT NOT NULL,
        seconds REAL,
        black_left REAL,
        white_left REAL,
        PRIMARY KEY (game, ply)
    ) WITHOUT ROWID
    """,
    *_PERSON_INDEXES,
    *PERSON_GAME_TABLES,
    RATING_TABLE,
)

# How to get from each older version to the next.
_MIGRATIONS: Final = {
    1: (
        PERSON_TABLE,
        "ALTER TABLE game ADD COLUMN black_person INTEGER REFERENCES person ON DELETE SET NULL",
        "ALTER TABLE game ADD COLUMN white_person INTEGER REFERENCES person ON DELETE SET NULL",
        *_PERSON_INDEXES,
        *PERSON_GAME_TABLES,
    ),
    2: (
        "ALTER TABLE game ADD COLUMN rated INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE game ADD COLUMN black_change INTEGER",
        "ALTER TABLE game ADD COLUMN white_change INTEGER",
        RATING_TABLE,
    ),
}

#: The tables of the file; the application id is "Obvg".
SCHEMA: Final = Schema(0x4F627667, 3, _TABLES, "a server's games", _MIGRATIONS)

# Seconds to wait for another process that has locked the file when it is opened.
_OPEN_SECONDS: Final = 5.0

# A waiting server cannot answer: it rather reports that a game cannot be stored.
_SERVING_MILLISECONDS: Final = 20

# Games are read in parts, so that long exports take little memory.
_PART: Final = 200

# More at once would delay all requests.
_REMOVED_AT_ONCE: Final = 50


def _warn(problem: str) -> None:
    warnings.warn(problem, ObversiWarning, stacklevel=3)


class GameStore:
    """The games of a server; what a call has stored survives a crash of the process."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: ProcessLock | None):
        """Use an open connection; `GameStore.open` makes one."""
        self.path = path
        self._connection = connection
        self._lock = lock
        self._numbers: dict[str, int] = {}  # of unfinished games, by id
        # The device and the number of each file; None if there is nothing to be stored there.
        self._files = None if lock is None else {path: _identity(path.stat())}
        self.persons = PersonStore(self)
        self.person_games = PersonGames(self)
        self.ratings = RatingStore(self)

    @classmethod
    def open(cls, path: str | Path | None, *, to_serve: bool = True) -> Self:
        """Open or create a file; None is a store in memory.

        Only one server may use a file. A reader does not take the lock, and needs an existing file.
        """
        shown = Path(":memory:" if path is None else path)
        if path is not None and not shown.parent.is_dir():
            raise InputError(f"{shown} cannot be used: there is no folder {shown.parent}")
        lock = _serving_lock(shown.resolve()) if path is not None and to_serve else None
        try:
            connection = open_database(
                None if path is None else shown,
                SCHEMA,
                create=to_serve,
                read_only=not to_serve,
                timeout=_OPEN_SECONDS,
                synchronous="NORMAL",
            )
        except BaseException:
            if lock is not None:
                lock.release()
            raise
        store = cls(shown, connection, lock)
        if to_serve:
            store._migrate()
            connection.execute(f"PRAGMA busy_timeout = {_SERVING_MILLISECONDS}")
        return store

    def close(self) -> None:
        """Close the file."""
        with explain_errors(self.path):
            self._connection.close()
        if self._lock is not None:
            self._lock.release()

    def discard(self) -> None:
        """Close the file and remove it, before another server can use it."""
        with explain_errors(self.path):
            self._connection.close()
            self.path.unlink()
        self.close()

    def __enter__(self) -> Self:
        """Return itself, to be closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    # Writing

    def add(self, game: StoredGame) -> None:
        """Add a new game."""
        row = row_of_game(game)
        places = ", ".join(f":{column}" for column in row)
        with self.writing() as connection:
            cursor = connection.execute(
                f"INSERT INTO game ({', '.join(row)}) VALUES ({places})", row
            )
            assert cursor.lastrowid is not None
            self._insert_moves(cursor.lastrowid, 0, game.moves)

    def set_seats(self, id: str, black: StoredSeat | None, white: StoredSeat | None) -> None:
        """Set the players of a game."""
        with self.writing():
            self._update(id, seat_values(black, white, flexible=False))

    def set_person(self, id: str, person: int, colors: Sequence[str]) -> bool:
        """Give seats of a finished game to a person; return whether it is new in its list."""
        with self.writing() as connection:
            self._update(id, {f"{color}_person": person for color in colors})
            [row] = connection.execute("SELECT * FROM game WHERE id = ?", (id,)).fetchall()
            return self.person_games.add(connection, row["number"], self._game(row)) > 0

    def add_moves(
        self,
        id: str,
        ply: int,
        moves: Sequence[StoredMove],
        outcome: GameOutcome | None = None,
        ratings: RatingUpdate | None = None,
    ) -> None:
        """Add moves after a number of plies, and the outcome and new ratings if they end it."""
        with self.writing():
            self._insert_moves(self._number(id), ply, moves)
            if outcome is not None:
                self._end(id, outcome, ratings)
        if outcome is not None:
            self._numbers.pop(id, None)

    def take_back(self, id: str, ply: int) -> None:
        """Remove the moves after a number of plies."""
        with self.writing() as connection:
            connection.execute(
                "DELETE FROM move WHERE game = ? AND ply >= ?", (self._number(id), ply)
            )

    def end(self, id: str, outcome: GameOutcome, ratings: RatingUpdate | None = None) -> None:
        """Set the outcome of a game, and the ratings that it changes."""
        with self.writing():
            self._end(id, outcome, ratings)
        self._numbers.pop(id, None)

    def remove(self, id: str) -> None:
        """Remove a game."""
        with self.writing() as connection:
            number = self._number(id)
            connection.execute("DELETE FROM move WHERE game = ?", (number,))
            connection.execute("DELETE FROM game WHERE number = ?", (number,))
        self._numbers.pop(id, None)

    def remove_oldest(self, most: int, at_once: int = _REMOVED_AT_ONCE) -> int:
        """Remove some finished games before the last `most` games; return their number."""
        query = (
            "SELECT number FROM game WHERE reason IS NOT NULL"
            " AND number <= (SELECT max(number) FROM game) - ? ORDER BY number LIMIT ?"
        )
        old = [(row["number"],) for row in self.rows(query, most, at_once)]
        if old:
            with self.writing() as connection:
                connection.executemany("DELETE FROM move WHERE game = ?", old)
                connection.executemany("DELETE FROM game WHERE number = ?", old)
        return len(old)

    # Reading

    def game(self, id: str) -> StoredGame | None:
        """Return a game by its id, or None."""
        rows = self.rows("SELECT * FROM game WHERE id = ?", id)
        return self._game(rows[0]) if rows else None

    def unfinished(self) -> tuple[list[StoredGame], list[str]]:
        """Return the unfinished games, the oldest first, and the problems of damaged ones."""
        games, problems = [], []
        for row in self.rows("SELECT * FROM game WHERE reason IS NULL ORDER BY number"):
            try:
                games.append(self._game(row))
            except DamageError as error:
                problems.append(str(error))
        return games, problems

    def records(self, on_damage: Callable[[str], None] = _warn) -> Iterator[GameRecord]:
        """Go through all started games, the oldest first, with few of them in memory.

        Damaged games are left out and reported.
        """
        last = -1
        while rows := self.rows(
            "SELECT * FROM game WHERE number > ? AND black IS NOT NULL AND white IS NOT NULL"
            " ORDER BY number LIMIT ?",
            *(last, _PART),
        ):
            for row in rows:
                last = row["number"]
                try:
                    record = self._game(row).record()
                except DamageError as error:
                    on_damage(str(error))
                else:
                    yield record

    # For the stores of other tables

    def rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        """Return the rows of a query."""
        with explain_errors(self.path):
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Commit what the block writes, if it goes to the files that have the names of this store.

        SQLite would write into removed files without an error, and all would be lost at the end.
        """
        with transaction(self._connection, self.path) as connection:
            yield connection
            if self._files is not None:
                self._check_files(self._files)

    # Helpers

    def _migrate(self) -> None:
        try:
            with self.writing() as connection:
                migrate(connection, SCHEMA)
        except BaseException:
            self.close()
            raise

    def _game(self, row: sqlite3.Row) -> StoredGame:
        moves = self.rows("SELECT * FROM move WHERE game = ? ORDER BY ply", row["number"])
        with explain_damage(self.path, f"game {row['id']}"):
            return game_of_rows(row, moves)

    def _end(self, id: str, outcome: GameOutcome, ratings: RatingUpdate | None) -> None:
        """Store an outcome, the ratings, and the game for the persons that have played it."""
        if ratings is not None:
            self.ratings.write(self._connection, ratings)
        self._update(id, outcome_values(outcome))
        [row] = self._connection.execute("SELECT * FROM game WHERE id = ?", (id,)).fetchall()
        if row["black_person"] is not None or row["white_person"] is not None:
            self.person_games.add(self._connection, row["number"], self._game(row))

    def _number(self, id: str) -> int:
        if id not in self._numbers:
            query = "SELECT number FROM game WHERE id = ?"
            rows = self._connection.execute(query, (id,)).fetchall()
            if not rows:
                raise InputError(f"there is no game {id!r} in {self.path}")
            self._numbers[id] = rows[0]["number"]
        return self._numbers[id]

    def _insert_moves(self, number: int, ply: int, moves: Sequence[StoredMove]) -> None:
        self._connection.executemany(
            "INSERT INTO move VALUES (?, ?, ?, ?, ?, ?)", move_values(number, ply, moves)
        )

    def _update(self, id: str, values: Mapping[str, Any]) -> None:
        assignments = ", ".join(f"{column} = :{column}" for column in values)
        self._connection.execute(
            f"UPDATE game SET {assignments} WHERE id = :id", {**values, "id": id}
        )

    def _check_files(self, files: dict[Path, tuple[int, int]]) -> None:
        for path in (self.path, self.path.with_name(f"{self.path.name}-wal")):
            try:
                state = path.stat()
            except OSError as error:
                raise StorageError(f"{path} is gone: nothing more can be stored") from error
            # SQLite creates the second file for the first transaction.
            if files.setdefault(path, _identity(state)) != _identity(state):
                raise StorageError(f"{path} was replaced: nothing more can be stored")


def _identity(state: os.stat_result) -> tuple[int, int]:
    return state.st_dev, state.st_ino


def _serving_lock(database: Path) -> ProcessLock:
    """Lock a file of games against other servers."""
    path = database.with_name(f"{database.name}-serving")
    return ProcessLock(path, f"{database} is served by another process")


def __getattr__(name: str) -> type[GameStore]:
    if name == "Store":
        warnings.warn("Store is now GameStore", DeprecationWarning, stacklevel=2)
        return GameStore
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
