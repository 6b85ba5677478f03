"""``obversi review``: where a game was won and lost."""

import json

import click

from obversi.analysis import Analysis
from obversi.board import Board
from obversi.cli.options import (
    engine_options,
    examples,
    json_option,
    rules_option,
    size_option,
    unicode_option,
)
from obversi.cli.positions import PositionCommand, readable_records, report_problem
from obversi.cli.progress import progress
from obversi.cli.review_report import review_object, tell_review
from obversi.cli.terminal import open_terminal
from obversi.engine import Engine
from obversi.errors import FormatError
from obversi.limit import Limit
from obversi.review import review

__all__ = ["review_command"]

_SOME_LEFT_OUT, _NOTHING_REVIEWED = 1, 2
_DEFAULT_SECONDS = 0.5


@click.command(
    "review",
    short_help="Tell where a game was won and lost.",
    cls=PositionCommand,
    epilog=examples(
        "obversi review game.ggf                     mistakes, and what was better",
        "obversi review f5d6c3d3c4 --rules reversed  fewest discs win",
        "obversi review game.ggf --seconds 5         a closer look",
        "obversi review games.txt --json             all games, for another program",
    ),
)
@click.argument("game")
@rules_option
@size_option
@click.option(
    "--seconds", type=float, help=f"Time for each position.  [default: {_DEFAULT_SECONDS:g}]"
)
@click.option("--depth", type=int, help="Plies to look ahead.")
@click.option("--nodes", type=int, help="Positions to look at, for each of the game.")
@click.option(
    "--boards", type=click.IntRange(0), default=3, show_default=True, help="Worst moves to draw."
)
@engine_options(hash_mb=64)
@unicode_option
@json_option
@click.pass_context
def review_command(
    context: click.Context,
    game: str,
    rules: str,
    size: int,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    boards: int,
    threads: int,
    hash_mb: int,
    unicode: bool | None,
    as_json: bool,
) -> None:
    """Tell where a game was won and lost: its mistakes, what was better, and how each player did.

    GAME is the moves of a game (f5d6c3), a file of games, or - for stdin. A move that gives 2 discs
    away is an inaccuracy, 5 a mistake, 10 a blunder, by the rules of the game.
    """
    limit = Limit(seconds=seconds, depth=depth, nodes=nodes)
    if limit.is_unlimited:
        limit = Limit(seconds=_DEFAULT_SECONDS)
    found, left_out = readable_records(game, rules, size)
    terminal = open_terminal(unicode)
    reviewed = 0
    with Engine(threads, hash_mb) as engine:
        for number, record in enumerate(found, start=1):
            if not record.moves:
                left_out += 1
                report_problem(game, FormatError("there are no moves", f"game {number}"))
                continue
            with progress("reviewing", len(record.moves) + 1) as step:

                def analyse(board: Board) -> Analysis:
                    analysis = engine.analyse(board, limit)
                    step()
                    return analysis

                seen = review(record, analyse)
            if as_json:
                click.echo(json.dumps(review_object(seen)))
            else:
                if reviewed:
                    terminal.say()
                tell_review(terminal, seen, boards)
            reviewed += 1
    if left_out:
        context.exit(_SOME_LEFT_OUT if reviewed else _NOTHING_REVIEWED)
