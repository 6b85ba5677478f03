"""The tables of a server in a SQLite file, which one process serves."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from obversi.errors import InputError
from obversi.sqlite_file import (
    ProcessLock,
    Schema,
    StorageError,
    explain_errors,
    migrate,
    open_database,
    transaction,
)

# Seconds to wait for another process that has locked the file when it is opened.
_OPEN_SECONDS = 5.0

# A server cannot answer while it waits, so it soon reports that something cannot be stored.
_SERVING_MILLISECONDS = 20


class SqliteTables:
    """A file of tables; what a transaction has written survives a crash of the process."""

    def __init__(
        self, path: Path | None, schema: Schema, *, to_serve: bool, alone: bool, synchronous: str
    ) -> None:
        """Open or create a file; None is one in memory. See `open_tables`."""
        self._path = Path(":memory:") if path is None else path
        if path is not None and not path.parent.is_dir():
            raise InputError(f"{path} cannot be used: there is no folder {path.parent}")
        needs_lock = path is not None and to_serve and alone
        self._lock = _serving_lock(self._path.resolve()) if needs_lock else None
        try:
            self.connection = open_database(
                path,
                schema,
                create=to_serve,
                read_only=not to_serve,
                timeout=_OPEN_SECONDS,
                synchronous=synchronous,
            )
        except BaseException:
            if self._lock is not None:
                self._lock.release()
            raise
        # The device and the inode number of each file; None if the files are not checked.
        self._files: dict[Path, tuple[int, int]] | None = None
        try:
            if needs_lock:
                self._files = {self._path: _identity(self._path.stat())}
            if to_serve:
                with self.writing():
                    migrate(self.connection, schema)
                self.connection.execute(f"PRAGMA busy_timeout = {_SERVING_MILLISECONDS}")
        except BaseException:
            self.close()
            raise

    @property
    def label(self) -> str:
        """The file."""
        return str(self._path)

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Commit what the block writes, if the files of this store are still in their place.

        SQLite would write to removed files without an error, and all would be lost at the end.
        """
        with transaction(self.connection, self._path) as connection:
            yield connection
            if self._files is not None:
                self._check_files(self._files)

    def rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        """Return the rows of a query."""
        with explain_errors(self._path):
            return self.connection.execute(query, values).fetchall()

    def used_bytes(self, table: str) -> int:  # noqa: ARG002 -- a file has the space of all
        """Return the space of all tables."""
        pages = self._number("page_count") - self._number("freelist_count")
        return pages * self._number("page_size")

    def close(self) -> None:
        """Close the file."""
        with explain_errors(self._path):
            self.connection.close()
        if self._lock is not None:
            self._lock.release()

    def discard(self) -> None:
        """Close the file and remove it, before another server can use it."""
        with explain_errors(self._path):
            self.connection.close()
            self._path.unlink()
        self.close()

    def _number(self, pragma: str) -> int:
        number: int = self.connection.execute(f"PRAGMA {pragma}").fetchone()[0]
        return number

    def _check_files(self, files: dict[Path, tuple[int, int]]) -> None:
        for path in (self._path, self._path.with_name(f"{self._path.name}-wal")):
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
    """Lock a file against other servers."""
    path = database.with_name(f"{database.name}-serving")
    return ProcessLock(path, f"{database} is served by another process")
