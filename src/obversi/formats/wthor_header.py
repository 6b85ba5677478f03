"""The 16 bytes at the beginning of each of WTHOR's files, all numbers little-endian."""

import datetime
import struct
from dataclasses import dataclass
from typing import BinaryIO

from obversi.errors import FormatError

__all__ = ["HEADER_BYTES", "Header", "read_exactly"]

_LAYOUT = struct.Struct("<4BIHH4B")
HEADER_BYTES = _LAYOUT.size


@dataclass(frozen=True, slots=True)
class Header:
    """When the file was made, how much it holds, and what kind of games."""

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
        # A size of 0 is a board of 8×8, a depth of 0 means 22: so the files of the database.
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
    """Read so many bytes, or fewer only if the file ends."""
    data = b""
    while len(data) < count and (more := file.read(count - len(data))):
        data += more
    return data
