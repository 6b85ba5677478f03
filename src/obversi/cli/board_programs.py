"""``obversi gtp`` and ``obversi nboard``: the engine for board programs."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import click

from obversi.cli import options
from obversi.engine import Engine, book_player
from obversi.serve.gtp import GtpSession
from obversi.serve.incoming import LineWriter, incoming_lines, reader
from obversi.serve.nboard import NBoardSession
from obversi.serve.search import TimedEngine


@contextmanager
def _opened(
    threads: int, hash_mb: int, book: str | None, tolerance: int | None, **limits: Any
) -> Iterator[TimedEngine]:
    moves = None if book is None else book_player(book, tolerance)
    with Engine(threads, hash_mb, book=moves) as engine:
        yield TimedEngine(engine, **limits)


_player_options = options.grouped(
    "opened",
    _opened,
    click.option("--level", type=options.LEVEL, help="Play as well as this level, not better."),
    click.option(
        "--seconds",
        type=options.SECONDS,
        help="Maximum time for a move.  [default: 1 without a limit]",
    ),
    click.option(
        "--depth",
        type=options.DEPTH,
        help="Plies to search, unless the board program says it.",
    ),
    click.option(
        "--book", metavar="FILE|default", help="Play the moves of this book, or the package's."
    ),
    click.option(
        "--tolerance",
        type=options.WholeRange(0, 64),
        help="Discs that a move of the book may be worse than the best, whatever its results.",
    ),
    options.engine_options(hash_mb=64),
)


def _name_option(usual: str) -> Callable[[Any], Any]:
    """Return ``--name``; `usual` describes its default."""

    def check(_context: click.Context, _option: click.Parameter, name: str | None) -> str | None:
        # A line end would end the message that contains the name.
        if name is not None and not name.isprintable():
            raise click.BadParameter(f"{name!r} is not a name: expected printable characters.")
        return name

    return click.option(
        "--name", callback=check, help=f"The name of the program.  [default: {usual}]"
    )


@click.command(
    "gtp",
    epilog=options.examples(
        "obversi gtp                        what to enter in GoGui or Quarry",
        "obversi gtp --seconds 5            five seconds a move, without a clock",
        "obversi gtp --level 4 --name Anna  an opponent that makes mistakes",
    ),
)
@_player_options
@_name_option("Obversi")
def gtp_command(opened: AbstractContextManager[TimedEngine], name: str | None) -> None:
    """Serve a board program that speaks GTP, the Go Text Protocol, version 2, on stdin and stdout.

    boardsize is 4, 6 or 8. "set_game Anti-Othello", or "reversi-rules reversed", is the game in
    which fewest discs win. Clocks are observed.
    """
    with opened as player:
        session = GtpSession(player, name)
        say = LineWriter(sys.stdout)
        for line in incoming_lines(reader(sys.stdin)):
            if (response := session.handle(line)) is not None:
                # The blank line that ends a response is its own.
                say(str(response).removesuffix("\n"))
            if session.is_over:
                return


@click.command(
    "nboard",
    epilog=options.examples(
        "obversi nboard                         what to enter in NBoard as a command",
        "obversi nboard --threads 2             the same, with two cores",
        "obversi nboard --level 4 --name Anna   an opponent that makes mistakes",
    ),
)
@_player_options
@_name_option("Obversi and its depth")
def nboard_command(opened: AbstractContextManager[TimedEngine], name: str | None) -> None:
    """Serve a board program that speaks the NBoard protocol, version 1 or 2, on stdin and stdout.

    Games of all sizes and both rule sets are played: TY[8a] is the game in which fewest discs win.
    The depth and the clocks of the board program are observed.
    """
    with opened as player:
        session = NBoardSession(player, LineWriter(sys.stdout), name)
        try:
            for line in incoming_lines(reader(sys.stdin)):
                if not session.handle(line):
                    return
            session.end(finish_move=True)
        finally:
            session.end()
