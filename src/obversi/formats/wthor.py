"""WTHOR, the database of tournament games: one ``.wtb`` file a year and two files of names.

Each game is 68 bytes: tournament, players, black's discs as played and with best play, and up to
60 squares as 10·row + column. Passes are not stored, and neither are rules or boards: all games
are 8×8 from the usual start, most discs win.
"""

import datetime
import re
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from obversi.board import Board
from obversi.errors import FormatError, ObversiError
from obversi.formats.lines import OnProblem, placed, quoted, raise_problem
from obversi.formats.losses import Losses, OnLoss, warn_of_loss
from obversi.formats.record import GameRecord, record_from_moves
from obversi.move import Move

__all__ = [
    "HEADER_BYTES",
    "PLAYERS",
    "TOURNAMENTS",
    "Header",
    "NameList",
    "Written",
    "name_file",
    "read",
    "read_exactly",
    "read_names",
    "read_players",
    "read_tournaments",
    "write",
    "write_players",
    "write_tournaments",
    "year_of",
]

_PLAYER_BYTES = 20
_TOURNAMENT_BYTES = 26
_MOST_NAMES = 1 << 16

# The database's name of an unknown player or tournament, which is empty here.
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


PLAYERS = "WTHOR.JOU"
TOURNAMENTS = "WTHOR.TRN"

Names = tuple[str, ...]


def name_file(folder: Path, name: str) -> Path:
    """Return the path of a file of names, in whatever case it is written there."""
    found = (path for path in folder.iterdir() if path.name.upper() == name)
    return next(found, folder / name)


def read_names(folder: Path) -> tuple[Names | None, Names | None]:
    """Read the players and the tournaments of a folder; None where there is no such file."""
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
            raise placed(error, path.name) from error


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
    """Read this number of bytes, or fewer only if the file ends."""
    data = b""
    while len(data) < count and (more := file.read(count - len(data))):
        data += more
    return data


_GAME = struct.Struct("<3H2B60s")
_SQUARES = 64
_MOVE_OF_BYTE = {
    10 * row + column: Move.at(row - 1, column - 1) for row in range(1, 9) for column in range(1, 9)
}
_BYTE_OF_MOVE = {move: byte for byte, move in _MOVE_OF_BYTE.items()}
_THEORETICAL = "theoretical"


@dataclass(frozen=True, slots=True)
class Written:
    """How many games were written, and the names their numbers stand for."""

    games: int
    players: tuple[str, ...]
    tournaments: tuple[str, ...]


def read(
    file: BinaryIO,
    *,
    players: Sequence[str] | None = None,
    tournaments: Sequence[str] | None = None,
    on_problem: OnProblem = raise_problem,
) -> Iterator[GameRecord]:
    """Read game after game; without lists of names, player 12 is called #12.

    The tag "theoretical" has the discs that black would have got with best play.
    """
    try:
        header = _checked(Header.read(file))
    except FormatError as problem:
        on_problem(problem)
        return
    number = 0
    while data := read_exactly(file, _GAME.size):
        number += 1
        if number == header.games + 1:
            reason = f"the header promises {header.games} games, but the file goes on"
            on_problem(FormatError(reason, f"record {number}"))
        if len(data) < _GAME.size:
            reason = f"the file ends after {len(data)} of {_GAME.size} bytes"
            on_problem(FormatError(reason, f"record {number}"))
            return
        try:
            record = _record(data, header.year, players, tournaments)
        except ObversiError as error:
            on_problem(placed(error, f"record {number}"))
            continue
        yield record
    if number < header.games:
        reason = f"the header promises {header.games} games, the file ends after {number}"
        on_problem(FormatError(reason, f"record {number + 1}"))


def write(
    records: Iterable[GameRecord],
    file: BinaryIO,
    *,
    year: int,
    players: Sequence[str] = (),
    tournaments: Sequence[str] = (),
    made: datetime.date | None = None,
    on_loss: OnLoss = warn_of_loss,
) -> Written:
    """Write games of one year to a seekable file, and return the names to write beside it.

    `players` and `tournaments` are names that have numbers already; new ones are added after
    them. `made` is the date of the file, today by default. A game with a date in another year is
    an error.
    """
    if not 0 <= year < 1 << 16:
        raise FormatError(f"the year {year} does not fit: expected 0 to {(1 << 16) - 1}")
    header = replace(Header.today(made), year=year)
    player_list = NameList.of_players(players)
    tournament_list = NameList.of_tournaments(tournaments)
    begin = file.tell()
    file.write(header.to_bytes())
    losses = Losses()
    count = 0
    for count, record in enumerate(records, start=1):
        try:
            file.write(_bytes(record, player_list, tournament_list, year, losses))
        except ObversiError as error:
            raise placed(error, f"record {count}") from error
    end = file.tell()
    file.seek(begin)
    file.write(replace(header, games=count).to_bytes())
    file.seek(end)
    losses.report("WTHOR", on_loss)
    return Written(count, player_list.names, tournament_list.names)


def _checked(header: Header) -> Header:
    if header.is_solitaire:
        raise FormatError("the file holds solitaires, not games: they cannot be read", "header")
    if header.size != 8:
        raise FormatError(f"boards of {header.size}×{header.size} cannot be read", "header")
    return header


def _record(
    data: bytes, year: int, players: Sequence[str] | None, tournaments: Sequence[str] | None
) -> GameRecord:
    tournament, black, white, discs, theoretical, squares = _GAME.unpack(data)
    if max(discs, theoretical) > _SQUARES:
        raise FormatError(f"{max(discs, theoretical)} discs are more than the board has squares")
    return record_from_moves(
        _moves(squares),
        black=_name(black, players, "player"),
        white=_name(white, players, "player"),
        place=_name(tournament, tournaments, "tournament"),
        date=str(year) if year else "",
        result=2 * discs - _SQUARES,
        tags={_THEORETICAL: str(theoretical)},
    )


def _moves(squares: bytes) -> Iterator[str]:
    written = squares.rstrip(b"\0")
    for ply, byte in enumerate(written, start=1):
        if byte not in _MOVE_OF_BYTE:
            raise FormatError(f"move {ply}: byte {byte} is no square")
        yield _MOVE_OF_BYTE[byte]


def _name(number: int, names: Sequence[str] | None, kind: str) -> str:
    if names is None:
        return f"#{number}" if number else ""
    if number >= len(names):
        raise FormatError(f"{kind} {number} is not among the {len(names)} names")
    return names[number]


_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)", re.ASCII)
_KEPT = ("the players' names", "the place", "the date")


def year_of(date: str) -> int:
    """Return the year in a date, or 0 if there is none."""
    found = _YEAR.search(date)
    return int(found[0]) if found else 0


def _add_losses(record: GameRecord, year: int, losses: Losses) -> None:
    losses.add_parts(record, *_KEPT)
    losses.add_tags(record, _THEORETICAL)
    if _THEORETICAL not in record.tags:
        losses.add("that the theoretical score is unknown (the result is written)")
    for name in (record.black, record.white):
        losses.changed("the players' names", name, _read_again(name))
    losses.changed("the place", record.place, _read_again(record.place))
    if record.moves and record.moves[-1].move.is_pass:
        losses.add("the pass after which a game was left")
    if record.date == (str(year) if year else ""):
        return
    if (own := year_of(record.date)) not in (0, year):
        raise FormatError(f"the game is of {own}, and this WTHOR file is for {year or 'no year'}")
    if record.date:
        losses.add("the date, other than its year" if own else "the date")
    if not own:
        losses.add(f"that a date is unknown ({year} is written)")


def _read_again(name: str) -> str:
    stripped = name.strip()
    return "" if stripped == _UNKNOWN else stripped


def _bytes(
    record: GameRecord, players: NameList, tournaments: NameList, year: int, losses: Losses
) -> bytes:
    if record.start != Board():
        raise FormatError(
            "WTHOR holds only 8×8 games from the usual start in which most discs win, not a "
            f"{record.size}×{record.size} game by {record.rules} rules from "
            f"{record.start.to_string()}"
        )
    margin = record.margin()
    if margin is None:
        raise FormatError("the game is not over and has no result: WTHOR cannot leave it open")
    if margin % 2 or abs(margin) > _SQUARES:
        raise FormatError(f"a margin of {margin} cannot be given in discs of black")
    discs = (_SQUARES + margin) // 2
    theoretical = record.tags.get(_THEORETICAL, str(discs))
    if not (theoretical.isascii() and theoretical.isdecimal() and int(theoretical) <= _SQUARES):
        raise FormatError(f"theoretical discs {theoretical!r} are no number from 0 to 64")
    losses.changed(f"the tag {_THEORETICAL!r}", theoretical, str(int(theoretical)))
    _add_losses(record, year, losses)
    squares = bytes(
        _BYTE_OF_MOVE[played.move] for played in record.moves if not played.move.is_pass
    )
    return _GAME.pack(
        tournaments.number(record.place),
        players.number(record.black),
        players.number(record.white),
        discs,
        int(theoretical),
        squares,
    )
