"""A database of games: imports, searches, and the moves of positions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from obversi.arguments import checked_text, whole_number
from obversi.board import Board, checked_board
from obversi.database.canonical import Orientation
from obversi.database.filters import GameFilter, checked_filter, matching
from obversi.database.importing import Imported, Importer
from obversi.database.names import names_of, numbers_with
from obversi.database.results import (
    DatabaseStats,
    Order,
    PlayerResults,
    ResultsByMove,
    Tally,
    database_stats,
    mover_tally,
    played_moves,
    player_tally,
)
from obversi.database.sources import read_source
from obversi.database.storage import open_storage
from obversi.database.storage.file import FileStorage
from obversi.database.storage.interface import Mode, Storage
from obversi.database.stored import StoredGame, game_of_row, parts_of, rows_of_games
from obversi.database.tables import Columns, read_columns, visits
from obversi.errors import FormatError, InputError
from obversi.formats.record import GameRecord, checked_records
from obversi.rules import Rules
from obversi.sql.interface import Statements, address_label, is_postgres
from obversi.sqlite_file import DamageError, explain_damage

_ADVICE = "import its sources into a new database"

# Games are never changed or removed: as long as this one is the last, all are as they were.
_LAST_GAME = "SELECT number, identity FROM game ORDER BY number DESC LIMIT 1"

# After so many games the progress of an import is reported.
_STEP = 100


@dataclass(frozen=True, slots=True)
class Page:
    """A part of the games that a filter wants, and the number of all of them."""

    total: int
    games: tuple[StoredGame, ...]


class GameDatabase:
    """A database of games, for one writing process and any number of reading ones.

    Its place is a file, or the address of a PostgreSQL database such as `postgresql://host/name`.
    It belongs to the thread that opened it.
    """

    def __init__(self, storage: Storage) -> None:
        """Use an open database: call `create` or `open`."""
        self._storage = storage
        self._last_game: tuple[int, bytes] | None = None
        self._known_columns: Columns | None = None

    @classmethod
    def create(cls, place: str | Path) -> Self:
        """Make a new database without games, and open it for writing."""
        return cls(open_storage(place, "create"))

    @classmethod
    def open(cls, place: str | Path, writing: bool = False, create: bool = False) -> Self:
        """Open a database; only one process at a time may write.

        With `writing` and `create` it is made if it is not there.
        """
        if create and not writing:
            raise InputError("a database that is created is open for writing")
        mode: Mode = "add" if create else "write" if writing else "read"
        return cls(open_storage(place, mode))

    @property
    def label(self) -> str:
        """The file, or the address without a password."""
        return self._storage.label

    @property
    def path(self) -> Path | None:
        """The file, or None if there is none."""
        return self._storage.path if isinstance(self._storage, FileStorage) else None

    def close(self) -> None:
        """Close the database."""
        self._storage.close()

    def __enter__(self) -> Self:
        """Return itself, to be closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the database."""
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
        games = checked_records(records)
        with self._importing(checked_text(source, "the source")) as importer:
            importer.add(_readable(games, source, on_progress))
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
        there; or the database of a tournament, of a game server, or another game database, which
        may be the address of one in PostgreSQL.
        """
        source = address_label(path) if is_postgres(path) else str(path)
        with self._importing(source) as importer:

            def report(problem: FormatError) -> None:
                importer.report(problem.place, problem.reason)

            records = read_source(path, rules=rules, size=size, format=format, on_problem=report)
            importer.add(_readable(records, source, on_progress))
            return importer.finish()

    @contextmanager
    def _importing(self, source: str) -> Iterator[Importer]:
        if not self._storage.is_writable:
            raise InputError(f"{self.label} is open for reading: open it with writing=True")
        with self._advised(), self._storage.writing() as statements:
            yield Importer(statements, source)

    # Searching

    def games(self, filter: GameFilter | None = None, offset: int = 0, limit: int = 50) -> Page:
        """Return games that a filter wants, in the order of their import, and their number."""
        wanted = checked_filter(filter)
        first = whole_number(offset, "the offset", 0)
        count = whole_number(limit, "the limit", 0)
        with self._reading() as statements:
            numbers = matching(statements, self._columns(statements), wanted)
            chosen = numbers[first : first + count].tolist()
            return Page(len(numbers), tuple(self._games(statements, chosen)))

    def each_game(self, filter: GameFilter | None = None) -> Iterator[StoredGame]:
        """Go through all games that a filter wants, with few of them in memory."""
        wanted = checked_filter(filter)
        with self._reading() as statements:
            numbers = matching(statements, self._columns(statements), wanted)
        for part in parts_of(numbers.tolist()):
            with self._reading() as statements:
                games = self._games(statements, part)
            yield from games

    def moves(self, board: Board) -> ResultsByMove:
        """Return the moves that were played in a position or its images, most frequent first.

        Moves are those of this board. Of moves that are equal by a symmetry of the board only the
        first is returned, with the games of all of them.
        """
        orientation = Orientation(checked_board(board))
        with self._reading() as statements:
            found = visits(statements, orientation.discs, orientation.key)
            return played_moves(orientation, found, self._columns(statements))

    # Players and statistics

    def players(
        self, name: str = "", *, by: Order = "games", limit: int | None = None
    ) -> list[PlayerResults]:
        """Return the players whose names contain a text, with their results.

        First come those with the most games, or with `by="strength"` those with the best results.
        """
        text = checked_text(name, "the name")
        most = None if limit is None else whole_number(limit, "the limit", 0)
        with self._reading() as statements:
            tally = player_tally(self._columns(statements))
            order = tally.order(by)
            if text:
                order = order[np.isin(order, numbers_with(statements, "player", text))]
            return self._players(statements, tally, order, most)

    def movers(
        self, board: Board, move: str | None = None, *, by: Order = "games", limit: int = 5
    ) -> list[PlayerResults]:
        """Return players who were to move in a position, with their results there.

        With a `move`, only games with this move count. First come those with the most games there,
        or with `by="strength"` those with the best results in the whole database.
        """
        wanted = GameFilter(position=checked_board(board), move=move)
        most = whole_number(limit, "the limit", 0)
        with self._reading() as statements:
            columns = self._columns(statements)
            everywhere = player_tally(columns)
            games = matching(statements, columns, wanted)
            tally = mover_tally(columns, games, board.turn, len(everywhere.counts))
            order = (tally if by == "games" else everywhere).order(by)
            return self._players(statements, tally, order[tally.games[order] > 0], most)

    def stats(self) -> DatabaseStats:
        """Return what the database has."""
        with self._reading() as statements:
            return database_stats(statements, self._columns(statements))

    # Helpers

    def _columns(self, statements: Statements) -> Columns:
        """Return the columns of all games, which are read again if games were added."""
        row = statements.execute(_LAST_GAME).fetchone()
        last = None if row is None else (row["number"], row["identity"])
        if self._known_columns is None or last != self._last_game:
            self._known_columns, self._last_game = read_columns(statements), last
        return self._known_columns

    def _games(self, statements: Statements, numbers: Sequence[int]) -> list[StoredGame]:
        rows = rows_of_games(statements, numbers)
        games = []
        for number in numbers:
            with explain_damage(self.label, f"game {number}"):
                games.append(game_of_row(rows.get(number)))
        return games

    def _players(
        self,
        statements: Statements,
        tally: Tally,
        order: NDArray[np.int64],
        limit: int | None,
    ) -> list[PlayerResults]:
        """Return the first of some players; one without a name is not known, and left out."""
        if limit is not None:
            order = order[: limit + 1]
        names = names_of(statements, "player", None if limit is None else order.tolist())
        rows = zip(order.tolist(), tally.rows(order), strict=True)
        known = [PlayerResults(names[number], *row) for number, row in rows if names[number]]
        return known[:limit]

    @contextmanager
    def _reading(self) -> Iterator[Statements]:
        """Let the block see one state of the database, whatever other processes write meanwhile."""
        with (
            self._advised(),
            self._storage.reading() as statements,
            explain_damage(self.label, "a table"),
        ):
            yield statements

    @contextmanager
    def _advised(self) -> Iterator[None]:
        """Say of damage what to do."""
        try:
            yield
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
