"""``obversi web``: the app in a browser."""

from pathlib import Path
from typing import Final

import click

from obversi.arena.store import USUAL_FILE as USUAL_ARENA
from obversi.cli.lab.options import USUAL_FOLDER as USUAL_LAB
from obversi.cli.options import examples
from obversi.cli.server_options import database_option, host_option, thinking_options

__all__ = ["web_command"]

_USUAL_PORT: Final = 8064


@click.command(
    "web",
    short_help="Play, analyse and study in a browser.",
    epilog=examples(
        "obversi web                               for yourself, in your browser",
        "obversi web --host 0.0.0.0 --no-open      for everybody who can reach it",
        "obversi web --agent r4:depth=6            with one more agent to play",
        "obversi web --arena my.db                 with the tournaments of this file",
    ),
)
@host_option
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=_USUAL_PORT,
    show_default=True,
    help="Port for browsers; 0: any free one.",
)
@click.option(
    "--lines-port",
    type=click.IntRange(0, 65535),
    help="Let programs come too, by lines of JSON as to `obversi serve`.",
)
@click.option(
    "--site",
    "sites",
    multiple=True,
    metavar="NAME",
    help="Go by this name too, as behind a proxy.",
)
@database_option
@click.option(
    "--arena",
    type=click.Path(dir_okay=False, path_type=Path),
    default=USUAL_ARENA,
    show_default=True,
    envvar="OBVERSI_ARENA",
    help="Show the tournaments of this file, also by $OBVERSI_ARENA.",
)
@click.option(
    "--lab",
    type=click.Path(file_okay=False, path_type=Path),
    default=USUAL_LAB,
    show_default=True,
    envvar="OBVERSI_LAB",
    help="Show the report of this folder, also by $OBVERSI_LAB.",
)
@click.option(
    "--agent",
    "agents",
    multiple=True,
    metavar="AGENT",
    help="Offer this agent too, beside the levels and those of the reports.",
)
@thinking_options
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
@click.option("--quiet", is_flag=True, help="Say nothing of who comes and what is played.")
def web_command(
    host: str,
    port: int,
    lines_port: int | None,
    sites: tuple[str, ...],
    database: Path,
    arena: Path,
    lab: Path,
    agents: tuple[str, ...],
    workers: int | None,
    hash_mb: int,
    no_open: bool,
    quiet: bool,
) -> None:
    """Play, analyse and study both games in a browser, alone or with others.

    The app listens on this machine alone unless --host says otherwise, and needs no internet. Every
    move is kept in a file before anyone is told of it: after Ctrl-C or a crash all games go on
    where they were.
    """
    # All other commands begin sooner without these.
    from obversi.cli.web_serving import serve_app
    from obversi.web.settings import USUAL_AGENTS, AppSettings, usual_bounds

    settings = AppSettings(
        host=host,
        port=port,
        lines_port=lines_port,
        sites=sites,
        agents=(*USUAL_AGENTS, *agents),
        workers=workers,
        hash_mb=hash_mb,
        arena=arena,
        lab=lab,
        bounds=usual_bounds(host),
    )
    serve_app(settings, database, open_browser=not no_open, quiet=quiet)
