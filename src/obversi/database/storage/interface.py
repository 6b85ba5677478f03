"""The interface between a game database and its storage."""

from contextlib import AbstractContextManager
from typing import Literal, Protocol

from obversi.sql.interface import Statements

#: How a database is opened: "write" needs a database, "create" makes a new one, "add" does either.
Mode = Literal["read", "write", "create", "add"]


class Storage(Protocol):
    """Tables of games, for one writing process and any number of reading ones."""

    @property
    def label(self) -> str:
        """The name for messages: a file, or an address without a password."""

    @property
    def is_writable(self) -> bool:
        """Whether this process may write."""

    def reading(self) -> AbstractContextManager[Statements]:
        """Let the block see one state of the tables, even if other processes write meanwhile."""

    def writing(self) -> AbstractContextManager[Statements]:
        """Commit what the block writes, or nothing of it."""

    def close(self) -> None:
        """Close the tables."""
