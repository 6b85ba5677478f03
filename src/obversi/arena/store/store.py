"""A database of tournaments: what was planned, who played, and every game that has ended."""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Self

from obversi import __version__
from obversi.arena.game.played import PlayedGame
from obversi.arena.openings import Openings
from obversi.arena.store.game_row import (
    game_of_row,
    moves_of_text,
    row_of_game,
    storable,
    text_of_moves,
)
from obversi.arena.store.lock import playing_lock
from obversi.arena.store.problems import named_problem
from obversi.arena.store.schema import prepare
from obversi.arena.store.stored import StoredTournament
from obversi.arena.tournament.settings import TournamentSettings
from obversi.board import Board
from obversi.errors import ObversiError

__all__ = ["Store"]

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

    @classmethod
    def open(cls, path: str | Path, *, create: bool = True, patience: float = _PATIENCE) -> "Store":
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
                prepare(connection, path, create)
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
        called = _checked_name(name)
        with self._writing() as connection:
            number = connection.execute(
                "INSERT INTO tournament (name, settings, origin, created, version)"
                " VALUES (?, ?, ?, ?, ?)",
                (
                    called,
                    json.dumps(settings.to_object()),
                    storable(openings.origin),
                    datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S"),
                    __version__,
                ),
            ).lastrowid
            assert number is not None
            connection.executemany(
                "INSERT INTO agent VALUES (?, ?, ?, ?, ?)",
                [
                    (
                        number,
                        place,
                        storable(entrant.label),
                        storable(entrant.description),
                        json.dumps(identity),
                    )
                    for place, (entrant, identity) in enumerate(
                        zip(settings.entrants, identities, strict=True)
                    )
                ],
            )
            connection.executemany(
                "INSERT INTO opening VALUES (?, ?, ?, ?)",
                [
                    (number, place, board.root().to_string(), text_of_moves(board.move_stack))
                    for place, board in enumerate(openings.boards)
                ],
            )
        return number

    def tournaments(self) -> list[StoredTournament]:
        """Return all tournaments, the oldest first."""
        return [self._stored(row) for row in self._rows(_TOURNAMENT + " ORDER BY number")]

    def tournament(self, which: int | str | None = None) -> StoredTournament:
        """Return the tournament of a number, the last one of a name, or the last of all."""
        known = self.tournaments()
        if which is None and known:
            return known[-1]
        text = str(which).strip()
        for stored in reversed(known):
            if text in (str(stored.number), stored.name):
                return stored
        if not known:
            raise ObversiError(f"there is no tournament in {self.path}")
        names = [
            f"{stored.number} ({stored.name})" if stored.name else str(stored.number)
            for stored in known[-_NAMED:]
        ]
        last = "the last are " if len(known) > _NAMED else "there is "
        raise ObversiError(
            f"there is no tournament {text!r} in {self.path}: {last}{', '.join(names)}"
        )

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
        boards = []
        for row in rows:
            with self._whole(f"opening {row['place'] + 1} of tournament {number}"):
                board = Board.parse(row["start"], stored.settings.rules)
                for move in moves_of_text(row["moves"]):
                    board.push(move)
                boards.append(board)
        origin = self._rows("SELECT origin FROM tournament WHERE number = ?", number)[0]["origin"]
        return Openings(tuple(boards), origin)

    def identities(self, number: int) -> list[dict[str, Any]]:
        """Return what is known of the agents of a tournament, as it was when it began."""
        self.tournament(number)
        rows = self._rows("SELECT * FROM agent WHERE tournament = ? ORDER BY place", number)
        found = []
        for row in rows:
            with self._whole(f"agent {row['label']!r} of tournament {number}"):
                found.append(json.loads(row["identity"]))
        return found

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
                with self._whole(f"game {last} of tournament {number}"):
                    game = game_of_row(row)
                yield game

    # Inside

    def _rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        with named_problem(self.path):
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Write all that the block writes, or nothing."""
        with named_problem(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                # SQLite has ended the transaction itself if the disk is full.
                self._connection.rollback()
                raise

    def _stored(self, row: sqlite3.Row) -> StoredTournament:
        with self._whole(f"tournament {row['number']}"):
            settings = TournamentSettings.from_object(json.loads(row["settings"]))
        columns = ("number", "name", "created", "version", "ended", "games")
        return StoredTournament(settings=settings, **{name: row[name] for name in columns})

    @contextmanager
    def _whole(self, what: str) -> Iterator[None]:
        """Tell which part of the file cannot be understood."""
        try:
            yield
        except (ValueError, TypeError, KeyError) as error:
            raise ObversiError(f"{what} in {self.path} is damaged: {error}") from error


def _checked_name(name: str | None) -> str | None:
    """Return a name as it is stored; what could be taken for a number is refused."""
    if name is None:
        return None
    if not name.strip() or name.strip().isdigit():
        raise ObversiError(f"{name!r} is no name for a tournament: it needs a letter")
    return storable(name.strip())


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
