"""A folder of games for training, and the format of its files.

Files `games-<first number>.obg` have the games and are never changed; `data.json` has the size, the
rules and the settings of self-play. Games of self-play are numbered from 0, those added from other
files from ADDED.

A file of games (a shard) has a header of 32 bytes, little-endian: "obversig"; the version; the size
and the rules (0 normal, 1 reversed) in one byte each, and two unused bytes; the first number of a
game, how many numbers there are, how many records, and the CRC-32 of all that and of the records.
The records follow, compressed with zlib. A game with branches has several records.
"""

import json
import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, Self

import numpy as np
from numpy.typing import NDArray

from obversi.errors import FormatError, InputError, ObversiError
from obversi.file_lock import lock_file
from obversi.formats.lines import OnProblem, raise_problem
from obversi.rules import Rules, checked_rules
from obversi.size import checked_size
from obversi.training.files import file_errors, replace_file

# core/training/game_record.hpp documents the fields.
GAME = np.dtype(
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
# The value of a move that was not searched.
UNKNOWN = -128

# Rows of the type `GAME`.
Games = NDArray[np.void]

# The first number of games that were added from files.
ADDED = 1 << 31

_FORMAT = 1
_DESCRIPTION = "data.json"
_LOCK = ".lock"

_HEADER = struct.Struct("<8sIBBHIIII")
_CHECKSUM_BYTES = 4
_MAGIC = b"obversig"
_VERSION = 1
_RULES: tuple[Rules, ...] = ("normal", "reversed")
# Higher levels take twice as long for files of nearly the same size.
_COMPRESSION = 1
_REMEDY = "delete it and play its games again, or skip it with --skip-damaged"


@dataclass(frozen=True, slots=True)
class Shard:
    """A file of games, numbered from `first`."""

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
        with file_errors(path, "read"), path.open("rb") as file:
            return cls._of_file(path, file)

    @classmethod
    def write(
        cls, path: Path, size: int, rules: Rules, first: int, numbers: int, games: Games
    ) -> "Shard":
        """Write a file atomically."""
        content = np.ascontiguousarray(games, GAME).tobytes()
        shard = cls(path, size, rules, first, numbers, len(games), 0)
        shard = replace(shard, checksum=shard._checksum_with(content))
        replace_file(path, shard._header() + zlib.compress(content, _COMPRESSION))
        return shard

    def read(self) -> Games:
        """Return the games; a damaged file raises FormatError."""
        with file_errors(self.path, "read"), self.path.open("rb") as file:
            if self._of_file(self.path, file) != self:
                raise FormatError("the file was replaced by another", str(self.path))
            compressed = file.read()
        unpacking = zlib.decompressobj()
        expected = self.records * GAME.itemsize
        try:
            # The limit keeps a damaged file from filling the memory.
            content = unpacking.decompress(compressed, expected + 1)
        except zlib.error:
            content = b""
        whole = unpacking.eof and len(content) == expected
        if not whole or self._checksum_with(content) != self.checksum:
            raise _damaged(self.path, "its content does not match its checksum")
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
                f"the games have version {version}, this program reads version {_VERSION}",
                str(path),
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


def _damaged(path: Path, reason: str) -> FormatError:
    return FormatError(f"the file is damaged, {reason}: {_REMEDY}", str(path))


@dataclass(frozen=True)
class GameData:
    """The games in a folder: of one size and one rule set, all with the same settings."""

    folder: Path
    size: int
    rules: Rules

    @classmethod
    def create(cls, folder: str | Path, size: int = 8, rules: Rules = "normal") -> Self:
        """Create a folder without games."""
        data = cls(Path(folder), checked_size(size), checked_rules(rules))
        if data._description.exists():
            raise InputError(f"{data.folder} has games already")
        with file_errors(data.folder, "made"):
            data.folder.mkdir(parents=True, exist_ok=True)
        if data._paths():
            raise InputError(
                f"{data.folder} has games but no {_DESCRIPTION} that says what they are: "
                "take another folder"
            )
        data._describe({})
        return data

    @classmethod
    def open(cls, folder: str | Path) -> Self:
        """Open an existing folder."""
        data, _ = cls._described(Path(folder))
        return data

    @classmethod
    def open_or_create(cls, folder: str | Path, size: int = 8, rules: Rules = "normal") -> Self:
        """Open a folder or create it; one with another size or other rules is an error."""
        if not (Path(folder) / _DESCRIPTION).exists():
            return cls.create(folder, size, rules)
        data = cls.open(folder)
        if (data.size, data.rules) != (checked_size(size), checked_rules(rules)):
            raise InputError(
                f"{folder} has {_game(data.size, data.rules)} games, not "
                f"{_game(size, rules)}: take another folder"
            )
        return data

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the games of self-play, empty if there are none."""
        _, settings = self._described(self.folder)
        return settings

    def store_settings(self, settings: Mapping[str, Any]) -> None:
        """Store the settings; a folder that has others already is an error."""
        stored = self.settings
        if not stored:
            self._describe(settings)
            return
        other = [
            f"{name} {stored.get(name)} instead of {settings.get(name)}"
            for name in {**stored, **settings}
            if stored.get(name) != settings.get(name)
        ]
        if other:
            raise InputError(
                f"the games in {self.folder} have {', '.join(other)}: take another folder"
            )

    def shards(self, on_problem: OnProblem = raise_problem) -> list[Shard]:
        """Return the files of games by number; `on_problem` is called for damaged ones."""
        shards = []
        for path in self._paths():
            try:
                shard = Shard.open(path)
                if (shard.size, shard.rules) != (self.size, self.rules):
                    raise FormatError(
                        f"the file has {_game(shard.size, shard.rules)} games, the folder "
                        f"{_game(self.size, self.rules)} ones",
                        str(path),
                    )
                shards.append(shard)
            except FormatError as problem:
                on_problem(problem)
        return sorted(shards, key=lambda shard: shard.first)

    def parts(self, on_problem: OnProblem = raise_problem) -> Iterator[Games]:
        """Read file after file; a damaged one is skipped if `on_problem` does not raise."""
        for shard in self.shards(on_problem):
            try:
                games = shard.read()
            except FormatError as problem:
                on_problem(problem)
                continue
            yield games

    def read(self, on_problem: OnProblem = raise_problem) -> Games:
        """Read all games at once."""
        return np.concatenate([np.empty(0, GAME), *self.parts(on_problem)])

    @contextmanager
    def writing(self) -> Iterator["GameWriter"]:
        """Lock the folder against other writers, and return a writer."""
        path = self.folder / _LOCK
        with file_errors(path, "written"):
            lock = path.open("wb")
        with lock:
            try:
                lock_file(lock)
            except BlockingIOError:
                raise InputError(f"another run is writing games into {self.folder}") from None
            except OSError:
                pass  # some network file systems have no locks
            for partial in self.folder.glob("*.part"):
                # Left by a run that was killed.
                partial.unlink(missing_ok=True)
            yield GameWriter(self)

    def _paths(self) -> list[Path]:
        return sorted(self.folder.glob("games-*.obg"))

    @property
    def _description(self) -> Path:
        return self.folder / _DESCRIPTION

    @classmethod
    def _described(cls, folder: Path) -> tuple[Self, dict[str, Any]]:
        """Read the description of a folder."""
        path = folder / _DESCRIPTION
        if not path.exists():
            raise InputError(f"{folder} is not a folder of games: it has no {_DESCRIPTION}")
        with file_errors(path, "read"):
            text = path.read_bytes()
        try:
            stored = json.loads(text)
            if stored["format"] != _FORMAT:
                raise FormatError(
                    f"the games have format {stored['format']}, this program reads {_FORMAT}"
                )
            data = cls(folder, checked_size(stored["size"]), checked_rules(stored["rules"]))
            return data, dict(stored["settings"])
        except (ValueError, KeyError, TypeError) as error:
            reason = str(error) if isinstance(error, ObversiError) else "it does not describe games"
            raise FormatError(reason, str(path)) from error

    def _describe(self, settings: Mapping[str, Any]) -> None:
        description = {
            "format": _FORMAT,
            "size": self.size,
            "rules": self.rules,
            "settings": dict(settings),
        }
        replace_file(self._description, (json.dumps(description, indent=2) + "\n").encode())


@dataclass(frozen=True)
class GameWriter:
    """Adds files to a folder that `GameData.writing` has locked."""

    data: GameData

    def append(self, games: Games, first: int, numbers: int) -> Shard:
        """Write all games with this range of numbers into a file."""
        if len(games) and not (
            first <= int(games["number"].min()) and int(games["number"].max()) < first + numbers
        ):
            raise InputError(
                f"there are games with other numbers than {first} to {first + numbers - 1}"
            )
        path = self.data.folder / f"games-{first:010}.obg"
        return Shard.write(path, self.data.size, self.data.rules, first, numbers, games)


def _game(size: int, rules: Rules) -> str:
    return f"{rules} {size}×{size}"
