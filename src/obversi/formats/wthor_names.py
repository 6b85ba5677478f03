"""The header of all files of WTHOR, and the two files of names that belong to its games."""

import datetime
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from obversi.errors import FormatError
from obversi.formats.lines import placed, quoted

_PLAYER_BYTES = 20
_TOURNAMENT_BYTES = 26
_MOST_NAMES = 1 << 16

# The database's name of an unknown player or tournament, which is empty here.
UNKNOWN = "???"


class NameList:
    """Names by number; games with new names add to them."""

    def __init__(self, names: Sequence[str], longest: int) -> None:
        """Begin with the names of an older file, or with an unknown name as number 0."""
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
    """Read the players' names; an unknown player has an empty one."""
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
    return tuple("" if name == UNKNOWN else name for name in names)


def _write(names: Sequence[str], file: BinaryIO, width: int, made: datetime.date | None) -> None:
    if len(names) >= _MOST_NAMES:
        raise FormatError(f"{len(names)} names are too many: expected fewer than {_MOST_NAMES}")
    encoded = [_encoded(name or UNKNOWN, width - 1) for name in names]
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


# The names of the files with the players and the tournaments.
PLAYERS = "WTHOR.JOU"
TOURNAMENTS = "WTHOR.TRN"

Names = tuple[str, ...]


def name_file(folder: Path, name: str) -> Path:
    """Return the path of a file of names, whose name may be in any case."""
    found = (path for path in folder.iterdir() if path.name.upper() == name)
    return next(found, folder / name)


def read_names(folder: Path) -> tuple[Names | None, Names | None]:
    """Read the players and the tournaments of a folder; None for a missing file."""
    return _read_names(folder, PLAYERS, read_players), _read_names(
        folder, TOURNAMENTS, read_tournaments
    )


def _read_names(folder: Path, name: str, read: Callable[[BinaryIO], Names]) -> Names | None:
    path = name_file(folder, name)
    if not path.is_file():
        return None
    with path.open("rb") as file:
        try:
            return read(file)
        except FormatError as error:
            raise placed(error, path.name) from None


# The header of every WTHOR file.
_LAYOUT = struct.Struct("<4BIHH4B")
HEADER_BYTES = _LAYOUT.size


@dataclass(frozen=True, slots=True)
class Header:
    """The date of the file, its numbers of games and names, and the kind of its games."""

    made: tuple[int, int, int, int]
    games: int = 0
    names: int = 0
    year: int = 0
    size: int = 8
    is_solitaire: bool = False
    depth: int = 22

    @classmethod
    def today(cls, made: datetime.date | None = None) -> "Header":
        """Return an empty header made today, or on the date given."""
        day = made or datetime.date.today()
        return cls((day.year // 100, day.year % 100, day.month, day.day))

    @classmethod
    def read(cls, file: BinaryIO) -> "Header":
        """Read the header of a file."""
        data = read_exactly(file, HEADER_BYTES)
        if len(data) < HEADER_BYTES:
            raise FormatError(
                f"the file has {len(data)} bytes: {HEADER_BYTES} are needed", "header"
            )
        *made, games, names, year, size, kind, depth, _ = _LAYOUT.unpack(data)
        # The files of the database have a size of 0 for 8×8 and a depth of 0 for 22.
        return cls(
            (made[0], made[1], made[2], made[3]),
            games,
            names,
            year,
            size or 8,
            kind == 1,
            depth or 22,
        )

    def to_bytes(self) -> bytes:
        """Return the 16 bytes."""
        kind = int(self.is_solitaire)
        return _LAYOUT.pack(
            *self.made, self.games, self.names, self.year, self.size, kind, self.depth, 0
        )


def read_exactly(file: BinaryIO, count: int) -> bytes:
    """Read this number of bytes, or fewer only if the file ends."""
    data = b""
    while len(data) < count and (more := file.read(count - len(data))):
        data += more
    return data
