"""What can be wrong with a database, in words that name the file and the cause."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from obversi.errors import ObversiError

__all__ = ["AbsenceError", "DamageError", "named_problem", "whole"]

# An extended code of SQLite says more in its higher bytes.
_PRIMARY: Final = 0xFF

_CAUSES: Final = {
    sqlite3.SQLITE_FULL: "the disk is full; the games stored before are kept",
    sqlite3.SQLITE_READONLY: "it may be read only, not written",
    sqlite3.SQLITE_BUSY: "another process keeps it locked",
    sqlite3.SQLITE_LOCKED: "another process keeps it locked",
    sqlite3.SQLITE_NOTADB: "it is no database",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_IOERR: "the system fails to read or write it; the games stored before are kept",
}


class AbsenceError(ObversiError):
    """Something that is asked for and is not in the database."""


class DamageError(ObversiError):
    """A part of a database that cannot be understood; the others may be whole."""


@contextmanager
def whole(path: Path, what: str) -> Iterator[None]:
    """Tell which part of a file cannot be understood."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise DamageError(f"{what} in {path} is damaged: {error}") from error


@contextmanager
def named_problem(path: Path) -> Iterator[None]:
    """Tell with which file there is what problem."""
    try:
        yield
    except sqlite3.Error as error:
        raise ObversiError(f"{path} cannot be used: {_cause(error, path)}") from error
    except OSError as error:
        raise ObversiError(f"{path} cannot be used: {error.strerror or error}") from error


def _cause(error: sqlite3.Error, path: Path) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY
    if code == sqlite3.SQLITE_CANTOPEN:
        try:
            return _opening_problem(path) or str(error)
        except OSError as hidden:
            return hidden.strerror or str(hidden)
    return _CAUSES.get(code, str(error))


def _opening_problem(path: Path) -> str | None:
    """Say why a file cannot be opened, if that can be seen."""
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    if path.is_dir():
        return "it is a folder"
    if path.exists() and not os.access(path, os.R_OK):
        return "there is no permission to read it"
    if not os.access(path.parent, os.W_OK):
        return f"there is no permission to write into {path.parent}"
    return None
