"""What all servers of the command line have in common: their file, their events, their end."""

import asyncio
import logging
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol, TypeVar

import click

from obversi.cli.event_log import EventLog
from obversi.errors import ObversiError
from obversi.net.punctual_loop import PunctualLoop
from obversi.net.store import Store

__all__ = ["Hosted", "hosted"]

# The last is for what fails in no request: it must not wait for one who reads it, either.
_LOGGERS: Final = ("obversi.net", "obversi.web", "asyncio")

# Threads that think for a millisecond ask for Python's lock more often than Python's usual 5 ms let
# the others have it: with shorter turns more answers come in time.
_SECONDS_OF_A_THREADS_TURN: Final = 0.0002


class Hosted(Protocol):
    """A server of games."""

    async def open(self) -> int:
        """Go on with the games of the store, whose number is returned, and let visitors in."""

    async def close(self, text: str) -> None:
        """Tell everybody why, and end; games stay as they are in the store."""


AnyHosted = TypeVar("AnyHosted", bound=Hosted)


def hosted(
    make: Callable[[Store], AnyHosted],
    greeting: Callable[[AnyHosted, int], Iterable[str]],
    database: Path,
    *,
    quiet: bool,
) -> None:
    """Serve until Ctrl-C or a signal that asks for the end.

    The greeting is what the owner reads when a server is open, which has so many games to go on.
    """
    sys.setswitchinterval(_SECONDS_OF_A_THREADS_TURN)
    with (
        _opened(database) as store,
        _events_on_stderr(quiet),
        asyncio.Runner(loop_factory=PunctualLoop) as runner,
    ):
        runner.run(_served(make, store, greeting))


@contextmanager
def _opened(database: Path) -> Iterator[Store]:
    """Open a file, or make it; a new one goes again if there was no server in the end."""
    is_new = not database.exists()
    with Store.open(database) as store:
        try:
            yield store
        except ObversiError:
            has_games = store.unfinished() != ([], []) or any(True for _ in store.records())
            if is_new and not has_games:
                store.discard()
            raise


async def _served(
    make: Callable[[Store], AnyHosted],
    store: Store,
    greeting: Callable[[AnyHosted, int], Iterable[str]],
) -> None:
    server = make(store)
    asked_to_end = asyncio.Event()
    loop = asyncio.get_running_loop()

    def end() -> None:
        asked_to_end.set()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)  # the second time it ends at once

    try:
        games = await server.open()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, end)
        for line in greeting(server, games):
            click.echo(line)
        await asked_to_end.wait()
    finally:
        await server.close("the server ends now; games go on when it is back")


@contextmanager
def _events_on_stderr(quiet: bool) -> Iterator[None]:
    """Show what the server tells, a line an event; failures are shown in any case."""
    handler = EventLog()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(logging.WARNING if quiet else logging.INFO)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
        handler.close()
