"""One file of games for training: a header, then the games, compressed.

The header has 32 bytes, little-endian: "obversig"; the version; the size and the rules (0 normal,
1 reversed) in one byte each and two of no meaning; the first number of a game, how many numbers
there are from it on, how many records, and the CRC-32 of all that and the records, which follow
compressed by zlib. A number has several records where a game has branches.
"""

import os
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from obversi.board import Rules
from obversi.errors import FormatError, ObversiError

__all__ = ["GAME", "UNKNOWN", "Games", "Shard", "named_problem", "replace_file"]

# core/training/game_record.hpp tells what the bytes mean.
GAME: Final = np.dtype(
    [
        ("moves", "u1", 60),
        ("values", "i1", 60),
        ("by_chance", "<u8"),
        ("number", "<u4"),
        ("exact_from", "u1"),
        ("first", "u1"),
        ("margin", "i1"),
        ("source", "u1"),
    ]
)
# Of a value that nobody has searched.
UNKNOWN: Final = -128

Games = NDArray[np.void]

_HEADER = struct.Struct("<8sIBBHIIII")
_CHECKSUM_BYTES = 4
_MAGIC = b"obversig"
_VERSION = 1
_RULES: Final[tuple[Rules, ...]] = ("normal", "reversed")
# More makes files hardly smaller, and takes twice as long.
_COMPRESSION = 1
_REMEDY = "delete it and make its games again, or leave it out with --skip-damaged"


@dataclass(frozen=True, slots=True)
class Shard:
    """A file of games: those of the numbers from `first` on."""

    path: Path
    size: int
    rules: Rules
    first: int
    numbers: int
    records: int
    checksum: int

    @classmethod
    def open(cls, path: Path) -> "Shard":
        """Read the header of a file."""
        with named_problem(path, "read"), path.open("rb") as file:
            return cls._of_file(path, file)

    @classmethod
    def write(
        cls, path: Path, size: int, rules: Rules, first: int, numbers: int, games: Games
    ) -> "Shard":
        """Write a file whole, or leave none."""
        content = np.ascontiguousarray(games, GAME).tobytes()
        shard = cls(path, size, rules, first, numbers, len(games), 0)
        shard = replace(shard, checksum=shard._checksum_with(content))
        replace_file(path, shard._header() + zlib.compress(content, _COMPRESSION))
        return shard

    def read(self) -> Games:
        """Return the games; a damaged file is refused."""
        with named_problem(self.path, "read"), self.path.open("rb") as file:
            if self._of_file(self.path, file) != self:
                raise FormatError("another file has taken its place", str(self.path))
            compressed = file.read()
        unpacking = zlib.decompressobj()
        expected = self.records * GAME.itemsize
        try:
            # A damaged number of records must not fill the memory.
            content = unpacking.decompress(compressed, expected + 1)
        except zlib.error:
            content = b""
        whole = unpacking.eof and len(content) == expected
        if not whole or self._checksum_with(content) != self.checksum:
            raise _damaged(self.path, "what it holds does not agree with its checksum")
        return np.frombuffer(content, GAME)

    @classmethod
    def _of_file(cls, path: Path, file: BinaryIO) -> "Shard":
        header = file.read(_HEADER.size)
        if len(header) < _HEADER.size:
            raise _damaged(path, f"it ends after {len(header)} bytes")
        magic, version, size, rules, _, first, numbers, records, checksum = _HEADER.unpack(header)
        if magic != _MAGIC:
            raise _damaged(path, "it does not begin as a file of games")
        if version != _VERSION:
            raise FormatError(
                f"the games are of version {version}: version {_VERSION} is read here", str(path)
            )
        if rules >= len(_RULES):
            raise _damaged(path, f"there are no rules of number {rules}")
        return cls(path, size, _RULES[rules], first, numbers, records, checksum)

    def _checksum_with(self, content: bytes) -> int:
        return zlib.crc32(content, zlib.crc32(self._header()[:-_CHECKSUM_BYTES]))

    def _header(self) -> bytes:
        rules = _RULES.index(self.rules)
        numbers = (self.first, self.numbers, self.records, self.checksum)
        return _HEADER.pack(_MAGIC, _VERSION, self.size, rules, 0, *numbers)


def replace_file(path: Path, content: bytes) -> None:
    """Write a file under another name first, so that whoever looks sees all of it or nothing."""
    partial = path.with_name(f"{path.name}.part")
    with named_problem(path, "written"):
        try:
            with partial.open("wb") as file:
                file.write(content)
                file.flush()
                # Else the name might be on the disk before the content when the power fails.
                os.fsync(file.fileno())
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)


@contextmanager
def named_problem(path: Path, action: str) -> Iterator[None]:
    """Tell with what file the system has a problem."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise ObversiError(f"{path} cannot be {action}: {reason}") from error


def _damaged(path: Path, reason: str) -> FormatError:
    return FormatError(f"the file is damaged, {reason}: {_REMEDY}", str(path))
