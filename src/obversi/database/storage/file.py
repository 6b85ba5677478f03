"""A game database in a SQLite file."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from obversi.database.storage.interface import Mode
from obversi.database.tables import SCHEMA
from obversi.errors import InputError
from obversi.sqlite_file import (
    DamageError,
    ProcessLock,
    explain_errors,
    open_database,
    primary_code,
    transaction,
)

# The size of SQLite's cache while the index is written.
_CACHE_KILOBYTES = 1 << 16


class FileStorage:
    """A file of games; a lock file beside it keeps other writers away."""

    def __init__(self, path: Path, mode: Mode) -> None:
        """Open or create a file. See `open_storage`."""
        if mode == "create" and path.exists():
            raise InputError(f"{path} exists already: choose another name, or add games to it")
        self.path = path
        self._lock: ProcessLock | None = None
        if mode == "read":
            self.connection = open_database(path, SCHEMA, create=False, read_only=True)
            return
        self.connection = open_database(path, SCHEMA, create=mode != "write", synchronous="NORMAL")
        try:
            self._lock = ProcessLock(
                path.resolve().with_name(f"{path.name}.lock"), f"another process writes to {path}"
            )
            self.connection.execute(f"PRAGMA cache_size = -{_CACHE_KILOBYTES}")
        except BaseException:
            self.connection.close()
            raise

    @property
    def label(self) -> str:
        """The file."""
        return str(self.path)

    @property
    def is_writable(self) -> bool:
        """Whether this process may write."""
        return self._lock is not None

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Let the block see one state of the file, even if other processes write meanwhile."""
        with explain_errors(self.path), self._named_damage():
            self.connection.execute("BEGIN")
            try:
                yield self.connection
            finally:
                self.connection.rollback()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Commit what the block writes, or nothing of it."""
        with transaction(self.connection, self.path) as connection, self._named_damage():
            yield connection

    def close(self) -> None:
        """Close the file."""
        try:
            with explain_errors(self.path):
                self.connection.close()
        finally:
            if self._lock is not None:
                self._lock.release()

    @contextmanager
    def _named_damage(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            if primary_code(error) != sqlite3.SQLITE_CORRUPT:
                raise
            raise DamageError(f"{self.path} is damaged") from error
