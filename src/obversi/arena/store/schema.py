"""The tables of a database of tournaments, and how another program's database is told from one.

Lists and objects are kept as JSON. `start` is a board text and `moves` the moves after it with
blanks between them, passes written out. Whoever changes a table changes the version, and adds what
makes an older file a newer one. That is done when something is written: to look at a file leaves it
as it is.
"""

import sqlite3
import time
from pathlib import Path
from typing import Final

from obversi.errors import ObversiError

__all__ = ["APPLICATION", "VERSION", "bring_up_to_date", "prepare"]

# "Obve": what SQLite's header says of whose file it is.
APPLICATION: Final = 0x4F627665
VERSION: Final = 2

_SECONDS_BETWEEN_TRIES: Final = 0.02

# An extended code of SQLite says more in its higher bytes.
_PRIMARY: Final = 0xFF

_TABLES: Final = (
    """
    CREATE TABLE tournament (
        number INTEGER PRIMARY KEY,
        name TEXT,
        settings TEXT NOT NULL,     -- JSON
        origin TEXT NOT NULL,       -- of the openings, in words
        created TEXT NOT NULL,      -- UTC
        version TEXT NOT NULL,      -- of obversi
        ended TEXT                  -- why it is over
    )
    """,
    """
    CREATE TABLE agent (
        tournament INTEGER NOT NULL REFERENCES tournament,
        place INTEGER NOT NULL,     -- from 0, as the columns a and b of games have it
        label TEXT NOT NULL,
        description TEXT NOT NULL,
        identity TEXT NOT NULL,     -- JSON: all its options, versions, checksums
        PRIMARY KEY (tournament, place)
    )
    """,
    """
    CREATE TABLE change (
        tournament INTEGER NOT NULL,
        place INTEGER NOT NULL,     -- of the agent
        games INTEGER NOT NULL,     -- that were there when it changed
        what TEXT NOT NULL,         -- is different, in words
        identity TEXT NOT NULL,     -- JSON: as it is since then
        PRIMARY KEY (tournament, place, games),
        FOREIGN KEY (tournament, place) REFERENCES agent
    )
    """,
    """
    CREATE TABLE opening (
        tournament INTEGER NOT NULL REFERENCES tournament,
        place INTEGER NOT NULL,
        start TEXT NOT NULL,
        moves TEXT NOT NULL,
        PRIMARY KEY (tournament, place)
    )
    """,
    """
    CREATE TABLE game (
        tournament INTEGER NOT NULL,
        number INTEGER NOT NULL,
        pair INTEGER NOT NULL,
        round INTEGER NOT NULL,
        a INTEGER NOT NULL,
        b INTEGER NOT NULL,
        a_color INTEGER NOT NULL,   -- -1 black, 1 white
        black TEXT NOT NULL,
        white TEXT NOT NULL,
        rules TEXT NOT NULL,
        start TEXT NOT NULL,
        moves TEXT NOT NULL,
        result INTEGER,             -- the margin of black
        fault TEXT,                 -- why an agent lost a game that was not over
        failed_color INTEGER,       -- whose fault it was
        reason TEXT,                -- what happened, in words
        adjudicated INTEGER NOT NULL,
        date TEXT NOT NULL,
        place TEXT NOT NULL,        -- the machine
        a_limit REAL,
        b_limit REAL,
        seconds_taken REAL NOT NULL,
        overhead REAL NOT NULL,
        move_values TEXT NOT NULL,  -- JSON, as are the others for each move
        move_seconds TEXT NOT NULL,
        clocks TEXT NOT NULL,
        depths TEXT NOT NULL,
        nodes TEXT NOT NULL,
        record_place TEXT NOT NULL,
        tags TEXT NOT NULL,         -- JSON
        exact_values TEXT NOT NULL, -- JSON
        notes TEXT NOT NULL DEFAULT '{}', -- JSON: what the agents tell of the game
        UNIQUE (tournament, number),
        FOREIGN KEY (tournament, a) REFERENCES agent,
        FOREIGN KEY (tournament, b) REFERENCES agent
    )
    """,
)

# What makes tables of a version those of the next one.
_STEPS: Final = {1: ("ALTER TABLE game ADD COLUMN notes TEXT NOT NULL DEFAULT '{}'",)}


def prepare(connection: sqlite3.Connection, path: Path, create: bool, patience: float) -> None:
    """Make the tables in an empty database, or refuse one that is not of this program.

    Others may be making them just now: who has to wait for them does so for `patience` seconds.
    """
    if _is_empty(connection):
        if not create:
            raise ObversiError(f"{path} cannot be used: it is empty")
        _let_readers_read(connection, time.monotonic() + patience)
        _make_tables(connection)
    application = _number(connection, "application_id")
    version = _number(connection, "user_version")
    if application != APPLICATION:
        raise ObversiError(
            f"{path} cannot be used: it is a database of another program, not of tournaments"
        )
    if version != VERSION and version not in _STEPS:
        age = "a newer" if version > VERSION else "an older"
        raise ObversiError(
            f"{path} cannot be used: it is from {age} version of obversi "
            f"(tables {version}, here {VERSION}); take another file, or that version"
        )
    connection.execute("PRAGMA foreign_keys = ON")
    # A game that is told to be stored is on the disk, even if the power fails.
    connection.execute("PRAGMA synchronous = FULL")


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Make the tables of an older version those of this one, in the transaction that is open."""
    for version in range(_number(connection, "user_version"), VERSION):
        for statement in _STEPS[version]:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {version + 1}")


def _let_readers_read(connection: sqlite3.Connection, deadline: float) -> None:
    """Let readers and one writer not wait for each other; it stays so in the file.

    Where two do this at once SQLite does not wait, as it does elsewhere, but refuses it to one.
    """
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            is_busy = error.sqlite_errorcode & _PRIMARY == sqlite3.SQLITE_BUSY
            if not is_busy or time.monotonic() > deadline:
                raise
            time.sleep(_SECONDS_BETWEEN_TRIES)


def _make_tables(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        if _is_empty(connection):  # no other process was quicker
            for table in _TABLES:
                connection.execute(table)
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


def _is_empty(connection: sqlite3.Connection) -> bool:
    tables: int = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return tables == 0 and _number(connection, "application_id") in (0, APPLICATION)


def _number(connection: sqlite3.Connection, name: str) -> int:
    """Return one of the numbers in the header of the file."""
    number: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return number
