"""What `obversi serve` and `obversi web` share: the store, the log of events, and the end."""

import asyncio
import logging
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol, TypeVar

import click

from obversi.errors import ObversiError
from obversi.net.event_loop import TimestampingEventLoop
from obversi.net.limits import TokenBucket
from obversi.net.store import GameStore

__all__ = ["EventLog", "Hosted", "hosted"]

_STDERR: Final = 2
_ENDING: Final = (signal.SIGINT, signal.SIGTERM)

# An exit status.
_NOT_ENDED: Final = 1

# Lines that may wait to be written, and the time to write them at the end.
_MOST_WAITING: Final = 1000
_LAST_SECONDS: Final = 1.0
_PAUSE_SECONDS: Final = 0.05

# A log does not grow faster, whatever clients do. Failures have a limit of their own, so that many
# other events do not hide them.
_LINES_A_SECOND: Final = 50.0
_LINES_AT_ONCE: Final = 500

# The last one reports failures outside of requests.
_LOGGERS: Final = ("obversi.net", "obversi.web", "asyncio")

# A server that has not ended by itself after this time is ended. All moves are on the disk.
_END_SECONDS: Final = 15.0

# Threads that search for a millisecond release Python's lock only after its usual 5 ms: with a
# shorter interval more replies are in time.
_SWITCH_SECONDS: Final = 0.0002


class EventLog(logging.Handler):
    """Writes to stderr in its own thread; lines above a limit are counted and left out.

    If the terminal is stopped, or stderr is a pipe that is not read, only this thread waits.
    """

    def __init__(self, file: int = _STDERR) -> None:
        """Start the thread that writes to an open file."""
        super().__init__()
        self._file = file
        self._lines: queue.Queue[str | None] = queue.Queue(_MOST_WAITING)
        now = time.monotonic()
        self._buckets = {
            is_failure: TokenBucket(_LINES_A_SECOND, _LINES_AT_ONCE, now)
            for is_failure in (False, True)
        }
        self._left_out = 0
        self._thread = threading.Thread(target=self._write_all, name="events", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Queue a line, unless there are too many."""
        if not self._buckets[record.levelno >= logging.WARNING].take(time.monotonic()):
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
        """Write the waiting lines, if they are read within a second."""
        try:
            self._lines.put(None, timeout=_LAST_SECONDS)
        except queue.Full:
            pass
        else:
            self._thread.join(_LAST_SECONDS)
        super().close()

    def _write_all(self) -> None:
        while (line := self._lines.get()) is not None:
            # With Python's file object, a blocked write would keep the process from its end.
            data = f"{line}\n".encode(errors="replace")
            while data:
                try:
                    data = data[os.write(self._file, data) :]
                except BlockingIOError:  # a terminal in non-blocking mode
                    time.sleep(_PAUSE_SECONDS)
                except OSError:
                    return  # the other end is closed


class Hosted(Protocol):
    """A game server."""

    async def open(self) -> int:
        """Resume the games of the store, return their number, and accept clients."""

    async def close(self, text: str) -> None:
        """Send the reason to all clients, and end; games stay in the store."""


AnyHosted = TypeVar("AnyHosted", bound=Hosted)


def hosted(
    make: Callable[[GameStore], AnyHosted],
    greeting: Callable[[AnyHosted, int], Iterable[str]],
    database: Path,
    *,
    quiet: bool,
) -> None:
    """Serve until Ctrl-C or SIGTERM.

    `greeting` returns the lines to print when the server is open, with its number of games.
    """
    sys.setswitchinterval(_SWITCH_SECONDS)
    with (
        _opened(database) as store,
        _events_on_stderr(quiet),
        _limited_end() as limit_end,
        asyncio.Runner(loop_factory=TimestampingEventLoop) as runner,
    ):
        runner.run(_served(make, store, greeting, limit_end))


@contextmanager
def _opened(database: Path) -> Iterator[GameStore]:
    """Open or make a store; a new one is deleted if the server cannot be started."""
    is_new = not database.exists()
    with GameStore.open(database) as store:
        try:
            yield store
        except ObversiError:
            has_games = store.unfinished() != ([], []) or any(True for _ in store.records())
            if is_new and not has_games:
                store.discard()
            raise


async def _served(
    make: Callable[[GameStore], AnyHosted],
    store: GameStore,
    greeting: Callable[[AnyHosted, int], Iterable[str]],
    on_end: Callable[[], None],
) -> None:
    server = make(store)
    end_requested = asyncio.Event()
    loop = asyncio.get_running_loop()

    def end() -> None:
        on_end()
        end_requested.set()
        for number in _ENDING:
            try:
                loop.remove_signal_handler(number)  # a second signal ends it at once
            except NotImplementedError:
                signal.signal(number, signal.SIG_DFL)

    try:
        games = await server.open()
        for number in _ENDING:
            try:
                loop.add_signal_handler(number, end)
            except NotImplementedError:  # on Windows
                signal.signal(number, lambda *_: loop.call_soon_threadsafe(end))
        for line in greeting(server, games):
            click.echo(line)
        await end_requested.wait()
    finally:
        await server.close("the server ends now; games resume when it is back")


@contextmanager
def _limited_end() -> Iterator[Callable[[], None]]:
    """Yield a function that lets the rest of the block take a limited time.

    Python would wait for every thread, even for one that never returns.
    """

    def end() -> None:
        os.write(_STDERR, f"obversi: a thread did not end within {_END_SECONDS:g} s\n".encode())
        os._exit(_NOT_ENDED)

    timer = threading.Timer(_END_SECONDS, end)
    timer.daemon = True
    try:
        yield timer.start
    finally:
        timer.cancel()


@contextmanager
def _events_on_stderr(quiet: bool) -> Iterator[None]:
    """Print a line for each event of the server, or only its failures."""
    handler = EventLog()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(logging.WARNING if quiet else logging.INFO)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.removeHandler(handler)
            logger.setLevel(level)
        handler.close()
