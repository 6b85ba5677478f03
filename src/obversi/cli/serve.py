"""``obversi serve``: the game server."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from obversi.cli import options
from obversi.cli.options import SectionedCommand, section
from obversi.cli.places import chosen_place, engine_option, label_of, place_options
from obversi.cli.server_options import Operating, limit_options, named_option, operating_options
from obversi.errors import InputError
from obversi.extras import require
from obversi.net.limits import ServerLimits

if TYPE_CHECKING:
    from obversi.net.server import Server, ServerSettings

# An exit status.
_SOME_LEFT_OUT = 1


_cs621_options = options.grouped(
    "cs621",
    dict,
    click.option("--against", default="level=4", help="Opponent of such a client."),
    click.option(
        "--color",
        type=click.Choice(["any", "black", "white"]),
        default="any",
        help="Colour of such a client.",
    ),
    options.rules_option,
    options.size_option,
)


_network_options = section(
    "Network",
    options.host_option,
    options.port_option("--port", "Port for lines; 0: any free one.", 6464),
    options.port_option("--web-port", "Port for WebSockets; 0: any free one.", 6465),
    options.flag_option("--no-web", "Open no port for WebSockets."),
    named_option(
        *("--site", "sites", "NAME"),
        "Let pages of this site use the WebSocket too, for example behind a proxy.",
    ),
)

_game_options = section(
    "Games and agents",
    place_options,
    options.file_option(
        "--export",
        "export_file",
        help="Write all stored games to this file, such as games.ggf, and end.",
    ),
    named_option(
        *("--agent", "agents", "AGENT"), "Offer this agent besides random, greedy and the levels."
    ),
    options.worker_options,
    engine_option,
)

_course_options = section(
    "The protocol of a course",
    click.option(
        "--compat",
        type=click.Choice(["cs621"]),
        help="Use the protocol of this course over TCP; the next four options are for its clients.",
    ),
    _cs621_options,
)


@click.command(
    "serve",
    cls=SectionedCommand,
    epilog=options.examples(
        "obversi serve                              on this machine only",
        "obversi serve --host 0.0.0.0 --port 7000   for other machines too",
        "obversi serve --agent r4:depth=4           with one more agent to play",
        "obversi serve --export games.ggf           the games that were played",
    ),
)
@_network_options
@_game_options
@section("Limits", limit_options(ServerLimits))
@_course_options
@operating_options
def serve_command(
    web_port: int,
    no_web: bool,
    database: Path,
    store: str | None,
    bus: str | None,
    export_file: Path | None,
    limits: ServerLimits,
    operating: Operating,
    compat: str | None,
    cs621: dict[str, Any],
    **others: Any,
) -> None:
    """Let people and agents play each other, and agents of this machine, over the network.

    The server checks all moves, and stores each of them before it is sent to clients: after Ctrl-C
    or a crash all games resume. Programs connect by TCP with lines of JSON, browsers by WebSocket
    with the same messages; `obversi connect` is one of the programs.
    """
    require("obversi serve", "web", "pydantic", "websockets")
    # Other commands start faster without these.
    from obversi.cli.hosting import hosted
    from obversi.net.cs621_connection import Cs621Settings
    from obversi.net.server import Server, ServerSettings

    place = chosen_place(database, store, bus)
    if export_file is not None:
        _export(place, export_file)
        return
    if compat is None:
        context = click.get_current_context()
        for name in cs621:
            if context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT:
                raise InputError(
                    f"--{name} needs --compat cs621: other clients say what they want to play"
                )
    settings = ServerSettings(
        web_port=None if no_web else web_port,
        limits=limits,
        bus=bus,
        cs621=Cs621Settings(**cs621) if compat else None,
        **others,
    )
    hosted(
        lambda store: Server(store, settings),
        lambda server, games: _greeting(server, settings, label_of(place), games),
        place,
        bus,
        host=settings.host,
        operating=operating,
    )


def _export(place: Path | str, target: Path) -> None:
    """Write the stored games, in the format of the file's extension."""
    from obversi.formats.saving import format_to_write, write_path
    from obversi.net.store import GameStore

    format_to_write(target)
    problems: list[str] = []
    with GameStore.open(place, to_serve=False) as store:
        games = write_path(store.records(problems.append), target)
    click.echo(f"{games} games of {label_of(place)} are in {target}")
    for problem in problems:
        click.echo(f"obversi: {problem}", err=True)
    if problems:
        click.get_current_context().exit(_SOME_LEFT_OUT)


def _greeting(
    server: "Server", settings: "ServerSettings", database: str, games: int
) -> Iterator[str]:
    kind, compat = ("lines", "") if settings.cs621 is None else ("cs621", " --compat cs621")
    web = f" and {server.web_address} (WebSocket)" if server.web_address else ""
    yield f"listening on {server.address} ({kind}){web}"
    host, _, port = server.address.rpartition(":")
    yield f"to play: obversi connect {host.strip('[]')} {port}{compat}"
    yield f"games are stored in {database}" + (f": {games} of them resume" if games else "")
