"""A database of games in one SQLite file: imports, searches, and the moves of positions."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from obversi.arguments import whole_number
from obversi.board import Board, checked_board
from obversi.database.filters import GameFilter, matching
from obversi.database.importing import Imported, Importer
from obversi.database.names import names_of, numbers_with
from obversi.database.positions import Orientation
from obversi.database.results import (
    DatabaseStats,
    Order,
    PlayedMoves,
    PlayerResults,
    Tally,
    database_stats,
    mover_tally,
    played_moves,
    player_tally,
)
from obversi.database.sources import read_source
from obversi.database.stored import StoredGame, game_of_number
from obversi.database.tables import SCHEMA, read_columns, visits
from obversi.errors import FormatError, InputError
from obversi.formats.record import GameRecord
from obversi.rules import Rules
from obversi.sqlite_file import (
    DamageError,
    ProcessLock,
    explain_damage,
    explain_errors,
    open_database,
    transaction,
)

__all__ = ["GameDatabase", "Page"]

# Of SQLite's cache, while the index is written.
_CACHE_KILOBYTES: Final = 1 << 16

# The higher bytes of an extended error code of SQLite are details.
_PRIMARY_CODE: Final = 0xFF

_ADVICE: Final = "import its sources into a new file"

# After so many games the progress of an import is reported.
_STEP: Final = 100


@dataclass(frozen=True, slots=True)
class Page:
    """A part of the games that a filter wants, and the number of all of them."""

    total: int
    games: tuple[StoredGame, ...]


class GameDatabase:
    """A file of games, for one writing process and any number of reading ones.

    It belongs to the thread that opened it.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: ProcessLock | None):
        """Use an open file: call `create` or `open`."""
        self.path = path
        self._connection = connection
        self._lock = lock

    @classmethod
    def create(cls, path: str | Path) -> Self:
        """Make a new file without games, and open it for writing."""
        path = Path(path)
        if path.exists():
            raise InputError(f"{path} exists already: choose another name, or add games to it")
        return cls._open(path, create=True)

    @classmethod
    def open(cls, path: str | Path, writing: bool = False) -> Self:
        """Open a file; only one process at a time may write."""
        path = Path(path)
        if writing:
            return cls._open(path, create=False)
        connection = open_database(path, SCHEMA, create=False, read_only=True)
        return cls(path, connection, None)

    @classmethod
    def _open(cls, path: Path, *, create: bool) -> Self:
        connection = open_database(path, SCHEMA, create=create, synchronous="NORMAL")
        try:
            lock = ProcessLock(
                path.resolve().with_name(f"{path.name}.lock"), f"another process writes to {path}"
            )
            connection.execute(f"PRAGMA cache_size = -{_CACHE_KILOBYTES}")
        except BaseException:
            connection.close()
            raise
        return cls(path, connection, lock)

    def close(self) -> None:
        """Close the file."""
        try:
            with explain_errors(self.path):
                self._connection.close()
        finally:
            if self._lock is not None:
                self._lock.release()

    def __enter__(self) -> Self:
        """Return itself, to be closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    # Adding

    def add(
        self,
        records: Iterable[GameRecord],
        source: str,
        on_progress: Callable[[int], None] = lambda _: None,
    ) -> Imported:
        """Add games, all or none of them; `source` says where they come from.

        Games that are there already are left out, and those that cannot be played reported.
        `on_progress` is called with the number of games read so far.
        """
        with self._importing(source) as importer:
            importer.add(_readable(records, source, on_progress))
            return importer.finish()

    def add_file(
        self,
        path: str | Path,
        *,
        rules: Rules = "normal",
        size: int = 8,
        format: str | None = None,
        on_progress: Callable[[int], None] = lambda _: None,
    ) -> Imported:
        """Add the games of a file, as `add` does.

        It is a file that `obversi.formats.read_path` reads, with `rules`, `size` and `format` as
        there; or the database of a tournament, of a game server, or another game database.
        """
        path = Path(path)
        with self._importing(str(path)) as importer:

            def report(problem: FormatError) -> None:
                importer.report(problem.place, problem.reason)

            records = read_source(path, rules=rules, size=size, format=format, on_problem=report)
            importer.add(_readable(records, str(path), on_progress))
            return importer.finish()

    @contextmanager
    def _importing(self, source: str) -> Iterator[Importer]:
        if self._lock is None:
            raise InputError(f"{self.path} is open for reading: open it with writing=True")
        with transaction(self._connection, self.path) as connection, self._explained():
            yield Importer(connection, source)

    # Searching

    def games(self, filter: GameFilter | None = None, offset: int = 0, limit: int = 50) -> Page:
        """Return games that a filter wants, in the order of their import, and their number."""
        first = whole_number(offset, "the offset", 0)
        count = whole_number(limit, "the limit", 0)
        with self._reading() as connection:
            numbers = matching(connection, read_columns(connection), filter or GameFilter())
            chosen = numbers[first : first + count].tolist()
            return Page(len(numbers), tuple(self._game(number) for number in chosen))

    def each_game(self, filter: GameFilter | None = None) -> Iterator[StoredGame]:
        """Go through all games that a filter wants, with few of them in memory."""
        with self._reading() as connection:
            numbers = matching(connection, read_columns(connection), filter or GameFilter())
        for number in numbers.tolist():
            with self._reading():
                game = self._game(number)
            yield game

    def moves(self, board: Board) -> PlayedMoves:
        """Return the moves that were played in a position or its images, most frequent first.

        Moves are those of this board. Of moves that are equal by a symmetry of the board only the
        first is returned, with the games of all of them.
        """
        orientation = Orientation(checked_board(board))
        with self._reading() as connection:
            found = visits(connection, orientation.discs, orientation.key)
            return played_moves(orientation, found, read_columns(connection))

    # Players and statistics

    def players(
        self, name: str = "", *, by: Order = "games", limit: int | None = None
    ) -> list[PlayerResults]:
        """Return the players whose names contain a text, with their results.

        First come those with the most games, or with `by="strength"` those with the best results.
        """
        with self._reading() as connection:
            tally = player_tally(read_columns(connection))
            order = tally.order(by)
            if name:
                order = order[np.isin(order, numbers_with(connection, "player", name))]
            return self._players(tally, order, limit)

    def movers(
        self, board: Board, move: str | None = None, *, by: Order = "games", limit: int = 5
    ) -> list[PlayerResults]:
        """Return players who were to move in a position, with their results there.

        With a `move`, only games with this move count. First come those with the most games there,
        or with `by="strength"` those with the best results in the whole database.
        """
        wanted = GameFilter(position=board, move=move)
        with self._reading() as connection:
            columns = read_columns(connection)
            everywhere = player_tally(columns)
            games = matching(connection, columns, wanted)
            tally = mover_tally(columns, games, board.turn, len(everywhere.counts))
            order = (tally if by == "games" else everywhere).order(by)
            return self._players(tally, order[tally.games[order] > 0], limit)

    def stats(self) -> DatabaseStats:
        """Return what the database has."""
        with self._reading() as connection:
            return database_stats(connection, read_columns(connection))

    # Helpers

    def _game(self, number: int) -> StoredGame:
        with explain_damage(self.path, f"game {number}"):
            return game_of_number(self._connection, number)

    def _players(
        self, tally: Tally, order: NDArray[np.int64], limit: int | None
    ) -> list[PlayerResults]:
        """Return the first of some players; one without a name is not known, and left out."""
        if limit is not None:
            order = order[: limit + 1]
        names = names_of(self._connection, "player", None if limit is None else order.tolist())
        rows = zip(order.tolist(), tally.rows(order), strict=True)
        known = [PlayerResults(names[number], *row) for number, row in rows if names[number]]
        return known[:limit]

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Let the block see one state of the file, whatever other processes write meanwhile."""
        with explain_errors(self.path), self._explained():
            self._connection.execute("BEGIN")
            try:
                with explain_damage(self.path, "a table"):
                    yield self._connection
            finally:
                self._connection.rollback()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Say of damage what to do."""
        try:
            yield
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & _PRIMARY_CODE != sqlite3.SQLITE_CORRUPT:
                raise
            raise DamageError(f"{self.path} is damaged; {_ADVICE}") from error
        except DamageError as error:
            raise DamageError(f"{error}; {_ADVICE}") from error


def _readable(
    records: Iterable[GameRecord], source: str, on_progress: Callable[[int], None]
) -> Iterator[GameRecord]:
    """Go through records; an error of the system is one of the source, not of the database."""
    try:
        for number, record in enumerate(records, start=1):
            yield record
            if number % _STEP == 0:
                on_progress(number)
    except OSError as error:
        raise InputError(f"{source} cannot be read: {error.strerror or error}") from error
