"""The store of a server: its games, in which each change is one short transaction."""

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol, Self

from obversi.errors import InputError, ObversiWarning
from obversi.formats.record import GameRecord
from obversi.net.person_games import PERSON_GAME_TABLES, PersonGames
from obversi.net.persons import PERSON_TABLE, PersonStore
from obversi.net.ratings import RATING_TABLE, RatingStore, RatingUpdate
from obversi.net.stored_game import (
    GameOutcome,
    StoredMove,
    StoredSeat,
    StoredServerGame,
    game_of_rows,
    move_values,
    outcome_values,
    row_of_game,
    seat_values,
)
from obversi.sql.interface import Place, Row, ServerTables, Statements
from obversi.sql.opening import open_tables
from obversi.sqlite_file import DamageError, Schema, StorageError, explain_damage

# The games of a person.
_PERSON_INDEXES = (
    "CREATE INDEX black_persons ON game (black_person) WHERE black_person IS NOT NULL",
    "CREATE INDEX white_persons ON game (white_person) WHERE white_person IS NOT NULL",
)

_TABLES = (
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
_MIGRATIONS = {
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
SCHEMA = Schema(0x4F627667, 3, _TABLES, "a server's games", _MIGRATIONS)

# Games are read in parts, so that long exports take little memory.
_PART = 200

# More at once would delay all requests.
_REMOVED_AT_ONCE = 50


def _warn(problem: str) -> None:
    warnings.warn(problem, ObversiWarning, stacklevel=3)


class GameLeases(Protocol):
    """Which games this process may change, if several processes share the store."""

    def take(self, statements: Statements, name: str, /) -> None:
        """Take a new game."""

    def check(self, statements: Statements, name: str, /) -> None:
        """Raise an error if another process has a game."""

    def remove(self, statements: Statements, name: str, /) -> None:
        """Forget a game that is removed."""

    def finish(self, name: str, /) -> None:
        """Note that a game is over."""


class GameStore:
    """The games of a server; what a call has stored survives a crash of the process."""

    def __init__(self, tables: ServerTables) -> None:
        """Use open tables; `GameStore.open` makes some."""
        self.tables = tables
        self._numbers: dict[str, int] = {}  # of unfinished games, by id
        self._uncertain: set[str] = set()  # games whose last change may be stored or not
        self.leases: GameLeases | None = None
        self.persons = PersonStore(tables)
        self.person_games = PersonGames(tables)
        self.ratings = RatingStore(tables)

    @classmethod
    def open(cls, place: Place, *, to_serve: bool = True, alone: bool = True) -> Self:
        """Open or create a file, or the tables in a database; None is a store in memory.

        Only one server may use it, except with leases and not `alone`. A reader does not take the
        lock, and needs a store that is there.
        """
        return cls(open_tables(place, SCHEMA, to_serve=to_serve, alone=alone, synchronous="NORMAL"))

    def close(self) -> None:
        """Close the file."""
        self.tables.close()

    def discard(self) -> None:
        """Close the file and remove it, before another server can use it."""
        self.tables.discard()

    def __enter__(self) -> Self:
        """Return itself, to be closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    # Writing

    def add(self, game: StoredServerGame) -> None:
        """Add a new game."""
        row = row_of_game(game)
        places = ", ".join(f":{column}" for column in row)
        with self.tables.writing() as statements:
            added = statements.execute(
                f"INSERT INTO game ({', '.join(row)}) VALUES ({places}) RETURNING number", row
            )
            [new] = added.fetchall()
            _insert_moves(statements, new["number"], 0, game.moves)
            if self.leases is not None:
                self.leases.take(statements, game.id)

    def set_seats(self, id: str, black: StoredSeat | None, white: StoredSeat | None) -> None:
        """Set the players of a game."""
        with self._changing(id) as statements:
            _update(statements, id, seat_values(black, white, flexible=False))

    def set_person(self, id: str, person: int, colors: Sequence[str]) -> bool:
        """Give seats of a finished game to a person; return whether it is new in its list."""
        with self.tables.writing() as statements:
            _update(statements, id, {f"{color}_person": person for color in colors})
            row = _row(statements, id)
            return self.person_games.add(statements, row["number"], self._game(row)) > 0

    def add_moves(
        self,
        id: str,
        ply: int,
        moves: Sequence[StoredMove],
        outcome: GameOutcome | None = None,
        ratings: RatingUpdate | None = None,
    ) -> None:
        """Add moves after a number of plies, and the outcome and new ratings if they end it."""
        with self._changing(id) as statements:
            number = self._number(statements, id)
            if id in self._uncertain:
                _take_back(statements, number, ply)
                if outcome is None:
                    _update(statements, id, outcome_values(None))
            _insert_moves(statements, number, ply, moves)
            if outcome is not None:
                self._end(statements, id, outcome, ratings)
        if outcome is not None:
            self._note_end(id)

    def take_back(self, id: str, ply: int) -> None:
        """Remove the moves after a number of plies."""
        with self._changing(id) as statements:
            _take_back(statements, self._number(statements, id), ply)

    def end(self, id: str, outcome: GameOutcome, ratings: RatingUpdate | None = None) -> None:
        """Set the outcome of a game, and the ratings that it changes."""
        with self._changing(id) as statements:
            self._end(statements, id, outcome, ratings)
        self._note_end(id)

    def remove(self, id: str) -> None:
        """Remove a game."""
        with self._changing(id) as statements:
            number = self._number(statements, id)
            _take_back(statements, number, 0)
            statements.execute("DELETE FROM game WHERE number = ?", (number,))
            if self.leases is not None:
                self.leases.remove(statements, id)
        self._numbers.pop(id, None)

    def remove_oldest(self, most: int, at_once: int = _REMOVED_AT_ONCE) -> int:
        """Remove some finished games before the last `most` games; return their number."""
        query = (
            "SELECT number FROM game WHERE reason IS NOT NULL"
            " AND number <= (SELECT max(number) FROM game) - ? ORDER BY number LIMIT ?"
        )
        old = [(row["number"],) for row in self.tables.rows(query, most, at_once)]
        if old:
            with self.tables.writing() as statements:
                statements.executemany("DELETE FROM move WHERE game = ?", old)
                statements.executemany("DELETE FROM game WHERE number = ?", old)
        return len(old)

    # Reading

    def game(self, id: str) -> StoredServerGame | None:
        """Return a game by its id, or None."""
        rows = self.tables.rows("SELECT * FROM game WHERE id = ?", id)
        return self._game(rows[0]) if rows else None

    def unfinished(self) -> tuple[list[StoredServerGame], list[str]]:
        """Return the unfinished games, the oldest first, and the problems of damaged ones."""
        games, problems = [], []
        for row in self.tables.rows("SELECT * FROM game WHERE reason IS NULL ORDER BY number"):
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
        while rows := self.tables.rows(
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

    # For checks of the store

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query."""
        return self.tables.rows(query, *values)

    def writing(self) -> AbstractContextManager[Statements]:
        """Commit what the block writes, or nothing of it."""
        return self.tables.writing()

    # Helpers

    @contextmanager
    def _changing(self, id: str) -> Iterator[Statements]:
        """Change a game in a transaction.

        If the database is lost just then, it may have stored the change nevertheless.
        """
        try:
            with self.tables.writing() as statements:
                if self.leases is not None:
                    self.leases.check(statements, id)
                yield statements
        except StorageError:
            self._uncertain.add(id)
            raise
        self._uncertain.discard(id)

    def _game(self, row: Row) -> StoredServerGame:
        moves = self.tables.rows("SELECT * FROM move WHERE game = ? ORDER BY ply", row["number"])
        with explain_damage(self.tables.label, f"game {row['id']}"):
            return game_of_rows(row, moves)

    def _end(
        self, statements: Statements, id: str, outcome: GameOutcome, ratings: RatingUpdate | None
    ) -> None:
        """Store an outcome, the ratings, and the game for the persons that have played it."""
        is_new = id not in self._uncertain or _row(statements, id)["reason"] is None
        if ratings is not None and is_new:
            self.ratings.write(statements, ratings)
        _update(statements, id, outcome_values(outcome))
        row = _row(statements, id)
        if row["black_person"] is not None or row["white_person"] is not None:
            self.person_games.add(statements, row["number"], self._game(row))

    def _note_end(self, id: str) -> None:
        self._numbers.pop(id, None)
        if self.leases is not None:
            self.leases.finish(id)

    def _number(self, statements: Statements, id: str) -> int:
        if id not in self._numbers:
            query = "SELECT number FROM game WHERE id = ?"
            rows = statements.execute(query, (id,)).fetchall()
            if not rows:
                raise InputError(f"there is no game {id!r} in {self.tables.label}")
            self._numbers[id] = rows[0]["number"]
        return self._numbers[id]


def _insert_moves(
    statements: Statements, number: int, ply: int, moves: Sequence[StoredMove]
) -> None:
    statements.executemany(
        "INSERT INTO move VALUES (?, ?, ?, ?, ?, ?)", move_values(number, ply, moves)
    )


def _take_back(statements: Statements, number: int, ply: int) -> None:
    statements.execute("DELETE FROM move WHERE game = ? AND ply >= ?", (number, ply))


def _update(statements: Statements, id: str, values: Mapping[str, Any]) -> None:
    assignments = ", ".join(f"{column} = :{column}" for column in values)
    statements.execute(f"UPDATE game SET {assignments} WHERE id = :id", {**values, "id": id})


def _row(statements: Statements, id: str) -> Any:
    [row] = statements.execute("SELECT * FROM game WHERE id = ?", (id,)).fetchall()
    return row
