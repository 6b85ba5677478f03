"""``obversi db games``, ``position``, ``players`` and ``stats``: what a database has."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from obversi.board import Board
from obversi.cli import options
from obversi.cli.db.filters import filter_options
from obversi.cli.db.tables import (
    RESULT_COLUMNS,
    RESULT_NAMES,
    result_cells,
    show_games,
    show_table,
)
from obversi.cli.places import game_database_argument
from obversi.cli.positions import PositionCommand, board_argument
from obversi.cli.progress import progress
from obversi.cli.terminal import print_json
from obversi.database.database import GameDatabase
from obversi.database.filters import GameFilter
from obversi.database.results import ORDERS, Order, PlayerResults
from obversi.database.stored import StoredGame
from obversi.formats.json_lines import to_object
from obversi.openings import name_of
from obversi.records import JsonObject

_SAMPLE = 5
_MOVERS = 3


@click.command(
    "games",
    cls=PositionCommand,
    epilog=options.examples(
        "obversi db games my.db --player tamenori --years 1990-1999",
        "obversi db games my.db --opening tiger --result draw --page 2",
        "obversi db games my.db --position f5d6c3d3 --move c4 --json",
    ),
)
@game_database_argument
@filter_options
@click.option("--page", type=options.BILLION, default=1, help="Which part of the games.")
@click.option("--limit", type=options.MILLION, default=20, help="Games of a page.")
@options.json_option
def games_command(
    file: Path | str, wanted: GameFilter, page: int, limit: int, as_json: bool
) -> None:
    """Show the games of FILE that fulfil all conditions, page by page.

    Names are compared without regard to case. Positions are found under all symmetries.
    """
    with GameDatabase.open(file) as database, progress("searching"):
        found = database.games(wanted, (page - 1) * limit, limit)
    if as_json:
        games = [_game_object(game) for game in found.games]
        print_json({"total": found.total, "page": page, "games": games})
        return
    show_games(found.games)
    pages = max(1, -(-found.total // limit))
    click.echo(f"games {found.total:,}, page {page} of {pages:,}")


def _game_object(game: StoredGame) -> JsonObject:
    return {
        "number": game.number,
        **to_object(game.record),
        "margin": game.margin,
        "opening": game.opening,
        "source": game.source,
    }


@click.command(
    "position",
    cls=PositionCommand,
    epilog=options.examples(
        "obversi db position my.db f5d6c3",
        "obversi db position my.db --size 6 --rules reversed",
        "obversi db position my.db f5d6 --json",
    ),
)
@game_database_argument
@board_argument
@options.json_option
def position_command(file: Path | str, board: Board, as_json: bool) -> None:
    """Show the moves played in POSITION: moves such as f5d6c3, or a board text.

    Games that reach an image of the position under symmetry count as well. Results are those of
    the mover. Names are those of the players with the most games with a move.
    """
    name = name_of(board)
    with GameDatabase.open(file) as database, progress("searching"):
        moves = database.moves(board)
        sample = database.games(GameFilter(position=board), limit=_SAMPLE).games
        players = {
            by: [database.movers(board, played.move, by=by, limit=_MOVERS) for played in moves]
            for by in ORDERS
        }
    if as_json:
        lists = zip(moves, players["games"], players["strength"], strict=True)
        found = {
            "position": board.to_string(),
            "rules": board.rules,
            "opening": name,
            "games": moves.games,
            "moves": [
                asdict(played)
                | {"players": [*map(asdict, frequent)], "strongest": [*map(asdict, strong)]}
                for played, frequent, strong in lists
            ],
            "sample": [_game_object(game) for game in sample],
        }
        print_json(found)
        return
    click.echo(board.status() + (f"  {name}" if name else ""))
    rows = [
        (*result_cells(played.move, played), _names(frequent))
        for played, frequent in zip(moves, players["games"], strict=True)
    ]
    show_table(("move", *RESULT_NAMES, "players"), rows, RESULT_COLUMNS)
    show_games(sample)
    click.echo(f"games with this position: {moves.games:,}")


def _names(players: Sequence[PlayerResults]) -> str:
    return ", ".join(f"{player.name} ({player.games:,})" for player in players)


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
@click.option("--limit", type=options.MILLION, default=20, help="Players to show.")
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
