"""Adding games to a database, within one transaction: rows, blocks and the index of positions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from obversi.database.encoding import EncodedGame, encode, storable, year_of
from obversi.database.names import NameWriter, StartWriter, rows_with
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
from obversi.sql.interface import Statements

# Games are stored in parts, so that a file of any length takes little memory.
_PART = 4096

_INSERT = """
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

    def __init__(self, statements: Statements, source: str) -> None:
        """Write within an open transaction."""
        self._statements = statements
        self._source = source
        self._players = NameWriter(statements, "player")
        self._events = NameWriter(statements, "event")
        self._openings = NameWriter(statements, "opening")
        self._sources = NameWriter(statements, "source")
        self._starts = StartWriter(statements)
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
        query = "SELECT coalesce(max(number), 0) + 1 AS first FROM game"
        first = self._statements.execute(query).fetchone()["first"]
        openings = self._openings.numbers(self._index(games, first))
        records = [game.record for game in games]
        players = self._players.numbers(
            [name for one in records for name in (one.black, one.white)]
        )
        numbers = zip(
            players[::2],
            players[1::2],
            self._events.numbers([record.place for record in records]),
            openings,
            self._starts.numbers([game.start for game in games]),
            strict=True,
        )
        [source] = self._sources.numbers([self._source])
        rows, columns = [], []
        for number, (game, known) in enumerate(zip(games, numbers, strict=True), start=first):
            record = game.record
            black, white, event, opening, start = known
            rows.append(
                (
                    *(number, game.identity, record.rules, start, game.moves),
                    *(black, white, event, storable(record.date), record.result, game.margin),
                    *(opening, source, game.details()),
                )
            )
            margin = UNKNOWN_MARGIN if game.margin is None else game.margin
            kind = (record.size, record.rules == "reversed")
            year = year_of(record.date)
            columns.append((black, white, event, opening, source, year, margin, *kind))
        self._statements.executemany(_INSERT, rows)
        append_columns(self._statements, first, np.array(columns, COLUMNS))
        self._added += len(games)

    def _new(self, games: Sequence[EncodedGame]) -> list[EncodedGame]:
        """Return the games that are not stored, each once."""
        found: dict[bytes, EncodedGame] = {}
        for game in games:
            found.setdefault(game.identity, game)
        query = "SELECT identity FROM game WHERE identity"
        for row in rows_with(self._statements, query, list(found)):
            found.pop(row["identity"], None)
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
            append_reached(self._statements, replace(reached, games=numbers[reached.games]))
            names = opening_names(starts, reached, *kind)
            for place, name in zip(places, names, strict=True):
                openings[place] = name
        return openings
