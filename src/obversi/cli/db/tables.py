"""Tables of games and results on the terminal."""

from collections.abc import Sequence

import click

from obversi.analysis import margin_text
from obversi.database.results import MoveResults, PlayerResults
from obversi.database.stored import StoredGame

_LONGEST_NAME = 24

# Of a date such as 2004.09.18_05:54:38.MDT, the day.
_DATE = 10

#: The columns that `result_cells` writes after a name, and which of them are numbers.
RESULT_NAMES = ("games", "wins", "draws", "losses", "mean margin")
RESULT_COLUMNS = (1, 2, 3, 4, 5)


def show_games(games: Sequence[StoredGame]) -> None:
    """Print a line for each game."""
    rows = [
        (
            str(game.number),
            game.record.date[:_DATE],
            game.record.black or "?",
            game.record.white or "?",
            "?" if game.margin is None else margin_text(game.margin),
            game.opening,
            game.record.place,
        )
        for game in games
    ]
    show_table(("game", "date", "black", "white", "margin", "opening", "event"), rows, (0, 4))


def show_table(names: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int]) -> None:
    """Print a table without lines; `numbers` are the columns of numbers."""
    if not rows:
        return
    cells = [[_shown(cell) for cell in row] for row in (names, *rows)]
    # The last column has room for all of its text.
    table = [[*map(_short, row[:-1]), row[-1]] for row in cells]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        aligned = (
            cell.rjust(width) if column in numbers else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        click.echo("  ".join(aligned).rstrip())


def _shown(text: str) -> str:
    """Return a text on one line; names in files may have characters that control a terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 1] + "…"


def result_cells(name: str, results: MoveResults | PlayerResults) -> tuple[str, ...]:
    """Return the cells of a line about a move or a player."""
    counts = (results.games, results.wins, results.draws, results.losses)
    mean = "?" if results.mean_margin is None else f"{results.mean_margin:+.1f}"
    return (name, *(f"{count:,}" for count in counts), mean)
