"""``obversi puzzles``: list, show, solve and make puzzles."""

from obversi.cli import command_group
from obversi.cli.options import examples

puzzles_command = command_group(
    __name__,
    """Solve puzzles: positions near the end of a game, with one best move.""",
    {
        "Commands": {
            "contents.list": "List puzzles by game and theme.",
            "contents.show": "Show a puzzle, and its solution if asked.",
            "solving.solve": "Solve a puzzle in the terminal.",
            "making.make": "Make puzzles of games.",
        },
    },
    examples(
        "obversi puzzles solve daily                   the puzzle of this day",
        "obversi puzzles list --theme parity --size 6  what there is",
        "obversi puzzles make mine.txt games.ggf       from mistakes in your games",
        "obversi puzzles solve 1 --file mine.txt       and solve them",
    ),
)
