"""Lines from outside, as they come: none is too long for the memory, and none stops the others."""

import io
import os
import stat
from collections.abc import Callable, Iterator
from typing import Final, TextIO

from obversi.errors import FormatError

__all__ = ["incoming_lines", "is_file", "reader"]

_CHUNK: Final = 1 << 16


def incoming_lines(
    read: Callable[[int], bytes], longest: int = 1 << 16
) -> Iterator[str | FormatError]:
    r"""Go through the lines of what is read, without their ends; a longer one comes as an error.

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
        # Of a line that is too long already, one byte more than it may have tells that.
        begun += rest[: max(longest + 2 - len(begun), 0)]
    if begun:
        yield _line(begun, longest)


def reader(stream: TextIO) -> Callable[[int], bytes]:
    """Return what reads the bytes of a text stream as soon as some are there.

    Of a file of the system nothing is read before it is asked for, so that nobody waits for a line
    that stands in some buffer.
    """
    try:
        number = stream.fileno()
    except (OSError, ValueError):
        buffer = stream.buffer
        assert isinstance(buffer, io.BufferedIOBase)
        return buffer.read1
    return lambda count: os.read(number, count)


def is_file(stream: TextIO) -> bool:
    """Whether all lines of a stream are in a file, and nobody is at the other end."""
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def _line(data: bytearray, longest: int) -> str | FormatError:
    line = data.removesuffix(b"\r")
    if len(line) > longest:
        return FormatError(f"a line has more than {longest} bytes")
    return line.decode("utf-8", "replace")
