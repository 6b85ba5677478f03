"""``obversi db``: collect games of many files, and search them."""

from obversi.cli import command_group
from obversi.cli.options import examples

db_command = command_group(
    __name__,
    """Collect games in a database, and search them.

    The database is a file, or the address of a PostgreSQL database: postgresql://host/name.
    """,
    {
        "Commands": {
            "files.import": "Add the games of files.",
            "queries.games": "Search games.",
            "queries.position": "Show what was played in a position.",
            "queries.players": "List the players and their results.",
            "queries.stats": "Describe a database.",
            "files.export": "Write games to a file.",
        },
    },
    examples(
        "obversi db import my.db WTH_*.wtb games.ggf        collect games",
        "obversi db games my.db --player tamenori           search them",
        "obversi db position my.db f5d6c3                   what was played there",
        "obversi db export my.db out.ggf --years 1990-1999  write some of them",
    ),
)
