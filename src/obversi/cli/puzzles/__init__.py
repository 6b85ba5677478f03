"""``obversi puzzles``: list, show, solve and make puzzles."""

import click

from obversi.cli import LazyGroup
from obversi.cli.options import examples


@click.group(
    "puzzles",
    cls=LazyGroup,
    package="obversi.cli.puzzles",
    sections={
        "Commands": {
            "list": ("contents", "List puzzles by game and theme."),
            "show": ("contents", "Show a puzzle, and its solution if asked."),
            "solve": ("solving", "Solve a puzzle in the terminal."),
            "make": ("making", "Make puzzles of games."),
        },
    },
    epilog=examples(
        "obversi puzzles solve daily                   the puzzle of this day",
        "obversi puzzles list --theme parity --size 6  what there is",
        "obversi puzzles make mine.txt games.ggf       from mistakes in your games",
        "obversi puzzles solve 1 --file mine.txt       and solve them",
    ),
)
def puzzles_command() -> None:
    """Solve puzzles: positions near the end of a game, with one best move."""
