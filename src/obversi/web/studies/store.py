"""The studies of a server: tables, in which each change is one short transaction.

A study has an id to read it by, and a key to change it with, of which only the hash is stored.
Stored changes survive a power failure.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Self

from obversi.errors import ObversiError
from obversi.sql.interface import Place, Row, ServerTables, Statements
from obversi.sql.opening import open_tables
from obversi.sqlite_file import Schema, explain_damage

_TABLES = (
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
SCHEMA = Schema(0x4F627673, 1, _TABLES, "a server's studies")

# The most bytes of the file.
_MOST_BYTES = 2 << 30

_READ = "SELECT * FROM study WHERE id = ?"

# Letters that are not mistaken for others.
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 12


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

    def __init__(self, tables: ServerTables, most_bytes: int = _MOST_BYTES) -> None:
        """Use open tables; `StudyStore.open` makes some."""
        self.tables = tables
        self._most_bytes = most_bytes

    @classmethod
    def open(cls, place: Place, most_bytes: int = _MOST_BYTES) -> Self:
        """Open or create a file, or the tables in a database; None is a store in memory."""
        return cls(open_tables(place, SCHEMA, alone=False), most_bytes)

    def close(self) -> None:
        """Close the file."""
        with suppress(ObversiError):
            self.tables.close()

    def add(self, content: str) -> tuple[StoredStudy, str]:
        """Store a new study, and return it with the key to change it."""
        id = "".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH))
        key, now = secrets.token_urlsafe(24), _now()
        with self.tables.writing() as statements:
            self._check_space(len(content))
            values = (id, _hash(key), 1, now, now, content)
            statements.execute("INSERT INTO study VALUES (?, ?, ?, ?, ?, ?)", values)
        return StoredStudy(id, 1, now, content), key

    def change(self, id: str, key: str, revision: int, content: str) -> StoredStudy:
        """Replace a study of this revision."""
        now = _now()
        with self.tables.writing() as statements:
            stored = self._of_key(statements, id, key)
            if stored.revision != revision:
                raise ConflictError(
                    f"the study was changed elsewhere: it has revision {stored.revision}, "
                    f"and the change is one of revision {revision}"
                )
            self._check_space(len(content) - len(stored.content))
            statements.execute(
                "UPDATE study SET revision = ?, changed = ?, content = ? WHERE id = ?",
                (revision + 1, now, content, id),
            )
        return StoredStudy(id, revision + 1, now, content)

    def remove(self, id: str, key: str) -> None:
        """Remove a study."""
        with self.tables.writing() as statements:
            self._of_key(statements, id, key)
            statements.execute("DELETE FROM study WHERE id = ?", (id,))

    def study(self, id: str) -> StoredStudy:
        """Return a study."""
        with explain_damage(self.tables.label, f"the study {id}"):
            return _stored(_only(self.tables.rows(_READ, id)))

    def _check_space(self, more: int) -> None:
        if more > 0 and self.tables.used_bytes("study") + more > self._most_bytes:
            raise FullError("this server has no space for more studies")

    def _of_key(self, statements: Statements, id: str, key: str) -> StoredStudy:
        with explain_damage(self.tables.label, f"the study {id}"):
            row = _only(statements.execute(_READ, (id,)).fetchall())
            if not hmac.compare_digest(row["key"], _hash(key)):
                raise WrongKeyError("the key is not that of this study: it can only be read")
            return _stored(row)


def _only(rows: Sequence[Row]) -> Row:
    if not rows:
        raise GoneError("there is no such study: it was deleted, or the link is wrong")
    return rows[0]


def _stored(row: Row) -> StoredStudy:
    return StoredStudy(row["id"], row["revision"], row["changed"], row["content"])


def _hash(key: str) -> bytes:
    return hashlib.sha256(key.encode(errors="replace")).digest()


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
