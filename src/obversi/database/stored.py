"""The games of a database, read from their rows."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from obversi.database.encoding import decode, year_of
from obversi.database.names import rows_with, start_of
from obversi.errors import FormatError
from obversi.formats.lines import OnProblem
from obversi.formats.record import GameRecord
from obversi.sql.interface import Row, Statements

_GAMES = """
    SELECT game.*, black.name AS black_name, white.name AS white_name, event.name AS place,
        opening.name AS opening_name, source.name AS source_name, start.size, start.own, start.opp,
        start.turn
    FROM game
    JOIN player AS black ON black.number = game.black
    JOIN player AS white ON white.number = game.white
    JOIN event ON event.number = game.event
    JOIN opening ON opening.number = game.opening
    JOIN source ON source.number = game.source
    JOIN start ON start.number = game.start
    WHERE game.number
"""

# Games that are read at once.
_PART = 100


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with its number in the database.

    `margin` is black's, as recorded or as played, or None if it is unknown. `opening` is the name
    of the opening, or empty. `source` is the file that the game came from.
    """

    number: int
    record: GameRecord
    margin: int | None
    opening: str
    source: str

    @property
    def year(self) -> int | None:
        """The year of the game, if it is known."""
        return year_of(self.record.date) or None


def rows_of_games(statements: Statements, numbers: Iterable[int]) -> dict[int, Row]:
    """Return the rows of games by their numbers, for `game_of_row`."""
    return {row["number"]: row for row in rows_with(statements, _GAMES, numbers)}


def game_of_row(row: Row | None) -> StoredGame:
    """Return a game; damage is a ValueError, TypeError or LookupError."""
    if row is None:
        raise LookupError("a part of it is missing")
    record = decode(
        *(start_of(row), row["rules"], row["moves"]),
        black=row["black_name"],
        white=row["white_name"],
        place=row["place"],
        date=row["date"],
        result=row["result"],
        details=row["details"],
    )
    return StoredGame(row["number"], record, row["margin"], row["opening_name"], row["source_name"])


def stored_records(
    reading: Callable[[], AbstractContextManager[Statements]], on_problem: OnProblem
) -> Iterator[GameRecord]:
    """Go through all games of a database; damaged ones are reported and left out."""
    with reading() as statements:
        found = statements.execute("SELECT number FROM game ORDER BY number").fetchall()
    for part in parts_of([row["number"] for row in found]):
        with reading() as statements:
            rows = rows_of_games(statements, part)
        for number in part:
            try:
                record = game_of_row(rows.get(number)).record
            except (ValueError, TypeError, LookupError, AttributeError) as error:
                on_problem(FormatError(f"it is damaged: {error}", f"game {number}"))
            else:
                yield record


def parts_of(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    """Divide the numbers of games, so that few games are in memory."""
    for begin in range(0, len(numbers), _PART):
        yield numbers[begin : begin + _PART]
