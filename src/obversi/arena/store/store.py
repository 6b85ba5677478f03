"""A database of tournaments: settings, agents, openings and all games that have ended."""

import json
import sqlite3
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from obversi.arena.game.played import PlayedGame
from obversi.arena.openings import Openings
from obversi.arena.store.rows import (
    game_of_row,
    insert_tournament,
    moves_of_text,
    read_identity,
    row_of_game,
    storable,
    stored_of_rows,
)
from obversi.arena.store.schema import SCHEMA
from obversi.arena.store.stored import StoredTournament, differences
from obversi.arena.tournament.settings import TournamentSettings
from obversi.arguments import file_path
from obversi.board import Board
from obversi.errors import InputError, ObversiWarning
from obversi.records import JsonObject
from obversi.sqlite_file import (
    DamageError,
    NotFoundError,
    ProcessLock,
    explain_damage,
    explain_errors,
    migrate,
    open_database,
    transaction,
)

USUAL_FILE = Path("arena.db")

# Seconds to wait for other processes that write.
_TIMEOUT = 30.0

# No value of a tournament or a game comes near it.
LONGEST_VALUE = 16 << 20

# More than any tournament has openings or games.
_MOST_ROWS = 5_000_000

# Games are read in parts, so that exports of any length take little memory.
_PART = 500

# The number of tournaments in the message about one that does not exist.
_NAMED = 5

_TOURNAMENT = """
    SELECT *, (SELECT count(*) FROM game WHERE tournament = tournament.number) AS games
    FROM tournament
"""


class Store:
    """A file of tournaments, for one writing process and any number of reading ones.

    Each change is a transaction, and on the disk when the call returns.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Use a connection to an existing database; `Store.open` makes one."""
        self.path = path
        self._connection = connection
        self._warned_of: set[int] = set()

    @classmethod
    def open(cls, path: str | Path, *, create: bool = True, timeout: float = _TIMEOUT) -> Self:
        """Open a file; a missing one is created if `create` is true.

        `timeout` limits the wait for other processes, in seconds.
        """
        path = file_path(path)
        connection = open_database(
            path, SCHEMA, create=create, timeout=timeout, longest=LONGEST_VALUE
        )
        return cls(path, connection)

    def close(self) -> None:
        """Close the file."""
        with explain_errors(self.path):
            self._connection.close()

    def __enter__(self) -> Self:
        """Use the store as a context that closes it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    # Tournaments

    def add_tournament(
        self,
        settings: TournamentSettings,
        openings: Openings,
        identities: Sequence[Mapping[str, Any]],
        name: str | None = None,
        games: Iterable[PlayedGame] = (),
    ) -> int:
        """Add a tournament, with games that were played before, and return its number.

        `identities` has one for each agent, in their order.
        """
        with self._writing() as connection:
            called = _checked_name(name)
            number = insert_tournament(connection, settings, openings, identities, called)
            _insert_games(connection, number, games)
        return number

    def find_or_add(
        self,
        settings: TournamentSettings,
        openings: Openings,
        identities: Sequence[Mapping[str, Any]],
        name: str | None = None,
        *,
        same_seed: bool = False,
    ) -> StoredTournament:
        """Return the tournament that `find` finds, or add it; several processes add only one."""
        with self._writing() as connection:
            found = self.find(settings, name=name, same_seed=same_seed)
            if found is None:
                called = _checked_name(name)
                number = insert_tournament(connection, settings, openings, identities, called)
                found = self.tournament(number)
        return found

    def tournaments(self) -> list[StoredTournament]:
        """Return all tournaments, oldest first; damaged ones are left out with a warning."""
        found = []
        for number, stored in self._each_tournament():
            if isinstance(stored, StoredTournament):
                found.append(stored)
            elif number not in self._warned_of:
                self._warned_of.add(number)
                warnings.warn(str(stored), ObversiWarning, stacklevel=2)
        return found

    def tournament(self, which: int | str | None = None) -> StoredTournament:
        """Return the tournament with a number, the last one with a name, or the last of all."""
        text = storable(str(which).strip())
        chosen, values = "", []
        if which is not None:
            chosen, values = "WHERE CAST(number AS TEXT) = ? OR name = ?", [text, text]
        rows = self._rows(f"{_TOURNAMENT} {chosen} ORDER BY number DESC LIMIT 1", *values)
        if rows:
            return self._stored(rows[0])
        raise NotFoundError(self._not_found_text(text))

    def find(
        self, settings: TournamentSettings, *, name: str | None = None, same_seed: bool = False
    ) -> StoredTournament | None:
        """Return the last tournament with these settings, and with that name if given, or None.

        The seed may differ unless `same_seed` is true.
        """
        called = _checked_name(name)
        for stored in reversed(self.tournaments()):
            seed = settings.seed if same_seed else stored.settings.seed
            same = replace(settings, seed=seed) == stored.settings
            if same and called in (None, stored.name):
                return stored
        return None

    def openings(self, number: int) -> Openings:
        """Return the openings of a tournament."""
        stored = self.tournament(number)
        rows = self._rows("SELECT * FROM opening WHERE tournament = ? ORDER BY place", number)
        if not rows:
            raise DamageError(f"tournament {number} in {self.path} is damaged: it has no openings")
        boards = []
        for place, row in enumerate(rows):
            with explain_damage(self.path, f"opening {place + 1} of tournament {number}"):
                if row["place"] != place:
                    raise ValueError("it is missing")
                board = Board.parse(row["start"], stored.settings.rules)
                for move in moves_of_text(row["moves"]):
                    board.push(move)
                boards.append(board)
        origin = self._rows("SELECT origin FROM tournament WHERE number = ?", number)[0]["origin"]
        return Openings(tuple(boards), origin)

    def identities(self, number: int) -> list[JsonObject]:
        """Return the identities of the agents when the tournament started."""
        entrants = self.tournament(number).settings.entrants
        rows = self._rows("SELECT * FROM agent WHERE tournament = ?", number)
        stored = {row["place"]: row["identity"] for row in rows}
        identities = []
        for place, entrant in enumerate(entrants):
            with explain_damage(self.path, f"agent {entrant.label!r} of tournament {number}"):
                if place not in stored:
                    raise ValueError("it is missing")
                identities.append(read_identity(stored[place]))
        return identities

    def last_identities(self, number: int) -> list[JsonObject]:
        """Return the identities of the agents after their last changes."""
        identities = self.identities(number)
        for change in self.tournament(number).changes:
            identities[change.agent] = dict(change.identity)
        return identities

    def note_changes(self, number: int, identities: Sequence[Mapping[str, Any]]) -> None:
        """Store the identities of the agents from now on, if they have changed."""
        with self._writing() as connection:
            games = self.tournament(number).games
            # No game was played since these changes, so they do not matter.
            connection.execute(
                "DELETE FROM change WHERE tournament = ? AND games = ?", (number, games)
            )
            before = self.last_identities(number)
            for place, (old, new) in enumerate(zip(before, identities, strict=True)):
                written = json.dumps(new)
                what = ", ".join(differences(old, json.loads(written)))
                if what and games:
                    connection.execute(
                        "INSERT INTO change VALUES (?, ?, ?, ?, ?)",
                        (number, place, games, storable(what), written),
                    )
                elif what:
                    connection.execute(
                        "UPDATE agent SET identity = ? WHERE tournament = ? AND place = ?",
                        (written, number, place),
                    )

    def end(self, number: int, reason: str) -> None:
        """Store why a tournament is over."""
        self.tournament(number)
        with self._writing() as connection:
            connection.execute(
                "UPDATE tournament SET ended = ? WHERE number = ?", (storable(reason), number)
            )

    @contextmanager
    def playing(self, number: int) -> Iterator[None]:
        """Keep other processes from playing the same tournament meanwhile."""
        path = self.path.resolve()
        lock = ProcessLock(
            path.with_name(f"{lock_prefix(path)}{number}"),
            f"tournament {number} of {path} is being played by another process",
        )
        try:
            yield
        finally:
            lock.release()

    # Games

    def add_games(self, number: int, games: Iterable[PlayedGame]) -> None:
        """Add games of a tournament; games that exist are not changed."""
        with self._writing() as connection:
            _insert_games(connection, number, games)

    def games(self, number: int) -> list[PlayedGame]:
        """Return the games of a tournament in the order of their numbers."""
        return list(self.each_game(number))

    def each_game(self, number: int) -> Iterator[PlayedGame]:
        """Yield the games of a tournament by number, reading a few at a time."""
        self.tournament(number)
        last = -1
        while rows := self._rows(
            "SELECT * FROM game WHERE tournament = ? AND number > ? ORDER BY number LIMIT ?",
            *(number, last, _PART),
        ):
            for row in rows:
                last = row["number"]
                with explain_damage(self.path, f"game {last} of tournament {number}"):
                    game = game_of_row(row)
                yield game

    # Internals

    def _rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        with explain_errors(self.path):
            rows = self._connection.execute(query, values).fetchmany(_MOST_ROWS + 1)
        if len(rows) > _MOST_ROWS:
            raise InputError(f"{self.path} cannot be used: a table has more than {_MOST_ROWS} rows")
        return rows

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Run the block as a transaction, on tables of the current version."""
        with transaction(self._connection, self.path):
            migrate(self._connection, SCHEMA)
            yield self._connection

    def _each_tournament(self) -> Iterator[tuple[int, StoredTournament | DamageError]]:
        """Yield all numbers, oldest first, each with its tournament or an error."""
        for row in self._rows(_TOURNAMENT + " ORDER BY number"):
            try:
                yield row["number"], self._stored(row)
            except DamageError as error:
                yield row["number"], error

    def _stored(self, row: sqlite3.Row) -> StoredTournament:
        number = row["number"]
        changes = self._rows("SELECT * FROM change WHERE tournament = ? ORDER BY games", number)
        with explain_damage(self.path, f"tournament {number}"):
            return stored_of_rows(row, changes)

    def _not_found_text(self, which: str) -> str:
        """Return an error message that lists existing tournaments."""
        rows = self._rows("SELECT number, name FROM tournament ORDER BY number DESC")
        if not rows:
            return f"there is no tournament in {self.path}"
        names = [
            f"{row['number']} ({row['name']})" if row["name"] else str(row["number"])
            for row in reversed(rows[:_NAMED])
        ]
        last = "the last are " if len(rows) > _NAMED else "there is "
        return f"there is no tournament {which!r} in {self.path}: {last}{', '.join(names)}"


def _insert_games(connection: sqlite3.Connection, number: int, games: Iterable[PlayedGame]) -> None:
    rows = [row_of_game(number, game) for game in games]
    if not rows:
        return
    columns = list(rows[0])
    places = ", ".join(f":{column}" for column in columns)
    connection.executemany(
        f"INSERT INTO game ({', '.join(columns)}) VALUES ({places})"
        " ON CONFLICT (tournament, number) DO NOTHING",
        rows,
    )


def _checked_name(name: str | None) -> str | None:
    """Return a name as it is stored; one that looks like a number is rejected."""
    if name is None:
        return None
    if not name.strip() or name.strip().isdigit():
        raise InputError(f"{name!r} is not a name for a tournament: it needs a letter")
    stored = storable(name.strip())
    if not stored.isprintable():
        raise InputError(
            f"{name!r} is not a name for a tournament: it has characters that cannot be shown"
        )
    return stored


def lock_prefix(database: Path) -> str:
    """Return the start of the names of lock files; the number of the tournament follows."""
    return f"{database.name}-playing-"
