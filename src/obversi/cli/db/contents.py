"""``obversi db players`` and ``obversi db stats``."""

from dataclasses import asdict
from pathlib import Path

import click

from obversi.cli import options
from obversi.cli.db.tables import RESULT_COLUMNS, RESULT_NAMES, result_cells, show_table
from obversi.cli.places import game_database_argument
from obversi.cli.progress import progress
from obversi.cli.terminal import print_json
from obversi.database import GameDatabase
from obversi.database.results import ORDERS, Order

_MOST_NAMES_SHOWN = 20


@click.command(
    "players",
    epilog=options.examples(
        "obversi db players my.db",
        "obversi db players my.db --by strength --limit 50",
    ),
)
@game_database_argument
@click.option("--name", default="", help="A part of the names.")
@click.option("--by", type=click.Choice(ORDERS), default="games", help="The order.")
@click.option("--limit", type=options.WholeRange(1, 10**6), default=20, help="Players to show.")
@options.json_option
def players_command(file: Path | str, name: str, by: Order, limit: int, as_json: bool) -> None:
    """List the players of FILE: those with the most games first, or those with the best results.

    With few games a result counts less: each player is given ten draws more.
    """
    with GameDatabase.open(file) as database, progress("counting"):
        players = database.players(name, by=by, limit=limit)
    if as_json:
        for player in players:
            print_json(asdict(player))
        return
    rows = [result_cells(player.name, player) for player in players]
    show_table(("player", *RESULT_NAMES), rows, RESULT_COLUMNS)


@click.command(
    "stats",
    epilog=options.examples("obversi db stats my.db", "obversi db stats my.db --json"),
)
@game_database_argument
@options.json_option
def stats_command(file: Path | str, as_json: bool) -> None:
    """Show how many games FILE has: by rules, size, result, opening and source."""
    with GameDatabase.open(file) as database, progress("counting"):
        stats = database.stats()
    if as_json:
        print_json(asdict(stats))
        return
    years = "" if stats.first_year is None else f", years {stats.first_year} to {stats.last_year}"
    click.echo(f"games {stats.games:,}, players {stats.players:,}, events {stats.events:,}{years}")
    click.echo(f"black won {stats.black_wins:,}, white {stats.white_wins:,}, draws {stats.draws:,}")
    for rules, size, games in stats.kinds:
        click.echo(f"{games:9,}  {rules} {size}×{size}")
    for title, names in (("openings", stats.openings), ("sources", stats.sources)):
        if names:
            click.echo(f"{title}:")
        for name, games in names[:_MOST_NAMES_SHOWN]:
            click.echo(f"{games:9,}  {name}")
        if (more := len(names) - _MOST_NAMES_SHOWN) > 0:
            click.echo(f"           and {more:,} more")
