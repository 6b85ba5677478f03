"""A database of tournaments: what was planned, who played, and every game that has ended."""

import json
import os
import sqlite3
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Self

from obversi.arena.game.played import PlayedGame
from obversi.arena.openings import Openings
from obversi.arena.store.agent_change import differences
from obversi.arena.store.game_row import (
    game_of_row,
    moves_of_text,
    row_of_game,
    storable,
)
from obversi.arena.store.lock import playing_lock
from obversi.arena.store.problems import AbsenceError, DamageError, named_problem, whole
from obversi.arena.store.schema import bring_up_to_date, prepare
from obversi.arena.store.stored import StoredTournament
from obversi.arena.store.tournament_row import (
    insert_tournament,
    read_identity,
    stored_of_rows,
)
from obversi.arena.store.transaction import transaction
from obversi.arena.tournament.settings import TournamentSettings
from obversi.board import Board
from obversi.errors import ObversiError, ObversiWarning

__all__ = ["USUAL_FILE", "Store"]

USUAL_FILE: Final = Path("arena.db")

# So long, in seconds, a process waits for others that are writing.
_PATIENCE: Final = 30.0

# Games are read in parts, so that exports of any length take little memory.
_PART: Final = 500

# So many tournaments are named where one is asked for that is not there.
_NAMED: Final = 5

_TOURNAMENT: Final = """
    SELECT *, (SELECT count(*) FROM game WHERE tournament = tournament.number) AS games
    FROM tournament
"""


class Store:
    """A file of tournaments, for one process that plays and any number that look.

    What is added is on the disk when the call returns, whole or not at all.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Take a connection to tables that are there; `Store.open` makes one."""
        self.path = path
        self._connection = connection
        self._told_damaged: set[int] = set()

    @classmethod
    def open(cls, path: str | Path, *, create: bool = True, patience: float = _PATIENCE) -> Self:
        """Open a file, or make it if it is not there and `create` says so.

        Who has to wait for other processes does so for `patience` seconds.
        """
        path = Path(path)
        with named_problem(path):
            if not create and path.parent.is_dir() and not path.exists():
                raise ObversiError(f"{path} cannot be used: there is no such file")
            connection = _connected(path, create, patience)
            try:
                connection.row_factory = sqlite3.Row
                # A text that is none harms what it belongs to, not all that is read with it.
                connection.text_factory = lambda text: text.decode(errors="replace")
                prepare(connection, path, create, patience)
            except BaseException:
                connection.close()
                raise
        return cls(path, connection)

    def close(self) -> None:
        """Close the file."""
        with named_problem(self.path):
            self._connection.close()

    def __enter__(self) -> Self:
        """Use it as a context, to have it closed."""
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
    ) -> int:
        """Add a tournament of which no game was played, and return its number.

        There is an identity for each of its agents, in their order.
        """
        with self._writing() as connection:
            return insert_tournament(
                connection, settings, openings, identities, _checked_name(name)
            )

    def find_or_add(
        self,
        settings: TournamentSettings,
        openings: Openings,
        identities: Sequence[Mapping[str, Any]],
        name: str | None = None,
        *,
        same_seed: bool = False,
    ) -> StoredTournament:
        """Return the tournament that `find` finds, or add it: of many that try, one adds it."""
        with self._writing() as connection:
            found = self.find(settings, name=name, same_seed=same_seed)
            if found is None:
                called = _checked_name(name)
                number = insert_tournament(connection, settings, openings, identities, called)
                found = self.tournament(number)
        return found

    def tournaments(self) -> list[StoredTournament]:
        """Return all tournaments, the oldest first, but for damaged ones: these are warned of."""
        found = []
        for number, stored in self._each_tournament():
            if isinstance(stored, StoredTournament):
                found.append(stored)
            elif number not in self._told_damaged:
                self._told_damaged.add(number)
                warnings.warn(str(stored), ObversiWarning, stacklevel=2)
        return found

    def tournament(self, which: int | str | None = None) -> StoredTournament:
        """Return the tournament of a number, the last one of a name, or the last of all."""
        text = storable(str(which).strip())
        chosen, values = "", []
        if which is not None:
            chosen, values = "WHERE CAST(number AS TEXT) = ? OR name = ?", [text, text]
        rows = self._rows(f"{_TOURNAMENT} {chosen} ORDER BY number DESC LIMIT 1", *values)
        if rows:
            return self._stored(rows[0])
        raise AbsenceError(self._absence(text))

    def find(
        self, settings: TournamentSettings, *, name: str | None = None, same_seed: bool = False
    ) -> StoredTournament | None:
        """Return the last tournament with such settings, whatever its seed, or None.

        If a name is given it has to have that name too; `same_seed` makes the seed count.
        """
        called = _checked_name(name)
        for stored in reversed(self.tournaments()):
            seed = settings.seed if same_seed else stored.settings.seed
            same = replace(settings, seed=seed) == stored.settings
            if same and called in (None, stored.name):
                return stored
        return None

    def openings(self, number: int) -> Openings:
        """Return where the games of a tournament begin."""
        stored = self.tournament(number)
        rows = self._rows("SELECT * FROM opening WHERE tournament = ? ORDER BY place", number)
        if not rows:
            raise DamageError(f"tournament {number} in {self.path} is damaged: it has no openings")
        boards = []
        for place, row in enumerate(rows):
            with whole(self.path, f"opening {place + 1} of tournament {number}"):
                if row["place"] != place:
                    raise ValueError("it is missing")
                board = Board.parse(row["start"], stored.settings.rules)
                for move in moves_of_text(row["moves"]):
                    board.push(move)
                boards.append(board)
        origin = self._rows("SELECT origin FROM tournament WHERE number = ?", number)[0]["origin"]
        return Openings(tuple(boards), origin)

    def identities(self, number: int) -> list[dict[str, Any]]:
        """Return what is known of the agents of a tournament, as they were when it began."""
        entrants = self.tournament(number).settings.entrants
        rows = self._rows("SELECT * FROM agent WHERE tournament = ?", number)
        kept = {row["place"]: row["identity"] for row in rows}
        found = []
        for place, entrant in enumerate(entrants):
            with whole(self.path, f"agent {entrant.label!r} of tournament {number}"):
                if place not in kept:
                    raise ValueError("it is missing")
                found.append(read_identity(kept[place]))
        return found

    def last_identities(self, number: int) -> list[dict[str, Any]]:
        """Return what is known of the agents as they were when they were last to play."""
        found = self.identities(number)
        for change in self.tournament(number).changes:
            found[change.agent] = dict(change.identity)
        return found

    def note_changes(self, number: int, identities: Sequence[Mapping[str, Any]]) -> None:
        """Note that the agents of a tournament are these from now on, after the games so far."""
        with self._writing() as connection:
            games = self.tournament(number).games
            # Whoever has not played since it changed has not been that.
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
        """Note why a tournament is over."""
        self.tournament(number)
        with self._writing() as connection:
            connection.execute(
                "UPDATE tournament SET ended = ? WHERE number = ?", (storable(reason), number)
            )

    def playing(self, number: int) -> AbstractContextManager[None]:
        """Be the only process that plays a tournament, for as long as the context lasts."""
        return playing_lock(self.path.resolve(), number)

    # Games

    def add_games(self, number: int, games: Iterable[PlayedGame]) -> None:
        """Add games of a tournament; one that is there already is left as it was."""
        rows = [row_of_game(number, game) for game in games]
        if not rows:
            return
        columns = list(rows[0])
        places = ", ".join(f":{column}" for column in columns)
        with self._writing() as connection:
            connection.executemany(
                f"INSERT INTO game ({', '.join(columns)}) VALUES ({places})"
                " ON CONFLICT (tournament, number) DO NOTHING",
                rows,
            )

    def games(self, number: int) -> list[PlayedGame]:
        """Return the games of a tournament in the order of their numbers."""
        return list(self.each_game(number))

    def each_game(self, number: int) -> Iterator[PlayedGame]:
        """Go through the games of a tournament in the order of their numbers, holding few."""
        self.tournament(number)
        last = -1
        while rows := self._rows(
            "SELECT * FROM game WHERE tournament = ? AND number > ? ORDER BY number LIMIT ?",
            *(number, last, _PART),
        ):
            for row in rows:
                last = row["number"]
                with whole(self.path, f"game {last} of tournament {number}"):
                    game = game_of_row(row)
                yield game

    # Inside

    def _rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        with named_problem(self.path):
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Write all that the block writes, or nothing."""
        with transaction(self._connection, self.path):
            bring_up_to_date(self._connection)
            yield self._connection

    def _each_tournament(self) -> Iterator[tuple[int, StoredTournament | DamageError]]:
        """Go through all numbers, the oldest first, each with what is wrong if it is damaged."""
        for row in self._rows(_TOURNAMENT + " ORDER BY number"):
            try:
                yield row["number"], self._stored(row)
            except DamageError as error:
                yield row["number"], error

    def _stored(self, row: sqlite3.Row) -> StoredTournament:
        number = row["number"]
        changes = self._rows("SELECT * FROM change WHERE tournament = ? ORDER BY games", number)
        with whole(self.path, f"tournament {number}"):
            return stored_of_rows(row, changes)

    def _absence(self, which: str) -> str:
        """Say that a tournament is not there, and which are."""
        rows = self._rows("SELECT number, name FROM tournament ORDER BY number DESC")
        if not rows:
            return f"there is no tournament in {self.path}"
        names = [
            f"{row['number']} ({row['name']})" if row["name"] else str(row["number"])
            for row in reversed(rows[:_NAMED])
        ]
        last = "the last are " if len(rows) > _NAMED else "there is "
        return f"there is no tournament {which!r} in {self.path}: {last}{', '.join(names)}"


def _checked_name(name: str | None) -> str | None:
    """Return a name as it is stored; what could be taken for a number is refused."""
    if name is None:
        return None
    if not name.strip() or name.strip().isdigit():
        raise ObversiError(f"{name!r} is no name for a tournament: it needs a letter")
    stored = storable(name.strip())
    if not stored.isprintable():
        raise ObversiError(
            f"{name!r} is no name for a tournament: it has characters that cannot be shown"
        )
    return stored


def _connected(path: Path, create: bool, patience: float) -> sqlite3.Connection:
    address = path.resolve().as_uri()
    mode = "rwc" if create else "rw"
    if _cannot_change(path):
        # SQLite wants to write beside the file even for reading, unless nobody can change it.
        mode = "ro&immutable=1"
    return sqlite3.connect(
        f"{address}?mode={mode}", timeout=patience, isolation_level=None, uri=True
    )


def _cannot_change(path: Path) -> bool:
    """Whether a file lies where nobody writes, and is whole."""
    beside = path.with_name(f"{path.name}-wal")
    return (
        path.exists()
        and not os.access(path, os.W_OK)
        and not os.access(path.parent, os.W_OK)
        and not beside.exists()
    )
