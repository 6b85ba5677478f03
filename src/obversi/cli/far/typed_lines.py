"""What somebody types, while other things go on."""

import asyncio
import io
import os
import sys
import threading
from collections.abc import Callable

from obversi.errors import FormatError
from obversi.wire import LineBuffer

__all__ = ["TypedLines"]

_READ_BYTES = 4096


class TypedLines:
    """The lines of standard input, read by a thread that the end of the program does not wait for.

    It reads from the file itself: a lock of the stream would be held for as long as nobody types.
    """

    def __init__(self) -> None:
        """Begin to read when the first line is asked for."""
        self.is_terminal = sys.stdin.isatty()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._thread: threading.Thread | None = None
        self._has_ended = False

    async def next(self) -> str | None:
        """Wait for the next line, without its end; None says that there are no more."""
        if self._thread is None:
            loop = asyncio.get_running_loop()
            self._thread = threading.Thread(target=self._read, args=[loop, _reader()], daemon=True)
            self._thread.start()
        if self._has_ended:
            return None
        line = await self._lines.get()
        self._has_ended = line is None
        return line

    def _read(self, loop: asyncio.AbstractEventLoop, read: Callable[[], bytes]) -> None:
        buffer = LineBuffer()
        lines: list[str | None] = []
        while lines[-1:] != [None]:
            try:
                data = read()
                # What comes last may be a line without its end.
                lines = [*buffer.feed(data)] if data else [*filter(None, buffer.feed(b"\n")), None]
            except (OSError, FormatError):  # no terminal any more, or a line without an end
                lines = [None]
            try:
                for line in lines:
                    loop.call_soon_threadsafe(self._lines.put_nowait, line)
            except RuntimeError:
                return  # the game is over, and so is the loop


def _reader() -> Callable[[], bytes]:
    try:
        number = sys.stdin.fileno()
    except io.UnsupportedOperation:  # a stream without a file, as in tests
        buffer = sys.stdin.buffer
        return lambda: buffer.read(_READ_BYTES)
    return lambda: os.read(number, _READ_BYTES)
