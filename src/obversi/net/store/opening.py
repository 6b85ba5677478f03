"""How a file of games is opened, to serve it or to read it; one that is refused stays as it was."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from obversi.net.store.schema import check, prepare

__all__ = ["opened_to_read", "opened_to_serve"]

# So long, in seconds, one who opens a file waits for another process that has locked it.
_PATIENCE: Final = 5.0

# But while a server waits nobody is heard: it rather tells that something cannot be stored.
_SERVING_MILLISECONDS: Final = 20


def opened_to_serve(path: Path) -> sqlite3.Connection:
    """Open a file, or make it, to write games into."""
    connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
    with _closed_if_refused(connection):
        prepare(connection, path)
        connection.execute(f"PRAGMA busy_timeout = {_SERVING_MILLISECONDS}")
    return connection


def opened_to_read(path: Path) -> sqlite3.Connection:
    """Open a file that is there, to change nothing."""
    # In its mode for reading SQLite leaves files of its own beside one that nobody serves.
    address = f"{path.resolve().as_uri()}?mode=rw"
    connection = sqlite3.connect(address, uri=True, timeout=_PATIENCE, isolation_level=None)
    with _closed_if_refused(connection):
        connection.execute("PRAGMA query_only = ON")
        check(connection, path)
    return connection


@contextmanager
def _closed_if_refused(connection: sqlite3.Connection) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise
