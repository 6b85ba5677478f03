"""Adding games to a database, within one transaction: rows, blocks and the index of positions."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from obversi.database.encoding import EncodedGame, encode, storable, year_of
from obversi.database.names import NameWriter, StartWriter
from obversi.database.replay import opening_names, replay
from obversi.database.tables import (
    COLUMNS,
    UNKNOWN_MARGIN,
    append_columns,
    append_reached,
)
from obversi.errors import ObversiError
from obversi.formats.record import GameRecord
from obversi.rules import Rules

__all__ = ["Imported", "Importer", "Problem"]

# Games are stored in parts, so that a file of any length takes little memory.
_PART: Final = 4096

_INSERT: Final = """
    INSERT INTO game
        (number, identity, rules, start, moves, black, white, event, date, result, margin, opening,
         source, details)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of a source that was skipped: the source, the place in it, and the reason."""

    source: str
    place: str
    reason: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.source, self.place, self.reason) if part)


@dataclass(frozen=True, slots=True)
class Imported:
    """How many games were added, how many were there before, and what was skipped."""

    added: int
    duplicates: int
    problems: tuple[Problem, ...] = ()


class Importer:
    """Adds the games of one source."""

    def __init__(self, connection: sqlite3.Connection, source: str) -> None:
        """Write within the open transaction of a connection."""
        self._connection = connection
        self._source = source
        self._players = NameWriter(connection, "player")
        self._events = NameWriter(connection, "event")
        self._openings = NameWriter(connection, "opening")
        self._sources = NameWriter(connection, "source")
        self._starts = StartWriter(connection)
        self._waiting: list[EncodedGame] = []
        self._added = self._duplicates = 0
        self._problems: list[Problem] = []

    def report(self, place: str, reason: str) -> None:
        """Note a part of the source that is skipped."""
        self._problems.append(Problem(self._source, place, reason))

    def add(self, records: Iterable[GameRecord]) -> None:
        """Add games; those that cannot be stored are noted."""
        for number, record in enumerate(records, start=1):
            try:
                self._waiting.append(encode(record))
            except ObversiError as error:
                self.report(f"game {number}", str(error))
            if len(self._waiting) == _PART:
                self._store()

    def finish(self) -> Imported:
        """Store what is left, and return what was done."""
        self._store()
        return Imported(self._added, self._duplicates, tuple(self._problems))

    def _store(self) -> None:
        """Store the waiting games that are new."""
        games, self._waiting = self._new(self._waiting), []
        if not games:
            return
        query = "SELECT coalesce(max(number), 0) + 1 FROM game"
        first = self._connection.execute(query).fetchone()[0]
        openings = self._index(games, first)
        rows, columns = [], []
        source = self._sources.number(self._source)
        for number, (game, opening) in enumerate(zip(games, openings, strict=True), start=first):
            record = game.record
            black, white = self._players.number(record.black), self._players.number(record.white)
            event = self._events.number(record.place)
            start = self._starts.number(game.start)
            name = self._openings.number(opening)
            rows.append(
                (
                    *(number, game.identity, record.rules, start, game.moves),
                    *(black, white, event, storable(record.date), record.result, game.margin),
                    *(name, source, game.details()),
                )
            )
            margin = UNKNOWN_MARGIN if game.margin is None else game.margin
            kind = (record.size, record.rules == "reversed")
            columns.append((black, white, event, name, source, year_of(record.date), margin, *kind))
        self._connection.executemany(_INSERT, rows)
        append_columns(self._connection, first, np.array(columns, COLUMNS))
        self._added += len(games)

    def _new(self, games: Sequence[EncodedGame]) -> list[EncodedGame]:
        """Return the games that are not stored, each once."""
        query = "SELECT 1 FROM game WHERE identity = ?"
        found: dict[bytes, EncodedGame] = {}
        for game in games:
            stored = self._connection.execute(query, (game.identity,)).fetchone()
            if stored is None:
                found.setdefault(game.identity, game)
        self._duplicates += len(games) - len(found)
        return list(found.values())

    def _index(self, games: Sequence[EncodedGame], first: int) -> list[str]:
        """Add games to the index, from a number on, and return the names of their openings."""
        openings = [""] * len(games)
        kinds: dict[tuple[int, Rules], list[int]] = {}
        for place, game in enumerate(games):
            kinds.setdefault((game.record.size, game.record.rules), []).append(place)
        for kind, places in kinds.items():
            starts = [games[place].start for place in places]
            moves = [games[place].moves for place in places]
            numbers = first + np.array(places)
            reached = replay(starts, moves, *kind)
            append_reached(self._connection, replace(reached, games=numbers[reached.games]))
            names = opening_names(starts, reached, *kind)
            for place, name in zip(places, names, strict=True):
                openings[place] = name
        return openings
