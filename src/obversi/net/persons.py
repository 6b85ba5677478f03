"""Persons, who come back with a key instead of an account, and how the server stores them."""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from obversi.errors import ObversiError
from obversi.sql.interface import ServerTables, Statements

# Crockford's base 32: no letters that look like others. 26 letters have 130 bits.
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_LETTERS = 26
_GROUP = 4
_READ_AS = str.maketrans({"i": "1", "l": "1", "o": "0", "-": None, " ": None})

# Beyond this number of persons, those without games are removed after some days.
_MOST_PERSONS = 200_000
_DAYS_WITHOUT_GAMES = 7

#: The table of persons.
PERSON_TABLE = """
    CREATE TABLE person (
        id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never that of another person later
        key BLOB NOT NULL UNIQUE,              -- SHA-256
        name TEXT NOT NULL,
        created TEXT NOT NULL                  -- UTC, ISO 8601
    )
    """


@dataclass(frozen=True, slots=True)
class Person:
    """A person that the server knows by a key; the name is the person's choice."""

    id: int
    name: str
    created: str


class PersonsFullError(ObversiError):
    """The server has the maximum of persons."""


def new_key() -> str:
    """Return a new key, in groups that can be copied by hand."""
    letters = "".join(secrets.choice(_ALPHABET) for _ in range(_LETTERS))
    return "-".join(letters[at : at + _GROUP] for at in range(0, _LETTERS, _GROUP))


def key_digest(key: str) -> bytes | None:
    """Return what is stored of a key, or None if the text cannot be a key.

    Capitals, hyphens and blanks make no difference, and neither do letters that look alike.

    >>> key_digest("0123-4567-89ab-cdef-ghjk-mnpq-rs") == key_digest("OI23456789ABCDEFGHJKMNPQRS")
    True
    >>> key_digest("0123") is None
    True
    """
    letters = key.lower().translate(_READ_AS)
    if len(letters) != _LETTERS or not set(letters) <= set(_ALPHABET):
        return None
    return sha256(letters.encode()).digest()


class PersonStore:
    """The persons of a server; a key itself is never stored."""

    def __init__(self, tables: ServerTables, most: int = _MOST_PERSONS) -> None:
        """Use the tables of a server."""
        self._tables, self._most = tables, most

    def add(self, name: str) -> tuple[Person, str]:
        """Add a person; return it and its key, which is not known later."""
        key, created = new_key(), datetime.now(UTC)
        digest = key_digest(key)
        with self._tables.writing() as connection:
            self._make_room(connection, created)
            added = connection.execute(
                "INSERT INTO person (key, name, created) VALUES (?, ?, ?) RETURNING id",
                (digest, name, _text(created)),
            )
            [row] = added.fetchall()
        return Person(row["id"], name, _text(created)), key

    def by_key(self, key: str) -> Person | None:
        """Return the person with a key, or None."""
        digest = key_digest(key)
        return None if digest is None else self._one("SELECT * FROM person WHERE key = ?", digest)

    def by_id(self, id: int) -> Person | None:
        """Return the person with an id, or None."""
        return self._one("SELECT * FROM person WHERE id = ?", id)

    def rename(self, id: int, name: str) -> None:
        """Change the name of a person."""
        with self._tables.writing() as connection:
            connection.execute("UPDATE person SET name = ? WHERE id = ?", (name, id))

    def remove(self, id: int) -> None:
        """Remove a person; what belongs to it is removed by the references to its row."""
        with self._tables.writing() as connection:
            connection.execute("DELETE FROM person WHERE id = ?", (id,))

    def _one(self, query: str, value: object) -> Person | None:
        rows = self._tables.rows(query, value)
        return Person(rows[0]["id"], rows[0]["name"], rows[0]["created"]) if rows else None

    def _make_room(self, connection: Statements, now: datetime) -> None:
        count = "SELECT count(*) AS persons FROM person"
        if connection.execute(count).fetchone()["persons"] < self._most:
            return
        connection.execute(
            "DELETE FROM person WHERE created < ? AND NOT EXISTS"
            " (SELECT 1 FROM game WHERE black_person = person.id OR white_person = person.id)",
            (_text(now - timedelta(days=_DAYS_WITHOUT_GAMES)),),
        )
        if connection.execute(count).fetchone()["persons"] >= self._most:
            raise PersonsFullError("this server has too many persons: nobody can be added now")


def _text(time: datetime) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")
