"""Tables in a PostgreSQL database, which may be on another machine.

This module has what differs from SQLite: the version of the tables, the lock of a process, and
errors. It reconnects after the loss of a connection.
"""

import logging
import re
import select
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from obversi.errors import InputError, ObversiError
from obversi.extras import require
from obversi.sql.interface import address_label
from obversi.sql.postgres_statements import (
    GuardError,
    PostgresTransaction,
    definition,
    plain,
    translated,
)
from obversi.sqlite_file import Schema, StorageError

if TYPE_CHECKING:
    import psycopg

# A server cannot answer while it waits. libpq waits for at least 2 s to connect.
_SETTINGS = {
    "statement_timeout": "3s",
    "lock_timeout": "1s",
    "idle_in_transaction_session_timeout": "10s",
}
_CONNECTION = {
    "application_name": "obversi",
    "connect_timeout": "3",
    "tcp_user_timeout": "5000",  # milliseconds without an answer of the other machine
}

# After a failure the next attempt to connect waits, so that attempts take this share of the time.
_SHARE = 0.2
_SHORTEST_PAUSE = 0.1

# The most messages of PostgreSQL that are read from an idle connection before its next use.
_MOST_NOTICES = 10

# The version of each kind of tables.
_VERSIONS = "CREATE TABLE IF NOT EXISTS obversi_version (content TEXT PRIMARY KEY, version BIGINT)"

_CAUSES = {
    "53100": "its disk is full; what was stored before is safe",
    "53300": "it has too many connections",
    "57P01": "it shuts down; what was stored before is safe",
    "57P03": "it is starting or shutting down",
    "55P03": "it is locked by another process",
    "25006": "it is read-only",
}
_TOO_SLOW = "57014"
_LOST = "the connection is lost; what was stored before is safe"


class PostgresTables:
    """A database of tables; what a transaction has written survives a power failure.

    PostgreSQL confirms a transaction when it is on the disk.
    """

    def __init__(
        self,
        address: str,
        schema: Schema,
        *,
        to_serve: bool,
        alone: bool,
        may_create: bool = True,
        settings: Mapping[str, str] = _SETTINGS,
        namespace: str = "",
    ) -> None:
        """Connect, create missing tables and upgrade old ones. See `open_tables`.

        Without `may_create` missing tables are an error. `settings` are those of PostgreSQL for
        each connection. With a `namespace` the tables are in a schema of their own: its name is
        that of the current schema followed by `namespace`.
        """
        require("a PostgreSQL database", "postgres", "psycopg")
        self.address = address
        self.is_new = False
        self._lock = schema.application if to_serve else None
        self._is_alone = alone
        self._is_read_only = not to_serve
        self._may_create = may_create
        self._settings = settings
        self._namespace = namespace
        self._connection: psycopg.Connection[dict[str, Any]] | None = None
        self._next_attempt, self._problem = 0.0, ""
        self.label = address_label(address)
        try:
            self.prepare(schema)
        except BaseException:
            self.close()
            raise

    @contextmanager
    def writing(self) -> Iterator[PostgresTransaction]:
        """Commit what the block writes, or nothing of it."""
        import psycopg

        with self._explained():
            connection = self._connected()
            try:
                with connection.pipeline() as pipeline:
                    transaction = PostgresTransaction(connection, pipeline)
                    connection.execute("BEGIN")
                    yield transaction
                    connection.execute("COMMIT")
            except psycopg.errors.DivisionByZero as error:
                raise GuardError(transaction.guard_words) from error
            finally:
                if not connection.closed:
                    connection.rollback()  # does nothing after a commit

    @contextmanager
    def reading(self) -> Iterator[PostgresTransaction]:
        """Let the block see one state of the database, even if other processes write meanwhile."""
        with self._explained():
            connection = self._connected()
            try:
                with connection.pipeline() as pipeline:
                    connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                    yield PostgresTransaction(connection, pipeline)
            finally:
                if not connection.closed:
                    connection.rollback()

    def rows(self, query: str, *values: object) -> list[dict[str, Any]]:
        """Return the rows of a query."""
        with self._explained():
            return self._connected().execute(translated(query).encode(), plain(values)).fetchall()

    def used_bytes(self, table: str) -> int:
        """Return the space of a table."""
        size: int = self.rows("SELECT pg_total_relation_size(?) AS size", table)[0]["size"]
        return size

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def discard(self) -> None:
        """Close the connection, without removing the database."""
        self.close()

    def prepare(self, schema: Schema) -> None:
        """Create tables that are missing, or upgrade them; reject those of a newer version."""
        if self._is_read_only:
            version = self._version(schema)
            if version != schema.version:
                raise self._rejection(version, schema)
            return
        with self.writing() as statements:
            # Processes that start at the same time wait for each other.
            statements.execute("SELECT pg_advisory_xact_lock(?)", (schema.application,))
            statements.execute("SET LOCAL statement_timeout = 0")
            version = self._version(schema)
            if version == schema.version:
                return
            if version is None and self._may_create:
                self.is_new = True
                steps = (*self._new_namespace(), _VERSIONS, *schema.tables)
                change = "INSERT INTO obversi_version (version, content) VALUES (?, ?)"
            elif version is not None and version < schema.version:
                migrations = [schema.migrations[old] for old in range(version, schema.version)]
                steps = tuple(step for steps in migrations for step in steps)
                change = "UPDATE obversi_version SET version = ? WHERE content = ?"
            else:
                raise self._rejection(version, schema)
            for step in steps:
                statements.execute(definition(step))
            statements.execute(change, (schema.version, schema.content))

    def _rejection(self, version: int | None, schema: Schema) -> InputError:
        if version is None:
            return InputError(f"{self.label} cannot be used: it has no tables of {schema.content}")
        age, advice = ("a newer", "use another database, or that version")
        if version < schema.version:
            age, advice = ("an older", "open it for writing with this version")
        return InputError(
            f"{self.label} cannot be used: it is from {age} version of obversi (tables "
            f"{version}, here {schema.version}); {advice}"
        )

    def _new_namespace(self) -> Sequence[str]:
        """Return the statement that creates the schema of the tables, unless it is there."""
        if not self._namespace:
            return ()
        name = "current_setting('search_path')"
        [row] = self.rows(f"SELECT {name} AS name, to_regnamespace({name}) IS NULL AS is_missing")
        return (f"CREATE SCHEMA {row['name']}",) if row["is_missing"] else ()

    def _version(self, schema: Schema) -> int | None:
        """Return the version of the tables that are there, or None without them."""
        if self.rows("SELECT to_regclass('obversi_version') AS name")[0]["name"] is None:
            return None
        query = "SELECT version FROM obversi_version WHERE content = ?"
        found = self.rows(query, schema.content)
        return found[0]["version"] if found else None

    # The connection

    def _connected(self) -> "psycopg.Connection[dict[str, Any]]":
        import psycopg

        if self._connection is not None:
            _notice_loss(self._connection)
            if not self._connection.closed:
                return self._connection
        begin = time.monotonic()
        if begin < self._next_attempt:
            raise StorageError(self._problem)
        try:
            self._connection = self._connect()
        except (psycopg.Error, ObversiError) as error:
            end = time.monotonic()
            self._next_attempt = end + max(_SHORTEST_PAUSE, (end - begin) / _SHARE)
            self._problem = str(error) if isinstance(error, ObversiError) else self._words(error)
            raise
        return self._connection

    def _connect(self) -> "psycopg.Connection[dict[str, Any]]":
        import psycopg
        from psycopg.conninfo import conninfo_to_dict
        from psycopg.rows import dict_row

        try:
            parts: dict[str, Any] = {**_CONNECTION, **conninfo_to_dict(self.address)}
        except psycopg.ProgrammingError as error:
            raise InputError(
                f"{self.label!r} is not the address of a database: {_one_line(error)}"
            ) from error
        # psycopg logs warnings about errors that it also raises.
        logging.getLogger("psycopg").setLevel(logging.ERROR)
        connection: psycopg.Connection[dict[str, Any]] = psycopg.connect(
            **parts, autocommit=True, row_factory=dict_row
        )
        try:
            encoding = connection.info.parameter_status("server_encoding")
            if encoding != "UTF8":
                raise InputError(
                    f"{self.label} cannot be used: its encoding is {encoding}, not UTF8"
                )
            self._configure(connection)
            self._take_lock(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _configure(self, connection: "psycopg.Connection[dict[str, Any]]") -> None:
        settings = dict(self._settings)
        if self._is_read_only:
            settings["default_transaction_read_only"] = "on"
        steps = ["set_config(%s, %s, false)"] * len(settings)
        values = [text for setting in settings.items() for text in setting]
        if self._namespace:
            name = "quote_ident(coalesce(current_schema(), 'public') || %s)"
            steps.append(f"set_config('search_path', {name}, false)")
            values.append(self._namespace)
        connection.execute(f"SELECT {', '.join(steps)}".encode(), values)

    def _take_lock(self, connection: "psycopg.Connection[dict[str, Any]]") -> None:
        """Lock the tables against other processes; the lock ends with the connection.

        PostgreSQL releases it a moment after a process has ended. The next process waits for that.
        """
        import psycopg

        if self._lock is None:
            return
        lock = "pg_advisory_lock" if self._is_alone else "pg_advisory_lock_shared"
        # A namespace may not exist yet.
        where = "current_setting('search_path')" if self._namespace else "current_schema()"
        query = f"SELECT {lock}(%s, hashtext({where}))"
        try:
            connection.execute(query.encode(), (self._lock,))
        except psycopg.errors.LockNotAvailable as error:
            raise StorageError(self._lock_words()) from error

    def _lock_words(self) -> str:
        hint = "" if self._is_alone else " without --bus"
        return f"{self.label} is served by another process{hint}"

    # Errors

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn errors of PostgreSQL into errors of Obversi that name the database and the cause."""
        import psycopg

        try:
            yield
        except psycopg.Error as error:
            kind = StorageError if isinstance(error, psycopg.OperationalError) else InputError
            raise kind(self._words(error)) from error

    def _words(self, error: "psycopg.Error") -> str:
        cause = _CAUSES.get(error.sqlstate or "")
        if error.sqlstate == _TOO_SLOW:
            seconds = self._settings["statement_timeout"]
            cause = f"it is too slow: a statement took more than {seconds}"
        if cause is None:
            is_lost = self._connection is not None and self._connection.closed
            cause = _LOST if is_lost and error.sqlstate is None else _one_line(error)
        return f"{self.label} cannot be used: {cause}"


def _notice_loss(connection: "psycopg.Connection[dict[str, Any]]") -> None:
    """Close a connection that PostgreSQL has closed since it was used."""
    import psycopg
    from psycopg.pq import TransactionStatus

    try:
        for _ in range(_MOST_NOTICES):
            is_idle = connection.info.transaction_status == TransactionStatus.IDLE
            if connection.closed or not is_idle or not select.select([connection], [], [], 0)[0]:
                return
            connection.pgconn.consume_input()
    except psycopg.OperationalError:
        connection.close()


def _one_line(error: Exception) -> str:
    r"""Return the reason in a message of PostgreSQL, without where it was found.

    >>> _one_line(ValueError('connection failed: "h", port 1 failed: FATAL:  no such role\nmore'))
    'no such role'
    """
    line = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    return re.sub(r"^.*(failed|FATAL|ERROR):\s+", "", line)
