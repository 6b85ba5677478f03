"""The games of a database, read from their rows."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from obversi.database.encoding import decode, year_of
from obversi.database.names import read_start
from obversi.errors import FormatError
from obversi.formats.lines import OnProblem
from obversi.formats.record import GameRecord

__all__ = ["StoredGame", "game_of_number", "stored_records"]

_GAME: Final = """
    SELECT game.*, black.name AS black_name, white.name AS white_name, event.name AS place,
        opening.name AS opening_name, source.name AS source_name
    FROM game
    JOIN player AS black ON black.number = game.black
    JOIN player AS white ON white.number = game.white
    JOIN event ON event.number = game.event
    JOIN opening ON opening.number = game.opening
    JOIN source ON source.number = game.source
    WHERE game.number = ?
"""


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


def game_of_number(connection: sqlite3.Connection, number: int) -> StoredGame:
    """Return a game; damage is a ValueError, TypeError or LookupError."""
    row = connection.execute(_GAME, (number,)).fetchone()
    if row is None:
        raise LookupError("a part of it is missing")
    record = decode(
        *(read_start(connection, row["start"]), row["rules"], row["moves"]),
        black=row["black_name"],
        white=row["white_name"],
        place=row["place"],
        date=row["date"],
        result=row["result"],
        details=row["details"],
    )
    return StoredGame(number, record, row["margin"], row["opening_name"], row["source_name"])


def stored_records(connection: sqlite3.Connection, on_problem: OnProblem) -> Iterator[GameRecord]:
    """Go through all games of a database; damaged ones are reported and left out."""
    for (number,) in connection.execute("SELECT number FROM game ORDER BY number"):
        try:
            record = game_of_number(connection, number).record
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            on_problem(FormatError(f"it is damaged: {error}", f"game {number}"))
        else:
            yield record
