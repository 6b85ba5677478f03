"""How the tables of a server are opened: in a file, or in a database by its address."""

from pathlib import Path

from obversi.sql.interface import Place, ServerTables, is_postgres
from obversi.sql.postgres import PostgresTables
from obversi.sql.sqlite import SqliteTables
from obversi.sqlite_file import Schema


def open_tables(
    place: Place, schema: Schema, *, to_serve: bool = True, alone: bool, synchronous: str = "FULL"
) -> ServerTables:
    """Open or create a database, and bring its tables to the current version.

    With `alone` no other server may use the database. Without it, other servers may use it if they
    also open it without `alone`. Without `to_serve` the database must exist, and is only read.
    `synchronous` is for SQLite: see `open_database`.
    """
    if is_postgres(place):
        return PostgresTables(str(place), schema, to_serve=to_serve, alone=alone)
    path = None if place is None else Path(place)
    return SqliteTables(path, schema, to_serve=to_serve, alone=alone, synchronous=synchronous)
