"""A file that one process has at a time, and that is free again when the process has ended."""

import fcntl
import os
import time
from pathlib import Path
from typing import Final, TextIO

from obversi.errors import ObversiError

__all__ = ["ProcessLock", "is_held"]

# Who looks whether a lock is held has it for a moment itself: so long, in seconds, that is waited
# for, and looked for again after each step.
_LOOK: Final = 0.1
_STEP: Final = 0.01


class ProcessLock:
    """A lock on a file of its own, with the number of the process that has it.

    It stands beside a database, for SQLite locks that in its own way.
    """

    def __init__(self, path: Path, held: str) -> None:
        """Take it, or raise an error that says what is `held`, and by which process."""
        self._path = path
        try:
            self._file: TextIO | None = _locked(path)
        except BlockingIOError:
            raise ObversiError(f"{held}{_process_in(path)}") from None
        except OSError as error:
            raise ObversiError(f"{path} cannot be written: {error.strerror or error}") from error

    def release(self) -> None:
        """Let others have it; to do so twice does no harm."""
        if self._file is not None:
            self._path.unlink(missing_ok=True)
            self._file.close()
            self._file = None


def is_held(path: Path) -> bool:
    """Say whether some process has the lock of a file; it is not taken from anyone."""
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def _locked(path: Path) -> TextIO:
    deadline = time.monotonic() + _LOOK
    while True:
        file = path.open("a", encoding="ascii")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_there(file, path):
                file.truncate(0)
                file.write(f"{os.getpid()}\n")
                file.flush()
                return file
        except BlockingIOError:
            if time.monotonic() > deadline:
                file.close()
                raise
            time.sleep(_STEP)
        except BaseException:
            file.close()
            raise
        file.close()  # who had it has removed it, or only looked: the next file of that name counts


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
