"""All of a change to a database, or nothing of it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from obversi.arena.store.problems import named_problem

__all__ = ["transaction"]


@contextmanager
def transaction(connection: sqlite3.Connection, path: Path) -> Iterator[sqlite3.Connection]:
    """Write all that the block writes, or nothing; problems name the file."""
    with named_problem(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            # SQLite has ended the transaction itself if the disk is full.
            connection.rollback()
            raise
