"""A file of a server's games: each change is one short transaction."""

import sqlite3
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final, Self

from obversi.arena.store.problems import DamageError, named_problem, whole
from obversi.arena.store.process_lock import ProcessLock
from obversi.arena.store.transaction import transaction
from obversi.errors import ObversiError, ObversiWarning
from obversi.formats.record import GameRecord
from obversi.net.games.ending import Ending
from obversi.net.store.opening import opened_to_read, opened_to_serve
from obversi.net.store.rows import (
    ending_values,
    game_of_rows,
    move_values,
    row_of_game,
    seat_values,
)
from obversi.net.store.stored import StoredGame, StoredMove, StoredSeat

__all__ = ["Store"]

# Games are read in parts, so that exports of any length take little memory.
_PART: Final = 200

# To forget more at a time would keep everybody waiting.
_FORGOTTEN_AT_ONCE: Final = 50


def _warn(problem: str) -> None:
    warnings.warn(problem, ObversiWarning, stacklevel=3)


class Store:
    """Games as they go: what a call has stored is there even if the process is killed."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: ProcessLock | None):
        """Take a connection to tables that are there; `Store.open` makes one."""
        self.path = path
        self._connection = connection
        connection.row_factory = sqlite3.Row
        # A text that is none harms the game that it belongs to, not all.
        connection.text_factory = lambda text: text.decode(errors="replace")
        self._lock = lock
        self._numbers: dict[str, int] = {}  # of the games that are not over, as far as used

    @classmethod
    def open(cls, path: str | Path | None, *, to_serve: bool = True) -> Self:
        """Open a file, or make it; None keeps the games in memory.

        Only one server may have a file. Who wants to read alone leaves the lock to the server, and
        the file has to be there.
        """
        where = Path(":memory:") if path is None else Path(path)
        with named_problem(where):
            if path is not None and not to_serve and not where.exists():
                raise ObversiError(f"{where} cannot be used: there is no such file")
            if path is not None and not where.parent.is_dir():
                raise ObversiError(f"{where} cannot be used: there is no folder {where.parent}")
            lock = _serving_lock(where.resolve()) if path is not None and to_serve else None
            try:
                connection = opened_to_serve(where) if to_serve else opened_to_read(where)
            except BaseException:
                if lock is not None:
                    lock.release()
                raise
        return cls(where, connection, lock)

    def close(self) -> None:
        """Close the file."""
        with named_problem(self.path):
            self._connection.close()
        if self._lock is not None:
            self._lock.release()

    def discard(self) -> None:
        """Close the file and remove it, before another server can have it."""
        with named_problem(self.path):
            self._connection.close()
            self.path.unlink()
        self.close()

    def __enter__(self) -> Self:
        """Use it as a context, to have it closed."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    # Writing

    def add(self, game: StoredGame) -> None:
        """Add a game that begins, or waits."""
        row = row_of_game(game)
        places = ", ".join(f":{column}" for column in row)
        with self._writing() as connection:
            cursor = connection.execute(
                f"INSERT INTO game ({', '.join(row)}) VALUES ({places})", row
            )
            assert cursor.lastrowid is not None
            self._insert_moves(cursor.lastrowid, 0, game.moves)

    def set_seats(self, id: str, black: StoredSeat | None, white: StoredSeat | None) -> None:
        """Say who plays a game from now on."""
        with self._writing():
            self._update(id, seat_values(black, white, flexible=False))

    def add_moves(
        self, id: str, ply: int, moves: Sequence[StoredMove], ending: Ending | None = None
    ) -> None:
        """Add the moves that follow so many plies, and how the game ended if they end it."""
        with self._writing():
            self._insert_moves(self._number(id), ply, moves)
            if ending is not None:
                self._update(id, ending_values(ending))
        if ending is not None:
            self._numbers.pop(id, None)

    def take_back(self, id: str, ply: int) -> None:
        """Forget the moves after so many plies."""
        with self._writing() as connection:
            connection.execute(
                "DELETE FROM move WHERE game = ? AND ply >= ?", (self._number(id), ply)
            )

    def end(self, id: str, ending: Ending) -> None:
        """Say how a game ended."""
        with self._writing():
            self._update(id, ending_values(ending))
        self._numbers.pop(id, None)

    def remove(self, id: str) -> None:
        """Forget a game that nobody came to."""
        with self._writing() as connection:
            number = self._number(id)
            connection.execute("DELETE FROM move WHERE game = ?", (number,))
            connection.execute("DELETE FROM game WHERE number = ?", (number,))
        self._numbers.pop(id, None)

    def forget_oldest(self, keep: int, at_once: int = _FORGOTTEN_AT_ONCE) -> int:
        """Forget some games that are over and older than the last so many; return how many."""
        query = (
            "SELECT number FROM game WHERE reason IS NOT NULL"
            " AND number <= (SELECT max(number) FROM game) - ? ORDER BY number LIMIT ?"
        )
        old = [(row["number"],) for row in self._rows(query, keep, at_once)]
        if old:
            with self._writing() as connection:
                connection.executemany("DELETE FROM move WHERE game = ?", old)
                connection.executemany("DELETE FROM game WHERE number = ?", old)
        return len(old)

    # Reading

    def game(self, id: str) -> StoredGame | None:
        """Return a game, or None if there is none of that id."""
        rows = self._rows("SELECT * FROM game WHERE id = ?", id)
        return self._game(rows[0]) if rows else None

    def unfinished(self) -> tuple[list[StoredGame], list[str]]:
        """Return the games that are not over, the oldest first, and what is wrong with others."""
        games, problems = [], []
        for row in self._rows("SELECT * FROM game WHERE reason IS NULL ORDER BY number"):
            try:
                games.append(self._game(row))
            except DamageError as error:
                problems.append(str(error))
        return games, problems

    def records(self, on_damage: Callable[[str], None] = _warn) -> Iterator[GameRecord]:
        """Go through all games that have begun, the oldest first, holding few.

        Those that are damaged are left out, and told of.
        """
        last = -1
        while rows := self._rows(
            "SELECT * FROM game WHERE number > ? AND black IS NOT NULL AND white IS NOT NULL"
            " ORDER BY number LIMIT ?",
            *(last, _PART),
        ):
            for row in rows:
                last = row["number"]
                try:
                    record = self._game(row).record()
                except DamageError as error:
                    on_damage(str(error))
                else:
                    yield record

    # Inside

    def _game(self, row: sqlite3.Row) -> StoredGame:
        moves = self._rows("SELECT * FROM move WHERE game = ? ORDER BY ply", row["number"])
        with whole(self.path, f"game {row['id']}"):
            return game_of_rows(row, moves)

    def _number(self, id: str) -> int:
        if id not in self._numbers:
            query = "SELECT number FROM game WHERE id = ?"
            rows = self._connection.execute(query, (id,)).fetchall()
            if not rows:
                raise ObversiError(f"there is no game {id!r} in {self.path}")
            self._numbers[id] = rows[0]["number"]
        return self._numbers[id]

    def _insert_moves(self, number: int, ply: int, moves: Sequence[StoredMove]) -> None:
        self._connection.executemany(
            "INSERT INTO move VALUES (?, ?, ?, ?, ?, ?)", move_values(number, ply, moves)
        )

    def _update(self, id: str, values: Mapping[str, Any]) -> None:
        assignments = ", ".join(f"{column} = :{column}" for column in values)
        self._connection.execute(
            f"UPDATE game SET {assignments} WHERE id = :id", {**values, "id": id}
        )

    def _rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        with named_problem(self.path):
            return self._connection.execute(query, values).fetchall()

    def _writing(self) -> AbstractContextManager[sqlite3.Connection]:
        return transaction(self._connection, self.path)


def _serving_lock(database: Path) -> ProcessLock:
    """Keep other servers from a file of games."""
    path = database.with_name(f"{database.name}-serving")
    return ProcessLock(path, f"{database} is served by another process")
