"""The tables of a server's games, and how another program's database is told from one.

A move is a row of its own, so that to store one is a small thing. Whoever changes a table changes
the version.
"""

import sqlite3
from pathlib import Path
from typing import Final

from obversi.errors import ObversiError

__all__ = ["APPLICATION", "VERSION", "check", "prepare"]

# "Obvg": what SQLite's header says of whose file it is.
APPLICATION: Final = 0x4F627667
VERSION: Final = 1

_TABLES: Final = (
    """
    CREATE TABLE game (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        created TEXT NOT NULL,      -- UTC
        rules TEXT NOT NULL,
        position TEXT NOT NULL,     -- a board text, before the first move
        opening INTEGER NOT NULL,   -- moves that were there when it began
        black TEXT,                 -- a name or a description; none has come yet
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
        ending TEXT                 -- in words
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
)


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables in an empty database; one that is not of this program stays as it is."""
    is_empty = _is_empty(connection)
    if not is_empty:
        check(connection, path)
    # What is stored outlives the process, however that ends; the power may take the last moves.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    if is_empty:
        connection.execute("BEGIN IMMEDIATE")
        for table in _TABLES:
            connection.execute(table)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a database that is not of this program, without changing it."""
    if _is_empty(connection):
        raise ObversiError(f"{path} cannot be used: it is empty, and no file of a server's games")
    if _number(connection, "application_id") != APPLICATION:
        raise ObversiError(
            f"{path} cannot be used: it is a database of another program, not of a server's games"
        )
    version = _number(connection, "user_version")
    if version != VERSION:
        age = "a newer" if version > VERSION else "an older"
        raise ObversiError(
            f"{path} cannot be used: it is from {age} version of obversi "
            f"(tables {version}, here {VERSION}); take another file, or that version"
        )


def _is_empty(connection: sqlite3.Connection) -> bool:
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return tables == 0 and _number(connection, "application_id") == 0


def _number(connection: sqlite3.Connection, name: str) -> int:
    """Return one of the numbers in the header of the file."""
    number: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return number
