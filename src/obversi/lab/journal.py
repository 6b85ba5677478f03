"""Files of JSON lines to which lines are only added, so that no written line is lost."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

from obversi.errors import InputError
from obversi.file_lock import lock_file

# Syncing a line to the disk takes as long as a hundred games, so not every line is synced.
_SECONDS_AT_RISK = 1.0


@contextmanager
def named_problems(what: str) -> Iterator[None]:
    """Turn an OSError into an error that begins with a text, such as the failed action."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{what}: {error.strerror or error}") from error


class Journal:
    """Objects, a line each. A line that was cut off, by a crash or a full disk, is ignored.

    Reading changes nothing, because another process may be writing.
    """

    def __init__(self, path: Path) -> None:
        """Set the file, which need not exist yet."""
        self.path = path

    def read(self) -> list[dict[str, Any]]:
        """Return the objects of all whole lines."""
        if not self.path.exists():
            return []
        *lines, _unfinished = self.path.read_bytes().split(b"\n")
        try:
            objects = [json.loads(line) for line in lines]
        except ValueError as error:
            raise InputError(f"{self.path} is damaged: {error}") from error
        if not all(isinstance(one, dict) for one in objects):
            raise InputError(f"{self.path} is damaged: a line is not an object")
        return objects

    @contextmanager
    def writing(self) -> Iterator["JournalWriter"]:
        """Return a writer; no other process can write at the same time."""
        with self.path.open("ab") as file:
            try:
                lock_file(file)
            except BlockingIOError:
                raise InputError(
                    f"another process is measuring for {self.path}: wait for its end, or take "
                    "another folder with --out"
                ) from None
            writer = JournalWriter(file, self.path.read_bytes().rfind(b"\n") + 1)
            try:
                yield writer
            finally:
                writer.save()


class JournalWriter:
    """Adds lines to a journal. They survive the end of the program, and mostly a power cut."""

    def __init__(self, file: BinaryIO, end: int) -> None:
        """Use an open file, given the end of its last whole line."""
        self._file = file
        self._end: int | None = end
        self._safe_since = time.monotonic()

    def add(self, line: dict[str, Any]) -> None:
        """Add an object."""
        if self._end is not None:  # a line that was cut off must not continue with the next one
            self._file.truncate(self._end)
            self._end = None
        self._file.write(json.dumps(line, allow_nan=False).encode() + b"\n")
        self._file.flush()
        if time.monotonic() - self._safe_since > _SECONDS_AT_RISK:
            self.save()

    def save(self) -> None:
        """Sync the file to the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._safe_since = time.monotonic()


def put_aside(path: Path) -> None:
    """Rename a file, if it exists, to a name with "old" and a number."""
    if not path.exists():
        return
    for number in count(1):
        aside = path.with_name(f"{path.stem}.old{number}{path.suffix}")
        if not aside.exists():
            path.replace(aside)
            return
