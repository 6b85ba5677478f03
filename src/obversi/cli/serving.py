"""A server from its start to its end, as its owner sees it in a terminal."""

import asyncio
import logging
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from obversi.cli.event_log import EventLog
from obversi.errors import ObversiError
from obversi.formats.saving import format_to_write, write_path
from obversi.net.server import Server, ServerSettings
from obversi.net.store import Store

__all__ = ["export_games", "serve"]

_LOGGER: Final = "obversi.net"

# Threads that think for a millisecond ask for Python's lock more often than Python's usual 5 ms let
# the others have it: with shorter turns more answers come in time.
_SECONDS_OF_A_THREADS_TURN: Final = 0.0002


def serve(settings: ServerSettings, database: Path, *, quiet: bool) -> None:
    """Serve until Ctrl-C or a signal that asks for the end."""
    sys.setswitchinterval(_SECONDS_OF_A_THREADS_TURN)
    with _opened(database) as store, _events_on_stderr(quiet):
        asyncio.run(_served(Server(store, settings), settings, database))


def export_games(database: Path, target: Path) -> tuple[int, list[str]]:
    """Write the games that were played, in the format that the name of a file tells.

    Their number is returned, and what is wrong with those that were left out.
    """
    format_to_write(target)
    problems: list[str] = []
    with Store.open(database, to_serve=False) as store:
        return write_path(store.records(problems.append), target), problems


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


async def _served(server: Server, settings: ServerSettings, database: Path) -> None:
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
        for line in _greeting(server, settings, database, games):
            click.echo(line)
        await asked_to_end.wait()
    finally:
        await server.close("the server ends now; games go on when it is back")


def _greeting(
    server: Server, settings: ServerSettings, database: Path, games: int
) -> Iterator[str]:
    kind = "lines" if settings.cs621 is None else "cs621"
    web = f" and {server.web_address} (WebSocket)" if server.web_address else ""
    yield f"listening on {server.address} ({kind}){web}"
    host, _, port = server.address.rpartition(":")
    compat = "" if settings.cs621 is None else " --compat cs621"
    yield f"to play: obversi connect {host.strip('[]')} {port}{compat}"
    yield f"games are kept in {database}" + (f": {games} of them go on" if games else "")


@contextmanager
def _events_on_stderr(quiet: bool) -> Iterator[None]:
    """Show what the server tells, a line an event; failures are shown in any case."""
    logger = logging.getLogger(_LOGGER)
    handler = EventLog()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
    logger.addHandler(handler)
    logger.setLevel(logging.WARNING if quiet else logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        handler.close()
