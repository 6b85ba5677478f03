"""The tables of names: players, events, openings, sources; and of starts."""

import sqlite3
from collections.abc import Iterable
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from obversi.database.encoding import Start, storable

__all__ = ["Kind", "NameWriter", "StartWriter", "names_of", "numbers_with", "read_start"]

#: A table of names.
Kind = Literal["player", "event", "opening", "source"]

_SIGN: Final = 1 << 63


class NameWriter:
    """Gives names their numbers, within one transaction."""

    def __init__(self, connection: sqlite3.Connection, kind: Kind) -> None:
        """Use a table."""
        self._connection = connection
        self._kind = kind
        self._numbers: dict[str, int] = {}

    def number(self, name: str) -> int:
        """Return the number of a name; a new name is added."""
        if name not in self._numbers:
            self._numbers[name] = self._stored(storable(name))
        return self._numbers[name]

    def _stored(self, name: str) -> int:
        query = f"SELECT number FROM {self._kind} WHERE name = ?"
        row = self._connection.execute(query, (name,)).fetchone()
        if row is not None:
            return int(row[0])
        number = self._connection.execute(
            f"INSERT INTO {self._kind} (name, folded) VALUES (?, ?)", (name, name.casefold())
        ).lastrowid
        assert number is not None
        return number


def names_of(
    connection: sqlite3.Connection, kind: Kind, numbers: Iterable[int] | None = None
) -> dict[int, str]:
    """Return names by their numbers, all of them by default."""
    if numbers is None:
        rows = connection.execute(f"SELECT number, name FROM {kind}").fetchall()
        return dict(map(tuple, rows))
    query = f"SELECT name FROM {kind} WHERE number = ?"
    return {
        number: connection.execute(query, (number,)).fetchone()["name"] for number in set(numbers)
    }


def numbers_with(connection: sqlite3.Connection, kind: Kind, text: str) -> NDArray[np.uint32]:
    """Return the numbers of the names that contain a text, in upper or lower case."""
    query = f"SELECT number FROM {kind} WHERE instr(folded, ?) > 0"
    rows = connection.execute(query, (storable(text).casefold(),)).fetchall()
    return np.array([row[0] for row in rows], np.uint32)


class StartWriter:
    """Gives starts their numbers, within one transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Use the table of starts."""
        self._connection = connection
        self._numbers: dict[Start, int] = {}

    def number(self, start: Start) -> int:
        """Return the number of a start; a new one is added."""
        if start not in self._numbers:
            values = (start.size, _signed(start.own), _signed(start.opp), start.turn)
            connection = self._connection
            connection.execute(
                "INSERT OR IGNORE INTO start (size, own, opp, turn) VALUES (?, ?, ?, ?)", values
            )
            query = "SELECT number FROM start WHERE (size, own, opp, turn) = (?, ?, ?, ?)"
            self._numbers[start] = connection.execute(query, values).fetchone()["number"]
        return self._numbers[start]


def read_start(connection: sqlite3.Connection, number: int) -> Start:
    """Return the start with a number."""
    row = connection.execute("SELECT * FROM start WHERE number = ?", (number,)).fetchone()
    return Start(row["size"], _unsigned(row["own"]), _unsigned(row["opp"]), row["turn"])


def _signed(bits: int) -> int:
    # SQLite has no unsigned numbers.
    return bits - (1 << 64) if bits & _SIGN else bits


def _unsigned(number: int) -> int:
    return number & (1 << 64) - 1
