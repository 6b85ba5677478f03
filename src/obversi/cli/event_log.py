"""What a server tells its owner, line by line, without ever waiting for him to read it."""

import logging
import os
import queue
import threading
import time
from typing import Final

from obversi.net.rate import Rate

__all__ = ["EventLog"]

_STDERR: Final = 2

# So many lines may wait for one who does not read, and so much time there is for them at the end.
_MOST_WAITING: Final = 1000
_LAST_SECONDS: Final = 1.0
_PAUSE_SECONDS: Final = 0.05

# Whatever strangers do, a file of events does not grow faster. Failures are counted apart, so that
# no crowd hides them.
_LINES_A_SECOND: Final = 50.0
_LINES_AT_ONCE: Final = 500


class EventLog(logging.Handler):
    """Writes to stderr in a thread of its own; what is too much is counted, and left out.

    Somebody may have stopped his terminal, or started the server with a pipe that nobody reads:
    the thread waits then, and nobody else.
    """

    def __init__(self, file: int = _STDERR) -> None:
        """Begin to write to a file that is open."""
        super().__init__()
        self._file = file
        self._lines: queue.Queue[str | None] = queue.Queue(_MOST_WAITING)
        now = time.monotonic()
        self._rates = {
            is_failure: Rate(_LINES_A_SECOND, _LINES_AT_ONCE, now) for is_failure in (False, True)
        }
        self._left_out = 0
        self._thread = threading.Thread(target=self._write_all, name="events", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Have a line written, unless there are too many."""
        rate = self._rates[record.levelno >= logging.WARNING]
        if not rate.take(time.monotonic()):
            self._left_out += 1
            return
        line = self.format(record)
        if self._left_out:
            line = f"({self._left_out} lines are left out)\n{line}"
        try:
            self._lines.put_nowait(line)
        except queue.Full:
            self._left_out += 1
        else:
            self._left_out = 0

    def close(self) -> None:
        """Write what waits, as far as somebody reads it."""
        try:
            self._lines.put(None, timeout=_LAST_SECONDS)
        except queue.Full:
            pass
        else:
            self._thread.join(_LAST_SECONDS)
        super().close()

    def _write_all(self) -> None:
        while (line := self._lines.get()) is not None:
            # Not by Python's own file: whoever waits there keeps the process from its end.
            data = f"{line}\n".encode(errors="replace")
            while data:
                try:
                    data = data[os.write(self._file, data) :]
                except BlockingIOError:  # some terminals are like that
                    time.sleep(_PAUSE_SECONDS)
                except OSError:
                    return  # nobody is there any more
