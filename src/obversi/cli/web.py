"""``obversi web``: the app in a browser."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import click

from obversi.arena.store.store import USUAL_FILE as USUAL_ARENA
from obversi.cli import options
from obversi.cli.options import SectionedCommand, section
from obversi.cli.places import (
    chosen_place,
    engine_option,
    game_database_option,
    label_of,
    place_options,
)
from obversi.cli.server_options import Operating, limit_options, named_option, operating_options
from obversi.errors import InputError
from obversi.extras import require

if TYPE_CHECKING:
    from obversi.web.app_server import AppServer

_PORT = 8064


_network_options = section(
    "Network",
    options.host_option,
    options.port_option("--port", "Port for browsers; 0: any free one.", _PORT),
    options.port_option(
        "--lines-port", "Also accept programs, by lines of JSON as `obversi serve` does."
    ),
    named_option(
        *("--site", "sites", "NAME"), "Another host name of the app, for example behind a proxy."
    ),
    named_option(
        *("--proxy", "proxies", "NETWORK"),
        "Believe the X-Forwarded-For of this address or network.",
    ),
)

_file_options = section(
    "Files",
    place_options,
    options.file_option(
        "--arena",
        default=USUAL_ARENA,
        envvar="OBVERSI_ARENA",
        help="Show the tournaments of this file, also set by $OBVERSI_ARENA.",
    ),
    options.folder_option(
        "--lab",
        default="lab-results",
        envvar="OBVERSI_LAB",
        help="Show the experiments of this folder, also set by $OBVERSI_LAB.",
    ),
    options.file_option(
        "--book",
        "books",
        multiple=True,
        help="Show this opening book for its game.  [default: the books of the package]",
    ),
    game_database_option(
        "--game-database",
        help="Show how often moves were played in this file of `obversi db`, or in this PostgreSQL"
        " database, for example postgresql://host/name.",
    ),
    options.file_option(
        "--studies", help="Store studies in this file.  [default: beside the games]"
    ),
)

_agent_options = section(
    "Agents",
    named_option(
        *("--agent", "agents", "AGENT"),
        "Offer this agent besides the levels and the agents of the reports.",
    ),
    options.worker_options,
    engine_option,
)


@click.command(
    "web",
    cls=SectionedCommand,
    epilog=options.examples(
        "obversi web                               for yourself, in your browser",
        "obversi web --host 0.0.0.0 --no-open      for other machines too",
        "obversi web --agent r4:depth=6            with one more agent to play",
        "obversi web --arena my.db                 with the tournaments of this file",
    ),
)
@_network_options
@_file_options
@_agent_options
@section("Limits", limit_options(dict))
@options.flag_option(
    "--allow-runs", "Let browsers run tournaments of built-in agents, and experiments of the lab."
)
@options.flag_option("--no-open", "Do not open a browser.")
@operating_options
def web_command(
    host: str,
    database: Path,
    store: str | None,
    bus: str | None,
    agents: tuple[str, ...],
    books: tuple[Path, ...],
    game_database: Path | str | None,
    studies: Path | None,
    no_open: bool,
    limits: dict[str, Any],
    operating: Operating,
    **others: Any,
) -> None:
    """Play, analyse and study both games in a browser, alone or with others.

    The app listens on this machine only unless --host says otherwise, and needs no internet. Every
    move is stored before it is sent to clients: after Ctrl-C or a crash all games resume.
    """
    require("obversi web", "web", "fastapi", "uvicorn")
    # Other commands start faster without these.
    from obversi.book.book import Book
    from obversi.cli.hosting import hosted
    from obversi.database.database import GameDatabase
    from obversi.web.app_server import AppServer, PortTakenError
    from obversi.web.settings import DEFAULT_AGENTS, AppSettings, default_limits

    place = chosen_place(database, store, bus)
    if game_database is not None:
        GameDatabase.open(game_database).close()  # an error is reported before the app listens
    settings = AppSettings(
        host=host,
        agents=(*DEFAULT_AGENTS, *agents),
        books=[Book.open(book) for book in books],
        game_database=game_database,
        studies=studies or (place if isinstance(place, str) else _beside(place)),
        limits=replace(default_limits(host), **limits),
        bus=bus,
        **others,
    )

    def greeting(server: AppServer, games: int) -> Iterator[str]:
        page = f"http://{_local_address(server.address)}/"
        if not no_open:
            open_in_browser(page)
        return _greeting(server, page, label_of(place), games)

    try:
        hosted(
            lambda store: AppServer(store, settings),
            greeting,
            place,
            bus,
            host=host,
            operating=operating,
        )
    except PortTakenError as error:
        raise InputError(f"{error}; --port 0 takes any free one") from error


def _beside(database: Path) -> Path:
    """Return the usual file of studies.

    >>> _beside(Path("obversi-games.db")).name
    'obversi-games-studies.db'
    """
    return database.with_name(f"{database.stem}-studies.db")


def _greeting(server: "AppServer", page: str, database: str, games: int) -> Iterator[str]:
    yield f"open {page} in a browser"
    if server.games.address:
        yield f"listening on {server.games.address} (lines)"
    yield f"games are stored in {database}" + (f": {games} of them resume" if games else "")


def _local_address(address: str) -> str:
    """Return an address that a browser of this machine can open.

    >>> _local_address("0.0.0.0:8064"), _local_address("[::]:8064")
    ('127.0.0.1:8064', '[::1]:8064')
    """
    host, _, port = address.rpartition(":")
    return f"{ {'0.0.0.0': '127.0.0.1', '[::]': '[::1]'}.get(host, host) }:{port}"


def open_in_browser(page: str) -> None:
    """Open a page if there is a display; a failure is ignored, as the address is printed too."""
    if has_display():
        Thread(target=_open, args=(page,), name="browser", daemon=True).start()


def has_display() -> bool:
    """Whether a browser would open a window: a browser in the terminal would hide the output."""
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(page: str) -> None:
    # In a session of its own, which Ctrl-C in the terminal does not end.
    with suppress(OSError):
        subprocess.run(
            [sys.executable, "-m", "webbrowser", page],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            check=False,
        )
