"""``obversi nboard``: the engine inside boards that speak NBoard."""

import sys

import click

from obversi.cli.options import engine_options, examples
from obversi.cli.protocol_options import name_option, player_options
from obversi.engine import Engine
from obversi.serve.incoming import incoming_lines, reader
from obversi.serve.nboard import NBoardSession
from obversi.serve.player import Player
from obversi.serve.voice import Voice

__all__ = ["nboard_command"]


@click.command(
    "nboard",
    short_help="Serve a board program that speaks NBoard.",
    epilog=examples(
        "obversi nboard                         what to enter in NBoard as a command",
        "obversi nboard --threads 2             the same, with two cores",
        "obversi nboard --level 4 --name Anna   an opponent who errs at times",
    ),
)
@player_options
@engine_options(hash_mb=64)
@name_option("Obversi and its depth")
def nboard_command(
    level: int | None,
    seconds: float | None,
    depth: int | None,
    threads: int,
    hash_mb: int,
    name: str | None,
) -> None:
    """Serve a board program that speaks the NBoard protocol, version 1 or 2, on stdin and stdout.

    Games of all sizes and both rule sets are played: TY[8a] is the game in which fewest discs win.
    The depth and the clocks that the board tells are kept.
    """
    with Engine(threads, hash_mb) as engine:
        player = Player(engine, seconds=seconds, depth=depth, level=level)
        session = NBoardSession(player, Voice(sys.stdout), name)
        try:
            for line in incoming_lines(reader(sys.stdin)):
                if not session.hear(line):
                    return
            session.end(finish_move=True)
        finally:
            session.end()
