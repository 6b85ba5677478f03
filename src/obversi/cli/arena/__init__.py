"""``obversi arena``: stored tournaments."""

from obversi.cli import command_group
from obversi.cli.options import COMMANDS_FOR_GAMES, examples

arena_command = command_group(
    __name__,
    """Play tournaments whose games are stored as they end, and rate the agents.""",
    {
        "Commands": {
            "run": "Play a tournament, or resume it.",
            "results.list": "List the tournaments.",
            "results.show": "Show the standings of a tournament.",
            "run.resume": "Resume a tournament.",
            "results.export": "Write a tournament to a file.",
            "ladder": "Rate all agents of the package.",
        },
    },
    COMMANDS_FOR_GAMES,
    examples(
        "obversi arena run greedy r4:depth=2 engine:depth=4   each against each",
        "obversi arena show                                   standings and ratings",
        "obversi arena export 1 games.ggf                     all games of the first",
    ),
    needs=("arena", "scipy", "jinja2"),
)
