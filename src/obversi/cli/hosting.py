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
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol, TypeVar

import click

from obversi.cli.log_lines import JsonLines
from obversi.cli.server_options import Operating
from obversi.errors import ObversiError
from obversi.extras import require
from obversi.net.event_loop import TimestampingEventLoop
from obversi.net.limits import TokenBucket
from obversi.net.operations.events import event
from obversi.net.operations.operator_port import OperatorPort
from obversi.net.operations.pages import OperatorPages
from obversi.net.store import GameStore

_STDERR = 2
_ENDING = (signal.SIGINT, signal.SIGTERM)

# An exit status.
_NOT_ENDED = 1

# Lines that may wait to be written, and the time to write them at the end.
_MOST_WAITING = 1000
_LAST_SECONDS = 1.0
_PAUSE_SECONDS = 0.05

# Lines that come within this time are written together, up to a number.
_GATHER_SECONDS = 0.02
_MOST_AT_ONCE = 500

# A log does not grow faster, whatever clients do. Failures have a limit of their own, so that many
# other events do not hide them.
_LINES_A_SECOND = 50.0
_LINES_AT_ONCE = 500

# With an event for each request: for programs that collect them.
_EVENTS_A_SECOND = 5000.0

# The last one reports failures outside of requests.
_LOGGERS = ("obversi.net", "obversi.web", "asyncio")
_LOG = logging.getLogger("obversi.net")

# A server that has not ended by itself after this time is ended. All moves are on the disk.
_END_SECONDS = 15.0

# Threads that search for a millisecond release Python's lock only after its usual 5 ms: with a
# shorter interval more replies are in time.
_SWITCH_SECONDS = 0.0002


class EventLog(logging.Handler):
    """Writes to stderr in its own thread; lines above a limit are counted and left out.

    If the terminal is stopped, or stderr is a pipe that is not read, only this thread waits.
    """

    def __init__(self, file: int = _STDERR, lines_a_second: float | None = None) -> None:
        """Start the thread that writes to an open file."""
        super().__init__()
        lines_a_second = lines_a_second or _LINES_A_SECOND
        at_once = max(_LINES_AT_ONCE, int(lines_a_second))
        self._file = file
        self._lines: queue.Queue[str | None] = queue.Queue(max(_MOST_WAITING, at_once))
        now = time.monotonic()
        self._buckets = {
            is_failure: TokenBucket(lines_a_second, at_once, now) for is_failure in (False, True)
        }
        self._left_out = 0
        self._ending = threading.Event()
        self._has_ended = False
        self._thread = threading.Thread(target=self._write_all, name="events", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Queue a line, unless there are too many."""
        if not self._buckets[record.levelno >= logging.WARNING].take(time.monotonic()):
            self._left_out += 1
            return
        line = self.format(record)
        if self._left_out:
            line = f"{self._words_of_left_out()}\n{line}"
        try:
            self._lines.put_nowait(line)
        except queue.Full:
            self._left_out += 1
        else:
            self._left_out = 0

    def _words_of_left_out(self) -> str:
        formatter = self.formatter
        if isinstance(formatter, JsonLines):
            return formatter.left_out(self._left_out)
        return f"({self._left_out} lines are left out)"

    def close(self) -> None:
        """Write the waiting lines, if they are read within a second."""
        self._ending.set()
        try:
            self._lines.put(None, timeout=_LAST_SECONDS)
        except queue.Full:
            pass
        else:
            self._thread.join(_LAST_SECONDS)
        super().close()

    def _next_lines(self) -> str:
        """Wait for a line, and for those soon after it; nothing comes after the end."""
        if self._has_ended:
            return ""
        lines = [self._lines.get()]
        if lines[0] is not None:
            self._ending.wait(_GATHER_SECONDS)
            with suppress(queue.Empty):
                while lines[-1] is not None and len(lines) < _MOST_AT_ONCE:
                    lines.append(self._lines.get_nowait())
        self._has_ended = lines[-1] is None
        return "".join(f"{line}\n" for line in lines if line is not None)

    def _write_all(self) -> None:
        while lines := self._next_lines():
            # With Python's file object, a blocked write would keep the process from its end.
            data = lines.encode(errors="replace")
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

    @property
    def pages(self) -> OperatorPages:
        """The pages of the operator."""

    async def drain(self, seconds: float) -> None:
        """Accept no more clients, and wait at most some seconds for what runs."""

    async def close(self, text: str) -> None:
        """Send the reason to all clients, and end; games stay in the store."""


AnyHosted = TypeVar("AnyHosted", bound=Hosted)


def hosted(
    make: Callable[[GameStore], AnyHosted],
    greeting: Callable[[AnyHosted, int], Iterable[str]],
    place: Path | str,
    bus: str | None,
    *,
    host: str,
    operating: Operating,
) -> None:
    """Serve until Ctrl-C or SIGTERM, which lets searches and requests end first.

    `greeting` returns the lines to print when the server is open, with its number of games.
    """
    if operating.metrics_port is not None:
        require("--metrics-port", "metrics", "prometheus_client")
    sys.setswitchinterval(_SWITCH_SECONDS)
    with (
        _opened(place, bus) as store,
        _events_on_stderr(operating.quiet, operating.log_format),
        _limited_end() as limit_end,
        asyncio.Runner(loop_factory=TimestampingEventLoop) as runner,
    ):
        runner.run(_served(make(store), greeting, limit_end, host, operating))


@contextmanager
def _opened(place: Path | str, bus: str | None) -> Iterator[GameStore]:
    """Open or make a store; a new file is deleted if the server cannot be started."""
    is_new = isinstance(place, Path) and not place.exists()
    with GameStore.open(place, alone=bus is None) as store:
        try:
            yield store
        except (ObversiError, KeyboardInterrupt):
            if is_new and store.unfinished() == ([], []) and not any(store.records()):
                store.discard()
            raise


async def _served(
    server: AnyHosted,
    greeting: Callable[[AnyHosted, int], Iterable[str]],
    on_end: Callable[[], None],
    host: str,
    operating: Operating,
) -> None:
    operator_port = OperatorPort(server.pages)
    try:
        games = await server.open()
        lines = list(greeting(server, games))
        if operating.metrics_port is not None:
            address = await operator_port.open(host, operating.metrics_port)
            lines.append(f"metrics are at http://{address}/metrics")
        ending = _first_signal()
        for line in lines:
            click.echo(line)
        _LOG.debug("the server is open", extra=event("opened", games=games))
        if await ending == signal.SIGTERM:
            _LOG.debug("the server drains", extra=event("draining"))
            await server.drain(operating.drain_seconds)
        on_end()
    finally:
        await server.close("the server ends now; games resume when it is back")
        await operator_port.close()
        _LOG.debug("the server has ended", extra=event("ended"))


def _first_signal() -> asyncio.Future[int]:
    """Return the first signal to end; a second one ends the process at once."""
    loop = asyncio.get_running_loop()
    first: asyncio.Future[int] = loop.create_future()

    def end(number: int) -> None:
        if not first.done():
            first.set_result(number)
        for each in _ENDING:
            try:
                loop.remove_signal_handler(each)
            except NotImplementedError:
                signal.signal(each, signal.SIG_DFL)

    for number in _ENDING:
        try:
            loop.add_signal_handler(number, end, number)
        except NotImplementedError:  # on Windows
            signal.signal(number, lambda each, _: loop.call_soon_threadsafe(end, each))
    return first


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
def _events_on_stderr(quiet: bool, log_format: str = "text") -> Iterator[None]:
    """Print a line for each event of the server, or only its failures."""
    is_json = log_format == "json"
    handler = EventLog(lines_a_second=_EVENTS_A_SECOND if is_json else None)
    if is_json:
        handler.setFormatter(JsonLines())
        handler.addFilter(JsonLines.has_line)
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
    level = logging.WARNING if quiet else logging.DEBUG if is_json else logging.INFO
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(level)
    try:
        yield
    finally:
        for logger, before in zip(loggers, levels, strict=True):
            logger.removeHandler(handler)
            logger.setLevel(before)
        handler.close()
