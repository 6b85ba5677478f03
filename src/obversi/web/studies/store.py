"""The studies of a server: a SQLite file, in which each change is one short transaction.

A study has an id to read it by, and a key to change it with, of which only the hash is stored.
What a call has stored survives a power failure.
"""

import hashlib
import hmac
import secrets
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Self

from obversi.errors import ObversiError
from obversi.sqlite_file import Schema, explain_errors, migrate, open_database, transaction

__all__ = [
    "SCHEMA",
    "ConflictError",
    "FullError",
    "GoneError",
    "StoredStudy",
    "StudyStore",
    "WrongKeyError",
]

_TABLES: Final = (
    """
    CREATE TABLE study (
        id TEXT PRIMARY KEY,
        key BLOB NOT NULL,          -- SHA-256
        revision INTEGER NOT NULL,  -- 1, and one more for each change
        created TEXT NOT NULL,      -- UTC
        changed TEXT NOT NULL,
        content TEXT NOT NULL       -- the study as JSON
    ) WITHOUT ROWID
    """,
)

#: The tables of the file; the application id is "Obvs".
SCHEMA: Final = Schema(0x4F627673, 1, _TABLES, "a server's studies")

# The most bytes of the file.
_MOST_BYTES: Final = 2 << 30

# A waiting server cannot answer: it rather reports that a study cannot be stored.
_SERVING_MILLISECONDS: Final = 20

# Letters that are not taken for others.
_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH: Final = 12


class GoneError(ObversiError):
    """There is no such study, or not any more."""


class WrongKeyError(ObversiError):
    """The key is not that of the study."""


class ConflictError(ObversiError):
    """The study was changed since it was read."""


class FullError(ObversiError):
    """No more studies can be stored."""


@dataclass(frozen=True, slots=True)
class StoredStudy:
    """A study as it was stored last."""

    id: str
    revision: int
    changed: str
    content: str


class StudyStore:
    """The studies of a server; everything is called in one thread."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, most_bytes: int = _MOST_BYTES
    ) -> None:
        """Use an open connection; `StudyStore.open` makes one."""
        self.path = path
        self._connection = connection
        self._most_bytes = most_bytes

    @classmethod
    def open(cls, path: Path | None, most_bytes: int = _MOST_BYTES) -> Self:
        """Open or create a file; None is a store in memory."""
        connection = open_database(path, SCHEMA, create=True, synchronous="FULL")
        shown = path or Path(":memory:")
        try:
            with transaction(connection, shown):
                migrate(connection, SCHEMA)
            connection.execute(f"PRAGMA busy_timeout = {_SERVING_MILLISECONDS}")
        except BaseException:
            connection.close()
            raise
        return cls(shown, connection, most_bytes)

    def close(self) -> None:
        """Close the file."""
        with suppress(ObversiError), explain_errors(self.path):
            self._connection.close()

    def add(self, content: str) -> tuple[StoredStudy, str]:
        """Store a new study, and return it with the key to change it."""
        id = "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))
        key, now = secrets.token_urlsafe(24), _now()
        with transaction(self._connection, self.path) as connection:
            self._check_space(len(content))
            values = (id, _hash(key), 1, now, now, content)
            connection.execute("INSERT INTO study VALUES (?, ?, ?, ?, ?, ?)", values)
        return StoredStudy(id, 1, now, content), key

    def change(self, id: str, key: str, revision: int, content: str) -> StoredStudy:
        """Replace a study of this revision."""
        now = _now()
        with transaction(self._connection, self.path) as connection:
            stored = self._of_key(id, key)
            if stored.revision != revision:
                raise ConflictError(
                    f"the study was changed elsewhere: it has revision {stored.revision}, "
                    f"and the change is one of revision {revision}"
                )
            self._check_space(len(content) - len(stored.content))
            connection.execute(
                "UPDATE study SET revision = ?, changed = ?, content = ? WHERE id = ?",
                (revision + 1, now, content, id),
            )
        return StoredStudy(id, revision + 1, now, content)

    def remove(self, id: str, key: str) -> None:
        """Remove a study."""
        with transaction(self._connection, self.path) as connection:
            self._of_key(id, key)
            connection.execute("DELETE FROM study WHERE id = ?", (id,))

    def study(self, id: str) -> StoredStudy:
        """Return a study."""
        with explain_errors(self.path):
            row = self._row(id)
        return _stored(row)

    def _of_key(self, id: str, key: str) -> StoredStudy:
        row = self._row(id)
        if not hmac.compare_digest(row["key"], _hash(key)):
            raise WrongKeyError("the key is not that of this study: it can only be read")
        return _stored(row)

    def _row(self, id: str) -> sqlite3.Row:
        row: sqlite3.Row | None = self._connection.execute(
            "SELECT * FROM study WHERE id = ?", (id,)
        ).fetchone()
        if row is None:
            raise GoneError("there is no such study: it was deleted, or the link is wrong")
        return row

    def _check_space(self, more: int) -> None:
        pages = self._number("page_count") - self._number("freelist_count")
        if more > 0 and pages * self._number("page_size") + more > self._most_bytes:
            raise FullError("this server has no space for more studies")

    def _number(self, pragma: str) -> int:
        number: int = self._connection.execute(f"PRAGMA {pragma}").fetchone()[0]
        return number


def _stored(row: sqlite3.Row) -> StoredStudy:
    return StoredStudy(row["id"], row["revision"], row["changed"], row["content"])


def _hash(key: str) -> bytes:
    return hashlib.sha256(key.encode(errors="replace")).digest()


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
