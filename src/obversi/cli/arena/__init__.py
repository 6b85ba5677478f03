"""``obversi arena``: stored tournaments."""

import click

from obversi.cli import LazyGroup
from obversi.cli.options import COMMANDS_FOR_GAMES, examples


@click.group(
    "arena",
    cls=LazyGroup,
    package="obversi.cli.arena",
    needs=("arena", "scipy", "jinja2"),
    sections={
        "Commands": {
            "run": ("run", "Play a tournament, or resume it."),
            "list": ("results", "List the tournaments."),
            "show": ("results", "Show the standings of a tournament."),
            "resume": ("run", "Resume a tournament."),
            "export": ("results", "Write a tournament to a file."),
            "ladder": ("ladder", "Rate all agents of the package."),
        },
    },
    epilog="\n\n".join(
        [
            COMMANDS_FOR_GAMES,
            examples(
                "obversi arena run greedy r4:depth=2 engine:depth=4   each against each",
                "obversi arena show                                   standings and ratings",
                "obversi arena export 1 games.ggf                     all games of the first",
            ),
        ]
    ),
)
def arena_command() -> None:
    """Play tournaments whose games are stored as they end, and rate the agents."""
