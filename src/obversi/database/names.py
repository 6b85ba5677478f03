"""The tables of names: players, events, openings, sources; and of starts."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, Generic, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from obversi.database.encoding import StartDiscs, storable
from obversi.size import SIZES
from obversi.sql.interface import Row, Statements

#: A table of names.
Kind = Literal["player", "event", "opening", "source"]

_SIGN = 1 << 63

# Old versions of SQLite allow 999 values in a statement.
_MOST_VALUES = 500

Key = TypeVar("Key", bound=Hashable)


def rows_with(statements: Statements, query: str, values: Iterable[Any]) -> Iterator[Any]:
    """Return the rows of a query that ends with a column, where that has one of these values."""
    different = list(dict.fromkeys(values))
    parts = [
        different[begin : begin + _MOST_VALUES] for begin in range(0, len(different), _MOST_VALUES)
    ]
    for part in parts:
        yield from statements.execute(f"{query} IN ({', '.join('?' * len(part))})", part).fetchall()


# Writing


class _NumberWriter(ABC, Generic[Key]):
    """Gives rows of a table their numbers, within one transaction."""

    def __init__(self, statements: Statements, table: str) -> None:
        """Use a table."""
        self._statements = statements
        self._table = table
        self._numbers: dict[Key, int] = {}
        self._last: int | None = None

    def numbers(self, keys: Sequence[Key]) -> list[int]:
        """Return the numbers of rows; new ones are added."""
        unknown = [key for key in dict.fromkeys(keys) if key not in self._numbers]
        for row in self._rows(unknown):
            self._numbers[self._key(row)] = row["number"]
        self._add([key for key in unknown if key not in self._numbers])
        return [self._numbers[key] for key in keys]

    def _add(self, keys: Sequence[Key]) -> None:
        if not keys:
            return
        if self._last is None:
            query = f"SELECT coalesce(max(number), 0) AS last FROM {self._table}"
            self._last = int(self._statements.execute(query).fetchone()["last"])
        numbers = range(self._last + 1, self._last + 1 + len(keys))
        self._numbers.update(zip(keys, numbers, strict=True))
        self._last = numbers[-1]
        rows = [(number, *self._values(key)) for number, key in zip(numbers, keys, strict=True)]
        marks = ", ".join("?" * len(rows[0]))
        self._statements.executemany(f"INSERT INTO {self._table} VALUES ({marks})", rows)

    @abstractmethod
    def _rows(self, keys: Sequence[Key]) -> Iterator[Any]:
        """Return the stored rows of these keys, perhaps with others."""

    @abstractmethod
    def _key(self, row: Row) -> Key:
        """Return the key of a stored row."""

    @abstractmethod
    def _values(self, key: Key) -> Sequence[object]:
        """Return the columns of a new row, without its number."""


class NameWriter(_NumberWriter[str]):
    """Gives names their numbers, within one transaction."""

    def __init__(self, statements: Statements, kind: Kind) -> None:
        """Use a table of names."""
        super().__init__(statements, kind)

    def numbers(self, keys: Sequence[str]) -> list[int]:
        """Return the numbers of names; new names are added."""
        return super().numbers([*map(storable, keys)])

    def _rows(self, keys: Sequence[str]) -> Iterator[Any]:
        query = f"SELECT number, name FROM {self._table} WHERE name"
        return rows_with(self._statements, query, keys)

    def _key(self, row: Row) -> str:
        name: str = row["name"]
        return name

    def _values(self, key: str) -> tuple[str, str]:
        return key, key.casefold()


class StartWriter(_NumberWriter[StartDiscs]):
    """Gives starts their numbers, within one transaction."""

    def __init__(self, statements: Statements) -> None:
        """Use the table of starts."""
        super().__init__(statements, "start")

    def _rows(self, keys: Sequence[StartDiscs]) -> Iterator[Any]:
        # The index begins with the size.
        query = f"SELECT * FROM start WHERE size IN ({', '.join(map(str, SIZES))}) AND own"
        return rows_with(self._statements, query, (_signed(start.own) for start in keys))

    def _key(self, row: Row) -> StartDiscs:
        return start_of(row)

    def _values(self, key: StartDiscs) -> tuple[int, ...]:
        return key.size, _signed(key.own), _signed(key.opp), key.turn


# Reading


def names_of(
    statements: Statements, kind: Kind, numbers: Iterable[int] | None = None
) -> dict[int, str]:
    """Return names by their numbers, all of them by default."""
    query = f"SELECT number, name FROM {kind}"
    if numbers is None:
        rows = statements.execute(query).fetchall()
    else:
        rows = list(rows_with(statements, f"{query} WHERE number", numbers))
    return {row["number"]: row["name"] for row in rows}


def numbers_with(statements: Statements, kind: Kind, text: str) -> NDArray[np.uint32]:
    """Return the numbers of the names that contain a text, in upper or lower case."""
    # All databases have `replace`; it finds the text as it is, without special characters.
    query = f"SELECT number FROM {kind} WHERE replace(folded, ?, '') != folded"
    rows = statements.execute(query, (storable(text).casefold(),)).fetchall()
    return np.array([row["number"] for row in rows], np.uint32)


def start_of(row: Row) -> StartDiscs:
    """Return the start in a row."""
    return StartDiscs(row["size"], _unsigned(row["own"]), _unsigned(row["opp"]), row["turn"])


def _signed(bits: int) -> int:
    # Databases have no unsigned numbers.
    return bits - (1 << 64) if bits & _SIGN else bits


def _unsigned(number: int) -> int:
    return number & (1 << 64) - 1
