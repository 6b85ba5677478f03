"""WTHOR, the database of tournament games: one ``.wtb`` file a year and two files of names.

Each game is 68 bytes: tournament, players, black's discs as played and with best play, and up to
60 squares as 10·row + column. Passes are not stored, and neither are rules or boards: all games
are 8×8 from the usual start, most discs win.
"""

import datetime
import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

from obversi.analysis import count_text
from obversi.board import Board
from obversi.errors import FormatError, ObversiError
from obversi.formats.lines import OnProblem, placed, raise_problem
from obversi.formats.losses import Losses, OnLoss, warn_of_loss
from obversi.formats.record import GameRecord, record_from_moves
from obversi.formats.wthor_names import (
    UNKNOWN,
    Header,
    NameList,
    read_exactly,
)
from obversi.move import Move

_GAME = struct.Struct("<3H2B60s")
_SQUARES = 64
_MOVE_OF_BYTE = {
    10 * row + column: Move.at(row - 1, column - 1) for row in range(1, 9) for column in range(1, 9)
}
_BYTE_OF_MOVE = {move: byte for byte, move in _MOVE_OF_BYTE.items()}
_THEORETICAL = "theoretical"


@dataclass(frozen=True, slots=True)
class Written:
    """The number of written games, and the names of their players and tournaments."""

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
            reason = f"the header promises {count_text(header.games, 'game')}, but the file goes on"
            on_problem(FormatError(reason, f"record {number}"))
        if len(data) < _GAME.size:
            reason = f"the file ends after {len(data)} of {_GAME.size} bytes"
            on_problem(FormatError(reason, f"record {number}"))
            return
        try:
            record = parse(data, header.year, players, tournaments)
        except ObversiError as error:
            on_problem(placed(error, f"record {number}"))
            continue
        yield record
    if number < header.games:
        reason = (
            f"the header promises {count_text(header.games, 'game')}, the file ends after {number}"
        )
        on_problem(FormatError(reason, f"record {number + 1}"))


def parse(
    data: bytes,
    year: int = 0,
    players: Sequence[str] | None = None,
    tournaments: Sequence[str] | None = None,
) -> GameRecord:
    """Read the 68 bytes of one game."""
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
            raise placed(error, f"record {count}") from None
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
    return "" if stripped == UNKNOWN else stripped


def _bytes(
    record: GameRecord, players: NameList, tournaments: NameList, year: int, losses: Losses
) -> bytes:
    if record.start != Board():
        raise FormatError(
            "WTHOR holds only 8×8 games from the usual start in which most discs win, not a "
            f"game of {record.rules} {record.size}×{record.size} from "
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
