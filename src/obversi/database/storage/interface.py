"""What a game database needs of a place where it is stored."""

from contextlib import AbstractContextManager
from typing import Literal, Protocol

from obversi.tables.interface import Statements

__all__ = ["Mode", "Storage"]

#: What may be done: "write" needs a database, "create" makes a new one, "add" does either.
Mode = Literal["read", "write", "create", "add"]


class Storage(Protocol):
    """Tables of games, for one writing process and any number of reading ones."""

    @property
    def label(self) -> str:
        """What messages call it: a file, or an address without a password."""

    @property
    def is_writable(self) -> bool:
        """Whether this process may write."""

    def reading(self) -> AbstractContextManager[Statements]:
        """Let the block see one state of the tables, whatever other processes write meanwhile."""

    def writing(self) -> AbstractContextManager[Statements]:
        """Commit what the block writes, or nothing of it."""

    def close(self) -> None:
        """Close the tables."""
