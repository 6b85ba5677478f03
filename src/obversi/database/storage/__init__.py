"""Where a game database is stored: in a file, or in PostgreSQL by an address."""

from pathlib import Path

from obversi.database.storage.file import FileStorage
from obversi.database.storage.interface import Mode, Storage
from obversi.database.storage.postgres import PostgresStorage
from obversi.errors import InputError
from obversi.sql.interface import address_label, is_postgres


def open_storage(place: str | Path, mode: Mode) -> Storage:
    """Open a file, or a database by its address."""
    if is_postgres(place):
        return PostgresStorage(place, mode)
    if isinstance(place, str) and "://" in place:
        raise InputError(
            f"{address_label(place)} cannot be used: expected a file, or an address that begins "
            "with postgresql://"
        )
    return FileStorage(Path(place), mode)
