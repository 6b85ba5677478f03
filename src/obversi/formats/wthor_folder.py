"""WTHOR's files in a folder: all years share the two files of names beside them."""

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from obversi.errors import FormatError
from obversi.formats.problems import placed
from obversi.formats.wthor_names import read_players, read_tournaments

__all__ = ["PLAYERS", "TOURNAMENTS", "name_file", "read_names"]

PLAYERS = "WTHOR.JOU"
TOURNAMENTS = "WTHOR.TRN"

Names = tuple[str, ...]


def name_file(folder: Path, name: str) -> Path:
    """Return the path of a file of names, in whatever case it is written there."""
    found = (path for path in folder.iterdir() if path.name.upper() == name)
    return next(found, folder / name)


def read_names(folder: Path) -> tuple[Names | None, Names | None]:
    """Read the players and the tournaments of a folder; None where there is no such file."""
    return _read(folder, PLAYERS, read_players), _read(folder, TOURNAMENTS, read_tournaments)


def _read(folder: Path, name: str, read: Callable[[BinaryIO], Names]) -> Names | None:
    path = name_file(folder, name)
    if not path.is_file():
        return None
    with path.open("rb") as file:
        try:
            return read(file)
        except FormatError as error:
            raise placed(error, path.name) from error
