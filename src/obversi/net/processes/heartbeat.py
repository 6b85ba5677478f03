"""The heartbeat of a process, which also notices when other processes end.

Each process increments its `beat` in the database a few times a second. A process whose beat has
not changed for a while counts as ended, and its row is deleted. The clocks of the machines do not
matter. A thread with a connection of its own does this, so a busy process does not look dead.
"""

import threading
import time
from collections.abc import Callable

from obversi.errors import ObversiError
from obversi.net.processes.leases import SCHEMA
from obversi.sql.postgres import PostgresTables

#: Seconds between two beats.
BEAT_SECONDS = 0.25

# A process counts as ended after this time without a beat; earlier if it has also left the bus.
_DEAD_SECONDS = 1.5
_SOON_DEAD_SECONDS = 0.6

# If the event loop is blocked for this time, the thread stops beating.
_STUCK_SECONDS = 15.0


class Heartbeat:
    """Sends the heartbeat of a process, and watches those of the others."""

    def __init__(
        self, address: str, process: str, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Use the database at an address; `start` starts the thread."""
        self._tables = PostgresTables(address, SCHEMA, to_serve=True, alone=False)
        self._now = now
        self._seen: dict[str, tuple[int, float]] = {}  # the last beat of each process, and when
        self._lock = threading.Lock()
        self._process, self._members = process, frozenset[str]()
        self._is_known, self._problem = True, ""
        self._silent: frozenset[str] = frozenset()
        self._asked_at = now()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._beat_often, name="heart", daemon=True)

    def start(self) -> None:
        """Beat once, and start the thread."""
        self.beat()
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread, and disconnect."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()
        self._tables.close()

    def registered(self, silent: frozenset[str]) -> tuple[bool, frozenset[str]]:
        """Return whether this process is still registered, and which ones are.

        `silent` are those that do not listen on the bus. Raises an error if the database failed.
        """
        with self._lock:
            self._silent, self._asked_at = silent, self._now()
            if self._problem:
                raise ObversiError(self._problem)
            return self._is_known, self._members

    def rename(self, process: str) -> None:
        """Beat for the process under its new name."""
        with self._lock:
            self._process, self._is_known = process, True

    def beat(self) -> None:
        """Increment the beat of this process, and delete processes that have ended."""
        process, silent = self._process, self._silent
        try:
            with self._tables.writing() as statements:
                update = "UPDATE process SET beat = beat + 1 WHERE id = ?"
                is_known = statements.execute(update, (process,)).rowcount > 0
                rows = statements.execute("SELECT id, beat FROM process").fetchall()
            now = self._now()
            beats = {row["id"]: row["beat"] for row in rows}
            self._seen = {
                id: seen if (seen := self._seen.get(id)) and seen[0] == beat else (beat, now)
                for id, beat in beats.items()
            }
            for id, (_, since) in self._seen.items():
                limit = _SOON_DEAD_SECONDS if id in silent else _DEAD_SECONDS
                if id != process and now - since > limit and self.delete_ended(id):
                    del beats[id]
        except ObversiError as error:
            self._seen.clear()  # the others could not beat either
            with self._lock:
                self._problem = str(error)
            return
        with self._lock:
            self._problem, self._members = "", frozenset(beats)
            if process == self._process:
                self._is_known = is_known

    def delete_ended(self, id: str) -> bool:
        """Delete a process, unless it has beaten meanwhile."""
        with self._tables.writing() as statements:
            query = "DELETE FROM process WHERE id = ? AND beat = ?"
            return statements.execute(query, (id, self._seen[id][0])).rowcount > 0

    def _beat_often(self) -> None:
        while not self._ending.wait(BEAT_SECONDS):
            if self._now() - self._asked_at < _STUCK_SECONDS:
                self.beat()
