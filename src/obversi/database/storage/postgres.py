"""A game database in PostgreSQL, in a schema of its own: a server has tables of the same names."""

import re
from dataclasses import replace

from obversi.database.storage.interface import Mode
from obversi.database.tables import NAME_TABLES, SCHEMA
from obversi.errors import InputError
from obversi.sql.postgres import PostgresTables

_NAMESPACE = "_games"

_READING = {
    "statement_timeout": "30s",
    "lock_timeout": "1s",
    "idle_in_transaction_session_timeout": "60s",
}

# A source of games may be slow, also while a transaction is open. If the machine of the writer is
# gone, PostgreSQL sends three probes within a minute, and then releases the lock.
_WRITING = {
    "statement_timeout": "0",
    "lock_timeout": "1s",
    "idle_in_transaction_session_timeout": "0",
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}


def _without_limits(definition: str) -> str:
    """Return a table for names of any length; PostgreSQL has no unique index on long texts.

    The only writer ensures that names are unique, and that numbers of other tables exist.
    """
    definition = definition.replace("name TEXT NOT NULL UNIQUE", "name TEXT NOT NULL")
    return re.sub(r" REFERENCES \w+", "", definition)


_SCHEMA = replace(
    SCHEMA,
    tables=(
        *map(_without_limits, SCHEMA.tables),
        *(f"CREATE INDEX {kind}_by_name ON {kind} USING hash (name)" for kind in NAME_TABLES),
    ),
)


class PostgresStorage(PostgresTables):
    """A database of games; a lock of PostgreSQL keeps other writers away."""

    def __init__(self, address: str, mode: Mode) -> None:
        """Connect, and create the tables. See `open_storage`."""
        self.is_writable = mode != "read"
        super().__init__(
            address,
            _SCHEMA,
            to_serve=self.is_writable,
            alone=True,
            may_create=mode in ("create", "add"),
            settings=_WRITING if self.is_writable else _READING,
            namespace=_NAMESPACE,
        )
        if mode == "create" and not self.is_new:
            self.close()
            raise InputError(
                f"{self.label} has games already: choose another database, or add games to it"
            )

    def _lock_words(self) -> str:
        return f"another process writes to {self.label}"
