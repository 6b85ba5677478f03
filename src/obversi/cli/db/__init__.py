"""``obversi db``: collect games of many files, and search them."""

import click

from obversi.cli import LazyGroup
from obversi.cli.options import examples


@click.group(
    "db",
    cls=LazyGroup,
    package="obversi.cli.db",
    sections={
        "Commands": {
            "import": ("files", "Add the games of files."),
            "games": ("searching", "Search games."),
            "position": ("searching", "Show what was played in a position."),
            "players": ("contents", "List the players and their results."),
            "stats": ("contents", "Describe a database."),
            "export": ("files", "Write games to a file."),
        },
    },
    epilog=examples(
        "obversi db import my.db WTH_*.wtb games.ggf        collect games",
        "obversi db games my.db --player tamenori           search them",
        "obversi db position my.db f5d6c3                   what was played there",
        "obversi db export my.db out.ggf --years 1990-1999  write some of them",
    ),
)
def db_command() -> None:
    """Collect games in a database, and search them.

    The database is a file, or the address of a PostgreSQL database: postgresql://host/name.
    """
