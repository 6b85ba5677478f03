"""The database of games that the explorer counts, open for several threads."""

import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from obversi.database.database import GameDatabase
from obversi.errors import ObversiError
from obversi.sql.interface import is_postgres

#: The text for clients if the database is on another machine and cannot be used.
UNAVAILABLE = "the game database cannot be used now"

# Connecting to a machine that does not answer takes 3 s; not every request should wait for that.
_SECONDS_WITHOUT_RETRY = 10.0


class GameDatabases:
    """A database of games, opened for each thread that needs it.

    Connections to PostgreSQL are kept, because connecting takes longer than looking up a position.
    If PostgreSQL cannot be used, it is tried again after some seconds; until then the error is
    repeated. A file is closed again, because it belongs to the thread that opened it.
    """

    def __init__(self, place: Path | str) -> None:
        """Set the place of the database, which is opened later."""
        self.place = place
        self._idle: deque[GameDatabase] = deque()
        self._problem: str | None = None
        self._retry_at = 0.0  # by the monotonic clock

    @contextmanager
    def opened(self) -> Iterator[GameDatabase]:
        """Yield a database that no other thread uses meanwhile."""
        if not is_postgres(self.place):
            with GameDatabase.open(self.place) as database:
                yield database
            return
        if self._problem is not None and time.monotonic() < self._retry_at:
            raise ObversiError(self._problem)
        try:
            with self._connected() as database:
                yield database
        except ObversiError as error:
            self._problem, self._retry_at = str(error), time.monotonic() + _SECONDS_WITHOUT_RETRY
            raise
        self._problem = None

    @contextmanager
    def _connected(self) -> Iterator[GameDatabase]:
        try:
            database = self._idle.pop()
        except IndexError:
            database = GameDatabase.open(self.place)
        try:
            yield database
        finally:
            # Also after an error, because a lost connection is made again.
            self._idle.append(database)

    def close(self) -> None:
        """Close the databases that no request uses."""
        while self._idle:
            self._idle.pop().close()
