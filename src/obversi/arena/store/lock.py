"""A mark that a tournament is being played, which ends with the process that set it."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from obversi.errors import ObversiError

__all__ = ["playing_lock"]


@contextmanager
def playing_lock(database: Path, number: int) -> Iterator[None]:
    """Keep other processes from playing the same tournament meanwhile.

    The lock is on a file of its own beside the database, which SQLite locks in its own way.
    """
    path = database.with_name(f"{database.name}-playing-{number}")
    try:
        file = _locked(path)
    except BlockingIOError:
        process = _process_in(path)
        raise ObversiError(
            f"tournament {number} of {database} is being played by another process{process}"
        ) from None
    except OSError as error:
        raise ObversiError(f"{path} cannot be written: {error.strerror or error}") from error
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        file.close()


def _locked(path: Path) -> TextIO:
    while True:
        file = path.open("a", encoding="ascii")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_there(file, path):
                file.truncate(0)
                file.write(f"{os.getpid()}\n")
                file.flush()
                return file
        except BaseException:
            file.close()
            raise
        file.close()  # the one that had it has removed it: the next file of that name counts


def _is_there(file: TextIO, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _process_in(path: Path) -> str:
    try:
        text = path.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""
    return f" ({text})" if text.isdigit() else ""
