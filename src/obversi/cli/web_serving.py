"""The app from its start to its end, as its owner sees it in a terminal."""

from collections.abc import Iterator
from pathlib import Path

from obversi.cli.browser import open_in_browser
from obversi.cli.hosting import hosted
from obversi.errors import ObversiError
from obversi.web.door import AppServer, PortTakenError
from obversi.web.settings import AppSettings

__all__ = ["serve_app"]


def serve_app(settings: AppSettings, database: Path, *, open_browser: bool, quiet: bool) -> None:
    """Serve until Ctrl-C or a signal that asks for the end."""

    def greeting(server: AppServer, games: int) -> Iterator[str]:
        page = f"http://{_named(server.address)}/"
        if open_browser:
            open_in_browser(page)
        yield f"open {page} in a browser"
        if server.games.address:
            yield f"listening on {server.games.address} (lines)"
        yield f"games are kept in {database}" + (f": {games} of them go on" if games else "")

    try:
        hosted(lambda store: AppServer(store, settings), greeting, database, quiet=quiet)
    except PortTakenError as error:
        raise ObversiError(f"{error}; --port 0 takes any free one") from error


def _named(address: str) -> str:
    """Return an address that a browser of this machine can open.

    >>> _named("0.0.0.0:8064"), _named("[::]:8064"), _named("127.0.0.1:8064")
    ('127.0.0.1:8064', '[::1]:8064', '127.0.0.1:8064')
    """
    host, _, port = address.rpartition(":")
    return f"{ {'0.0.0.0': '127.0.0.1', '[::]': '[::1]'}.get(host, host) }:{port}"
