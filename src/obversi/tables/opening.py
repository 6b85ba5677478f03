"""How the tables of a server are opened: in a file, or in a database by its address."""

from pathlib import Path

from obversi.sqlite_file import Schema
from obversi.tables.interface import Place, ServerTables, is_postgres
from obversi.tables.postgres import PostgresTables
from obversi.tables.sqlite import SqliteTables

__all__ = ["open_tables"]


def open_tables(
    place: Place, schema: Schema, *, to_serve: bool = True, alone: bool, synchronous: str = "FULL"
) -> ServerTables:
    """Open or create a database, and bring its tables to the current version.

    With `alone` no other server may use it; without, only others that do the same. A reader,
    without `to_serve`, changes nothing, and needs a database that is there. `synchronous` is for
    SQLite: see `open_database`.
    """
    if is_postgres(place):
        return PostgresTables(str(place), schema, to_serve=to_serve, alone=alone)
    path = None if place is None else Path(place)
    return SqliteTables(path, schema, to_serve=to_serve, alone=alone, synchronous=synchronous)
