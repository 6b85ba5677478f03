"""Leases, which are in the database of the games: which process has which game.

Other processes can take the games of a process that is not registered any more. The `fence` of a
game grows with each new owner. Only the process that has the lease with the current fence can store
a change of the game. So two processes that both act as its owner cannot both store a move.
"""

import secrets
from collections import deque

from obversi.sql.interface import Statements
from obversi.sql.postgres import PostgresTables
from obversi.sql.postgres_statements import PostgresTransaction
from obversi.sqlite_file import Schema

_TABLES = (
    # Servers of earlier versions use the same tables, so their names stay.
    "CREATE TABLE cluster (name TEXT PRIMARY KEY)",
    "CREATE TABLE process (id TEXT PRIMARY KEY, beat INTEGER NOT NULL)",
    """
    CREATE TABLE lease (
        name TEXT PRIMARY KEY,   -- the id of a game, or another thing that one process has
        owner TEXT NOT NULL,     -- a process; one that does not exist has left it
        fence INTEGER NOT NULL   -- one more for each owner
    )
    """,
    "CREATE INDEX owners ON lease (owner)",
)

#: The tables of leases.
SCHEMA = Schema(0x4F62766C, 1, _TABLES, "a server's leases")

# The most leases of finished games that are kept.
_MOST_FINISHED = 1000

# The most games that are taken in one transaction.
_MOST_TAKEN = 500


class Leases:
    """The leases of this process, and the registered processes."""

    def __init__(self, tables: PostgresTables) -> None:
        """Use the database of the games, and register this process there."""
        self._tables = tables
        tables.prepare(SCHEMA)
        self.process = ""
        self.members: frozenset[str] = frozenset()
        self._fences: dict[str, int] = {}
        self._finished: deque[str] = deque()
        with tables.writing() as statements:
            statements.execute("LOCK TABLE cluster")
            names = statements.execute("SELECT name FROM cluster").fetchall()
            if not names:
                names = [{"name": secrets.token_hex(4)}]
                statements.execute("INSERT INTO cluster VALUES (?)", (names[0]["name"],))
        #: The name of these processes together, which keeps servers on one bus apart.
        self.group: str = names[0]["name"]
        self.join()

    def join(self) -> None:
        """Register this process under a new name, without any lease."""
        process = secrets.token_hex(4)
        with self._tables.writing() as statements:
            statements.execute("INSERT INTO process VALUES (?, 0)", (process,))
        self.process = process
        self._fences.clear()
        self._finished.clear()

    def adopt(self) -> list[str]:
        """Take some of the games that no process has; return their ids."""
        with self._tables.writing() as statements:
            statements.execute(
                "INSERT INTO lease SELECT id, '', 0 FROM game WHERE reason IS NULL AND NOT EXISTS"
                " (SELECT 1 FROM lease WHERE name = game.id) ON CONFLICT DO NOTHING"
            )
            left = "owner NOT IN (SELECT id FROM process)"
            # Only unfinished games need a new owner.
            statements.execute(
                f"DELETE FROM lease WHERE {left} AND NOT EXISTS"
                " (SELECT 1 FROM game WHERE id = lease.name AND reason IS NULL)"
            )
            taken = statements.execute(
                "UPDATE lease SET owner = ?, fence = fence + 1 WHERE name IN"
                f" (SELECT name FROM lease WHERE {left} ORDER BY name LIMIT ?"
                f" FOR UPDATE SKIP LOCKED) AND {left}"
                " RETURNING name, fence",
                (self.process, _MOST_TAKEN),
            ).fetchall()
        self._fences.update({row["name"]: row["fence"] for row in taken})
        return [row["name"] for row in taken]

    def take(self, statements: Statements, name: str) -> None:
        """Take a new game, within the transaction that stores it."""
        statements.execute("INSERT INTO lease VALUES (?, ?, 1)", (name, self.process))
        self._fences[name] = 1

    def check(self, statements: Statements, name: str) -> None:
        """Let a transaction fail by a `GuardError` if another process has a game.

        No process can take the game before the transaction has ended.
        """
        assert isinstance(statements, PostgresTransaction)
        query = "SELECT 1 FROM lease WHERE name = ? AND owner = ? AND fence = ? FOR SHARE"
        values = (name, self.process, self._fences.get(name, 0))
        statements.guard(query, values, f"another process has {name}")

    def remove(self, statements: Statements, name: str) -> None:
        """Forget a game, within the transaction that removes it."""
        statements.execute("DELETE FROM lease WHERE name = ?", (name,))
        self._fences.pop(name, None)

    def finish(self, name: str) -> None:
        """Keep the lease of a finished game for a while, since its players may come back."""
        self._finished.append(name)

    def drop_finished(self) -> None:
        """Give up the oldest leases of finished games."""
        many = len(self._finished) - _MOST_FINISHED
        for name in [self._finished.popleft() for _ in range(max(many, 0))]:
            self.drop(name)

    def take_or_owner(self, name: str) -> str:
        """Take a lease if no process has it, and return its owner."""
        while True:
            with self._tables.writing() as statements:
                query = "INSERT INTO lease VALUES (?, ?, 1) ON CONFLICT DO NOTHING"
                statements.execute(query, (name, self.process))
            if owner := self.owner(name):  # else it has been dropped since
                return owner

    def owner(self, name: str) -> str | None:
        """Return the owner of a lease, a process that may have ended; None if there is no lease."""
        rows = self._tables.rows("SELECT owner FROM lease WHERE name = ?", name)
        return rows[0]["owner"] if rows else None

    def drop(self, name: str) -> None:
        """Give up a lease that is not needed any more."""
        self._fences.pop(name, None)
        with self._tables.writing() as statements:
            query = "DELETE FROM lease WHERE name = ? AND owner = ?"
            statements.execute(query, (name, self.process))

    def leave(self) -> None:
        """Unregister this process, so that others can take its games."""
        with self._tables.writing() as statements:
            statements.execute("DELETE FROM process WHERE id = ?", (self.process,))
