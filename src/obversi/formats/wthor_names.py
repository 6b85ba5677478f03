"""WTHOR's name files: players in ``WTHOR.JOU``, tournaments in ``WTHOR.TRN``.

A game names its players by their places in these lists.
"""

import datetime
from collections.abc import Sequence
from dataclasses import replace
from typing import BinaryIO

from obversi.errors import FormatError
from obversi.formats.problems import quoted
from obversi.formats.wthor_header import Header, read_exactly

__all__ = [
    "NameList",
    "read_players",
    "read_tournaments",
    "write_players",
    "write_tournaments",
]

_PLAYER_BYTES = 20
_TOURNAMENT_BYTES = 26
_MOST_NAMES = 1 << 16

# What the database calls someone unknown, for whom the name is empty here.
_UNKNOWN = "???"


class NameList:
    """Names by number, growing as games with new names come in."""

    def __init__(self, names: Sequence[str], longest: int) -> None:
        """Begin with the names of an older file, or with the unknown as number 0."""
        self._longest = longest
        self._numbers: dict[str, int] = {}
        self._names = list(names) or [""]
        for number, name in enumerate(self._names):
            self._numbers.setdefault(name, number)

    @classmethod
    def of_players(cls, names: Sequence[str] = ()) -> "NameList":
        """Make a list whose names fit the file of players."""
        return cls(names, _PLAYER_BYTES - 1)

    @classmethod
    def of_tournaments(cls, names: Sequence[str] = ()) -> "NameList":
        """Make a list whose names fit the file of tournaments."""
        return cls(names, _TOURNAMENT_BYTES - 1)

    @property
    def names(self) -> tuple[str, ...]:
        """All names in the order of their numbers."""
        return tuple(self._names)

    def number(self, name: str) -> int:
        """Return the number of a name, a new one if the name is new."""
        wanted = name.strip()
        if wanted not in self._numbers:
            _encoded(wanted, self._longest)
            if len(self._names) == _MOST_NAMES:
                raise FormatError(f"there is no room for more than {_MOST_NAMES} names")
            self._numbers[wanted] = len(self._names)
            self._names.append(wanted)
        return self._numbers[wanted]


def read_players(file: BinaryIO) -> tuple[str, ...]:
    """Read the players' names; someone unknown has an empty one."""
    return _read(file, _PLAYER_BYTES)


def read_tournaments(file: BinaryIO) -> tuple[str, ...]:
    """Read the names of the tournaments."""
    return _read(file, _TOURNAMENT_BYTES)


def write_players(
    names: Sequence[str], file: BinaryIO, *, made: datetime.date | None = None
) -> None:
    """Write the players' names."""
    _write(names, file, _PLAYER_BYTES, made)


def write_tournaments(
    names: Sequence[str], file: BinaryIO, *, made: datetime.date | None = None
) -> None:
    """Write the names of the tournaments."""
    _write(names, file, _TOURNAMENT_BYTES, made)


def _read(file: BinaryIO, width: int) -> tuple[str, ...]:
    expected = Header.read(file).names
    names: list[str] = []
    while data := read_exactly(file, width):
        if len(data) < width or len(names) == expected:
            break
        names.append(data.partition(b"\0")[0].decode("latin-1").strip())
    if data or len(names) != expected:
        raise FormatError(
            f"the header promises {expected} names of {width} bytes, "
            f"the file has {'more' if len(names) == expected else len(names)}",
            "names",
        )
    return tuple("" if name == _UNKNOWN else name for name in names)


def _write(names: Sequence[str], file: BinaryIO, width: int, made: datetime.date | None) -> None:
    if len(names) >= _MOST_NAMES:
        raise FormatError(f"{len(names)} names are too many: expected fewer than {_MOST_NAMES}")
    encoded = [_encoded(name or _UNKNOWN, width - 1) for name in names]
    file.write(replace(Header.today(made), names=len(names)).to_bytes())
    for name in encoded:
        file.write(name.ljust(width, b"\0"))


def _encoded(name: str, longest: int) -> bytes:
    try:
        data = name.encode("latin-1")
    except UnicodeEncodeError:
        raise FormatError(f"the name {quoted(name)} has letters beyond Latin-1") from None
    if len(data) > longest or b"\0" in data:
        raise FormatError(f"the name {quoted(name)} does not fit in {longest} letters")
    return data
