"""SQLite files of this package: opened, checked, migrated, locked, with errors that name the file.

A file is recognised by the application id in its header. `Schema` has the tables of the current
version, and the statements that lead from each older version to the next. Reading an old file
leaves it unchanged: a program that writes calls `migrate` in its transaction.

A file may come from a stranger. One that has more than plain tables is rejected: a view can have
rows without end, and a trigger could write what nobody asked for.
"""

import math
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from obversi.errors import InputError, ObversiError
from obversi.file_lock import lock_file

# A process that checks whether a lock is held has it itself for a moment.
_LOCK_SECONDS = 0.1
_RETRY_SECONDS = 0.01

# Far more than any value that is stored here; SQLite allows a thousand million bytes.
_LONGEST_VALUE = 256 << 20

# Steps of SQLite's machine, which takes some milliseconds for them.
_STEPS_BETWEEN_CHECKS = 100_000

_CAUSES = {
    sqlite3.SQLITE_FULL: "the disk is full; what was stored before is safe",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_BUSY: "it is locked by another process",
    sqlite3.SQLITE_LOCKED: "it is locked by another process",
    sqlite3.SQLITE_NOTADB: "it is not a database",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_INTERRUPT: "it takes too long to read",
    sqlite3.SQLITE_TOOBIG: "a value in it is too long",
    sqlite3.SQLITE_IOERR: "the system cannot read or write it; what was stored before is safe",
}


# The file is not the cause.
_TRANSIENT = (
    *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR),
)


class StorageError(ObversiError):
    """The file cannot be written or locked now: the disk is full, or another process has it."""


class NotFoundError(ObversiError):
    """The database does not contain what was requested."""


class DamageError(ObversiError):
    """A part of a database cannot be understood; other parts may be intact."""


@dataclass(frozen=True, slots=True)
class Schema:
    """The tables of a kind of file; `content` says in an error message what the file is about."""

    application: int
    version: int
    tables: tuple[str, ...]
    content: str
    migrations: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


# Opening


def open_database(
    path: Path | None,
    schema: Schema,
    *,
    create: bool,
    read_only: bool = False,
    timeout: float = 30.0,
    synchronous: str = "FULL",
    longest: int = _LONGEST_VALUE,
) -> sqlite3.Connection:
    """Open a file after a check of its header; an empty or missing one gets the tables if `create`.

    None is a database in memory. `timeout` limits the wait for other processes, in seconds. With
    `synchronous` "FULL" a transaction survives a power failure, with "NORMAL" a crash. No value or
    row may have more than `longest` bytes.
    """
    shown = path or Path(":memory:")
    with explain_errors(shown):
        if path is None:
            connection = sqlite3.connect(":memory:", isolation_level=None)
        else:
            if not create and path.parent.is_dir() and not path.exists():
                raise InputError(f"{path} cannot be used: there is no such file")
            connection = _connect(path, create, timeout)
        try:
            connection.row_factory = sqlite3.Row
            # Invalid UTF-8 must harm one value only, not the whole query.
            connection.text_factory = lambda text: text.decode(errors="replace")
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, longest)
            interruptible(connection)
            if read_only:
                connection.execute("PRAGMA query_only = ON")
            _prepare(connection, shown, schema, create, timeout)
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute(f"PRAGMA synchronous = {synchronous}")
        except BaseException:
            connection.close()
            raise
    return connection


def _connect(path: Path, create: bool, timeout: float) -> sqlite3.Connection:
    # Not "ro" for reading: SQLite would leave its WAL files behind.
    mode = "rwc" if create else "rw"
    if _is_immutable(path):
        # Otherwise SQLite needs to create files beside this one, even for reading.
        mode = "ro&immutable=1"
    return sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={mode}", timeout=timeout, isolation_level=None, uri=True
    )


def _is_immutable(path: Path) -> bool:
    """Whether no process of this user can write the file, and no WAL belongs to it."""
    return (
        path.exists()
        and not os.access(path, os.W_OK)
        and not os.access(path.parent, os.W_OK)
        and not path.with_name(f"{path.name}-wal").exists()
    )


def _prepare(
    connection: sqlite3.Connection, path: Path, schema: Schema, create: bool, timeout: float
) -> None:
    """Create the tables in an empty database; reject one of another program or version."""
    if _is_empty(connection, schema):
        if not create:
            raise InputError(f"{path} cannot be used: it is empty")
        _use_wal(connection, time.monotonic() + timeout)
        _create_tables(connection, schema)
    if _header_number(connection, "application_id") != schema.application:
        raise InputError(
            f"{path} cannot be used: it is a database of another program, not of {schema.content}"
        )
    version = _header_number(connection, "user_version")
    if version != schema.version and version not in schema.migrations:
        age = "a newer" if version > schema.version else "an older"
        raise InputError(
            f"{path} cannot be used: it is from {age} version of obversi "
            f"(tables {version}, here {schema.version}); use another file, or that version"
        )
    if (strange := _strange_part(connection)) is not None:
        raise InputError(
            f"{path} cannot be used: it has {strange}, and files of {schema.content} never do"
        )


def _strange_part(connection: sqlite3.Connection) -> str | None:
    """Return what a file has besides plain tables and indexes, or None."""
    for kind, name, sql in connection.execute("SELECT type, name, sql FROM sqlite_master"):
        if kind not in ("table", "index"):
            return f"the {kind} {name!r}"
        if sql and sql.upper().startswith("CREATE VIRTUAL"):
            return f"the virtual table {name!r}"
    computed = connection.execute(
        "SELECT tables.name AS 'table', columns.name FROM sqlite_master AS tables, "
        "pragma_table_xinfo(tables.name) AS columns "
        "WHERE tables.type = 'table' AND columns.hidden LIMIT 1"
    ).fetchone()
    return None if computed is None else f"the computed column {tuple(computed)!r}"


def interruptible(connection: sqlite3.Connection, seconds: float = math.inf) -> None:
    """Let Ctrl-C end a query, and let the following queries run for at most this time."""
    deadline = time.monotonic() + seconds

    def must_end() -> bool:
        try:
            return time.monotonic() > deadline
        except KeyboardInterrupt:
            # SQLite reports an interruption, whatever is raised here.
            _interrupts.append(None)
            return True

    connection.set_progress_handler(must_end, _STEPS_BETWEEN_CHECKS)


# Ctrl-C that ended a query, until it is raised again.
_interrupts: list[None] = []


def _use_wal(connection: sqlite3.Connection, deadline: float) -> None:
    """Let readers and one writer work at the same time; the file keeps this mode.

    SQLite does not wait here, as it does elsewhere, if another process does the same.
    """
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            is_busy = primary_code(error) == sqlite3.SQLITE_BUSY
            if not is_busy or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_SECONDS)


def _create_tables(connection: sqlite3.Connection, schema: Schema) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        if _is_empty(connection, schema):  # another process may have been faster
            for table in schema.tables:
                connection.execute(table)
            connection.execute(f"PRAGMA application_id = {schema.application}")
            connection.execute(f"PRAGMA user_version = {schema.version}")
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise


def _is_empty(connection: sqlite3.Connection, schema: Schema) -> bool:
    tables: int = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return tables == 0 and _header_number(connection, "application_id") in (0, schema.application)


def _header_number(connection: sqlite3.Connection, name: str) -> int:
    number: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return number


# Writing


@contextmanager
def transaction(connection: sqlite3.Connection, path: Path) -> Iterator[sqlite3.Connection]:
    """Commit everything that the block writes, or nothing of it."""
    with explain_errors(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            # Does nothing where SQLite has ended the transaction itself, as on a full disk.
            connection.rollback()
            raise


def migrate(connection: sqlite3.Connection, schema: Schema) -> None:
    """Bring the tables to the current version, within the open transaction."""
    for version in range(_header_number(connection, "user_version"), schema.version):
        for statement in schema.migrations[version]:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {version + 1}")


# Errors


def primary_code(error: sqlite3.Error) -> int:
    """Return the error code of SQLite without its details, 0 if there is none."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


@contextmanager
def explain_damage(path: Path | str, part: str) -> Iterator[None]:
    """Turn errors of understanding a part of the file into a DamageError that names it."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise DamageError(f"{part} in {path} is damaged: {error}") from error


@contextmanager
def explain_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the system into ours, with the file and the cause."""
    try:
        yield
    except sqlite3.Error as error:
        code = primary_code(error)
        if code == sqlite3.SQLITE_INTERRUPT and _interrupts:
            _interrupts.clear()
            raise KeyboardInterrupt from error
        kind = StorageError if code in _TRANSIENT else InputError
        raise kind(f"{path} cannot be used: {_cause(error, code, path)}") from error
    except UnicodeDecodeError as error:  # the name of a column
        raise InputError(f"{path} cannot be used: it is damaged") from error
    except OSError as error:
        raise InputError(f"{path} cannot be used: {error.strerror or error}") from error


def _cause(error: sqlite3.Error, code: int, path: Path) -> str:
    if code == sqlite3.SQLITE_CANTOPEN:
        try:
            return _opening_problem(path) or str(error)
        except OSError as hidden:
            return hidden.strerror or str(hidden)
    return _CAUSES.get(code, str(error))


def _opening_problem(path: Path) -> str | None:
    """Return why a file cannot be opened, if that is visible."""
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    if path.is_dir():
        return "it is a folder"
    if path.exists() and not os.access(path, os.R_OK):
        return "there is no permission to read it"
    if not os.access(path.parent, os.W_OK):
        return f"there is no permission to write into {path.parent}"
    return None


# Locking


class ProcessLock:
    """A lock file that names the process that holds it; the system frees it when that ends.

    It is a file beside the database, since SQLite locks the database in its own way.
    """

    def __init__(self, path: Path, held: str) -> None:
        """Take the lock, or raise a StorageError: `held`, followed by the id of the process."""
        self._path = path
        try:
            self._file: TextIO | None = _locked(path)
        except BlockingIOError:
            raise StorageError(f"{held}{_process_in(path)}") from None
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror or error}") from error

    def release(self) -> None:
        """Release the lock; a second call does nothing."""
        if self._file is not None:
            with suppress(PermissionError):  # Windows removes no open file, and it may stay
                self._path.unlink(missing_ok=True)
            self._file.close()
            self._file = None


def is_locked(path: Path) -> bool:
    """Whether a process holds the lock of this path."""
    try:
        with path.open("rb") as file:
            lock_file(file, shared=True)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def _locked(path: Path) -> TextIO:
    deadline = time.monotonic() + _LOCK_SECONDS
    while True:
        file = path.open("a", encoding="ascii")
        try:
            lock_file(file)
            if _is_current(file, path):
                file.truncate(0)
                file.write(f"{os.getpid()}\n")
                file.flush()
                return file
        except BlockingIOError:
            if time.monotonic() > deadline:
                file.close()
                raise
            time.sleep(_RETRY_SECONDS)
        except BaseException:
            file.close()
            raise
        file.close()  # the previous owner has removed this file: lock the next one of that name


def _is_current(file: TextIO, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _process_in(path: Path) -> str:
    try:
        text = path.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""
    return f" ({text})" if text.isdigit() else ""
