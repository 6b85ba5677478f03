"""Files of JSON lines that are only ever added to, so that nothing written is lost."""

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, Final

from obversi.errors import ObversiError

__all__ = ["Journal", "JournalWriter", "put_aside"]

# To bring a line safely to the disk takes as long as a hundred games: not each time.
_SECONDS_AT_RISK: Final = 1.0


class Journal:
    """Objects, a line each. A line that was cut off, by a crash or a full disk, counts for nothing.

    Whoever reads changes nothing, for another process may be writing just now.
    """

    def __init__(self, path: Path) -> None:
        """Take a file, which may not be there yet."""
        self.path = path

    def read(self) -> list[dict[str, Any]]:
        """Return the objects of all whole lines."""
        if not self.path.exists():
            return []
        *lines, _unfinished = self.path.read_bytes().split(b"\n")
        try:
            told = [json.loads(line) for line in lines]
        except ValueError as error:
            raise ObversiError(f"{self.path} is damaged: {error}") from error
        if not all(isinstance(one, dict) for one in told):
            raise ObversiError(f"{self.path} is damaged: a line holds no object")
        return told

    @contextmanager
    def writing(self) -> Iterator["JournalWriter"]:
        """Hand out what adds lines; as long as that lasts no other process can."""
        with self.path.open("ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ObversiError(
                    f"another process is measuring for {self.path}: wait for its end, or take "
                    "another folder with --out"
                ) from None
            writer = JournalWriter(file, self.path.read_bytes().rfind(b"\n") + 1)
            try:
                yield writer
            finally:
                writer.save()


class JournalWriter:
    """Adds lines to a journal: if the program ends they are there, after a power cut mostly."""

    def __init__(self, file: BinaryIO, end: int) -> None:
        """Take a file that is open, and the end of its last whole line."""
        self._file = file
        self._end: int | None = end
        self._safe_since = time.monotonic()

    def add(self, told: dict[str, Any]) -> None:
        """Add an object."""
        if self._end is not None:  # what was cut off must not run into what follows
            self._file.truncate(self._end)
            self._end = None
        self._file.write(json.dumps(told, allow_nan=False).encode() + b"\n")
        self._file.flush()
        if time.monotonic() - self._safe_since > _SECONDS_AT_RISK:
            self.save()

    def save(self) -> None:
        """Bring everything safely to the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._safe_since = time.monotonic()


def put_aside(path: Path) -> None:
    """Give a file, if it is there, a name with "old" and a number that nobody has."""
    if not path.exists():
        return
    for number in count(1):
        aside = path.with_name(f"{path.stem}.old{number}{path.suffix}")
        if not aside.exists():
            path.replace(aside)
            return
