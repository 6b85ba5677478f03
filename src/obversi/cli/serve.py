"""``obversi serve``: the game server."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from obversi.cli.options import FiniteRange, examples, rules_option, size_option
from obversi.cli.server_options import database_option, host_option, thinking_options
from obversi.errors import ObversiError
from obversi.net.bounds import Bounds

__all__ = ["serve_command"]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_USUAL: Final = Bounds()

# Beside 0 for all is well, as exit statuses.
_SOME_LEFT_OUT: Final = 1

_CS621_ONLY: Final = ("against", "color", "rules", "size")


def _bound(flag: str, name: str, words: str) -> Callable[[Decorated], Decorated]:
    """Add an option for a bound, whose usual value tells whether it counts or measures."""
    usual = getattr(_USUAL, name)
    kind = click.IntRange(min=1) if isinstance(usual, int) else FiniteRange(min=0, min_open=True)
    return click.option(flag, name, type=kind, default=usual, show_default=True, help=words)


@click.command(
    "serve",
    short_help="Let people and agents play each other over the network.",
    epilog=examples(
        "obversi serve                              on this machine only",
        "obversi serve --host 0.0.0.0 --port 7000   for everybody who can reach it",
        "obversi serve --agent r4:depth=4           with one more agent to play",
        "obversi serve --export games.ggf           the games that were played",
    ),
)
@host_option
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=6464,
    show_default=True,
    help="Port for lines; 0: any free one.",
)
@click.option(
    "--web-port",
    type=click.IntRange(0, 65535),
    default=6465,
    show_default=True,
    help="Port for WebSockets; 0: any free one.",
)
@click.option("--no-web", is_flag=True, help="Have no port for WebSockets.")
@click.option(
    "--site",
    "sites",
    multiple=True,
    metavar="NAME",
    help="Let pages of this site use the WebSocket too, as behind a proxy.",
)
@database_option
@click.option(
    "--export",
    "export_file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write all games of the file to this one, such as games.ggf, and end.",
)
@click.option(
    "--agent",
    "agents",
    multiple=True,
    metavar="AGENT",
    help="Offer this agent too, beside random, greedy and the levels.",
)
@thinking_options
@_bound("--connections", "connections", "Have so many visitors at most.")
@_bound("--per-address", "connections_of_address", "Have so many from one address at most.")
@_bound("--games", "games", "Have so many games at most.")
@_bound("--new-games", "new_games_a_minute", "Begin so many a minute for an address.")
@_bound("--keep", "kept_games", "Keep the last so many games in the file.")
@_bound("--rate", "messages_per_second", "Hear so many messages of a visitor a second.")
@_bound("--think", "think_seconds", "Stop an agent's search after so many seconds.")
@_bound("--wait", "waiting_seconds", "Wait so many seconds for a player who is gone.")
@click.option("--quiet", is_flag=True, help="Say nothing of who comes and what is played.")
@click.option(
    "--compat",
    type=click.Choice(["cs621"]),
    help="Speak the wire of this course over TCP; the four below are for its clients.",
)
@click.option("--against", default="level=4", show_default=True, help="Whom such a client meets.")
@click.option(
    "--color",
    type=click.Choice(["any", "black", "white"]),
    default="any",
    show_default=True,
    help="What such a client plays.",
)
@rules_option
@size_option
def serve_command(
    host: str,
    port: int,
    web_port: int,
    no_web: bool,
    sites: tuple[str, ...],
    database: Path,
    export_file: Path | None,
    agents: tuple[str, ...],
    workers: int | None,
    hash_mb: int,
    quiet: bool,
    compat: str | None,
    against: str,
    color: str,
    rules: str,
    size: int,
    **bounds: Any,
) -> None:
    """Let people and agents play each other, and agents of this machine, over the network.

    The server judges all games, and keeps each move in a file before anyone is told of it: after
    Ctrl-C or a crash all games go on where they were. Programs connect by TCP with lines of JSON,
    browsers by WebSocket with the same messages; `obversi connect` is one of the programs.
    """
    # All other commands begin sooner without these.
    from obversi.cli.serving import export_games, serve
    from obversi.net.cs621_connection import Cs621Settings
    from obversi.net.server import ServerSettings

    if export_file is not None:
        games, problems = export_games(database, export_file)
        click.echo(f"{games} games of {database} are in {export_file}")
        for problem in problems:
            click.echo(f"obversi: {problem}", err=True)
        if problems:
            click.get_current_context().exit(_SOME_LEFT_OUT)
        return
    if compat is None:
        context = click.get_current_context()
        for name in _CS621_ONLY:
            if context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT:
                raise ObversiError(
                    f"--{name} goes with --compat cs621: other clients say what they want to play"
                )
    settings = ServerSettings(
        host=host,
        port=port,
        web_port=None if no_web else web_port,
        sites=sites,
        agents=agents,
        workers=workers,
        hash_mb=hash_mb,
        bounds=Bounds(**bounds),
        cs621=Cs621Settings(against=against, color=color, rules=rules, size=size)
        if compat
        else None,
    )
    serve(settings, database, quiet=quiet)
