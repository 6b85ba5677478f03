"""The interface between the stores of a server and a database."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Protocol, TypeGuard

#: Where a store is: a file, the address of a database, or None for memory.
Place = Path | str | None

_POSTGRES = ("postgresql://", "postgres://")


class Row(Protocol):
    """A row of a table, by the names of its columns."""

    def __getitem__(self, column: str, /) -> Any:
        """Return a value."""

    def keys(self) -> Iterable[str]:
        """Return the names of the columns."""


class Result(Protocol):
    """What a statement returns."""

    @property
    def rowcount(self) -> int:
        """The number of rows that were changed."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return all rows."""


class Statements(Protocol):
    """An open transaction; values are marked by `?` or by `:name`."""

    def execute(self, query: str, values: Sequence[Any] | Mapping[str, Any] = (), /) -> Result:
        """Run a statement."""

    def executemany(self, query: str, rows: Iterable[Any], /) -> object:
        """Run a statement for each row of values."""


class ServerTables(Protocol):
    """The database of a server; all methods are called in one thread."""

    @property
    def label(self) -> str:
        """The name for messages: a file, or an address without a password."""

    def writing(self) -> AbstractContextManager[Statements]:
        """Commit what the block writes, or nothing of it."""

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows of a query."""

    def used_bytes(self, table: str) -> int:
        """Return the space that is taken, by a table or by all of them."""

    def close(self) -> None:
        """Close the database."""

    def discard(self) -> None:
        """Close the database and remove it, before another server can use it."""


def is_postgres(place: Place) -> TypeGuard[str]:
    """Whether a text is the address of a PostgreSQL database.

    >>> is_postgres("postgresql://localhost/games"), is_postgres("games.db")
    (True, False)
    """
    return isinstance(place, str) and place.startswith(_POSTGRES)


def address_label(address: str) -> str:
    """Return an address without the password.

    >>> address_label("postgresql://ann:secret@host/games?password=secret")
    'postgresql://ann@host/games'
    >>> address_label("redis://:secret@host")
    'redis://host'
    >>> address_label("redis://ann:at@home@host")
    'redis://ann@host'
    """
    address = address.partition("?")[0]
    return re.sub(r"(//[^/@:]+):[^/]*@", r"\1@", re.sub(r"//:[^/]*@", "//", address))
