"""A game server from its start to its end, as its owner sees it in a terminal."""

from collections.abc import Iterator
from pathlib import Path

from obversi.cli.hosting import hosted
from obversi.formats.saving import format_to_write, write_path
from obversi.net.server import Server, ServerSettings
from obversi.net.store import Store

__all__ = ["export_games", "serve"]


def serve(settings: ServerSettings, database: Path, *, quiet: bool) -> None:
    """Serve until Ctrl-C or a signal that asks for the end."""
    hosted(
        lambda store: Server(store, settings),
        lambda server, games: _greeting(server, settings, database, games),
        database,
        quiet=quiet,
    )


def export_games(database: Path, target: Path) -> tuple[int, list[str]]:
    """Write the games that were played, in the format that the name of a file tells.

    Their number is returned, and what is wrong with those that were left out.
    """
    format_to_write(target)
    problems: list[str] = []
    with Store.open(database, to_serve=False) as store:
        return write_path(store.records(problems.append), target), problems


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
