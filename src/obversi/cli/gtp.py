"""``obversi gtp``: the engine inside boards that speak GTP."""

import sys

import click

from obversi.cli.options import engine_options, examples
from obversi.cli.protocol_options import name_option, player_options
from obversi.engine import Engine
from obversi.serve.gtp import GtpSession
from obversi.serve.incoming import incoming_lines, reader
from obversi.serve.player import Player
from obversi.serve.voice import Voice

__all__ = ["gtp_command"]


@click.command(
    "gtp",
    short_help="Serve a board program that speaks GTP.",
    epilog=examples(
        "obversi gtp                        what to enter in GoGui or Quarry",
        "obversi gtp --seconds 5            five seconds a move, without a clock",
        "obversi gtp --level 4 --name Anna  an opponent who errs at times",
    ),
)
@player_options
@engine_options(hash_mb=64)
@name_option("Obversi")
def gtp_command(
    level: int | None,
    seconds: float | None,
    depth: int | None,
    threads: int,
    hash_mb: int,
    name: str | None,
) -> None:
    """Serve a board program that speaks GTP, the Go Text Protocol, version 2, on stdin and stdout.

    boardsize is 4, 6 or 8. "set_game Anti-Othello", or "reversi-rules reversed", is the game in
    which fewest discs win. Clocks are kept.
    """
    with Engine(threads, hash_mb) as engine:
        player = Player(engine, seconds=seconds, depth=depth, level=level)
        session = GtpSession(player, name)
        say = Voice(sys.stdout)
        for line in incoming_lines(reader(sys.stdin)):
            if (response := session.hear(line)) is not None:
                # The blank line that ends a response is its own.
                say(str(response).removesuffix("\n"))
            if session.is_over:
                return
