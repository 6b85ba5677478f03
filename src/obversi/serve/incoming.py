"""Lines of a stream in both directions; a line that is too long is reported as an error."""

import io
import os
import stat
from collections.abc import Callable, Iterator
from threading import Lock
from typing import TextIO

from obversi.errors import FormatError

_CHUNK = 1 << 16


def incoming_lines(
    read: Callable[[int], bytes], longest: int = 1 << 16
) -> Iterator[str | FormatError]:
    r"""Yield the lines without their ends; a line that is too long is yielded as an error.

    >>> file = io.BytesIO(b"nboard 2\r\ntoo long\ngo")
    >>> [str(line) for line in incoming_lines(file.read, longest=8)]
    ['nboard 2', 'too long', 'go']
    >>> file.seek(0)
    0
    >>> [str(line) for line in incoming_lines(file.read, longest=7)]
    ['a line has more than 7 bytes', 'a line has more than 7 bytes', 'go']
    """
    begun = bytearray()
    while data := read(_CHUNK):
        *complete, rest = data.split(b"\n")
        for part in complete:
            yield _line(begun + part, longest)
            begun.clear()
        # One byte more than allowed is enough to know that a line is too long.
        begun += rest[: max(longest + 2 - len(begun), 0)]
    if begun:
        yield _line(begun, longest)


def reader(stream: TextIO) -> Callable[[int], bytes]:
    """Return a function that reads the bytes of a text stream as soon as some are available.

    A system file is read without a buffer, so that a complete line is never left waiting in one.
    """
    try:
        number = stream.fileno()
    except (OSError, ValueError):
        buffer = stream.buffer
        assert isinstance(buffer, io.BufferedIOBase)
        return buffer.read1
    return lambda count: os.read(number, count)


def is_file(stream: TextIO) -> bool:
    """Whether a stream is a regular file, and not a program at the other end of a pipe."""
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def _line(data: bytearray, longest: int) -> str | FormatError:
    line = data.removesuffix(b"\r")
    if len(line) > longest:
        return FormatError(f"a line has more than {longest} bytes")
    return line.decode("utf-8", "replace")


class LineWriter:
    """Writes lines to a stream from any thread, and flushes each."""

    def __init__(self, stream: TextIO) -> None:
        """Write to this stream."""
        self._stream = stream
        self._lock = Lock()

    def __call__(self, message: object) -> None:
        """Write a message and the end of its line."""
        with self._lock:
            self._stream.write(f"{message}\n")
            self._stream.flush()
