"""A game as bytes for the tables, and back; and its identity, by which duplicates are found."""

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np

from obversi import batch
from obversi.color import BLACK
from obversi.database.canonical import move_images, transformed
from obversi.errors import InputError
from obversi.formats.record import GameRecord, PlayedMove, checked_record
from obversi.move import Move
from obversi.rules import checked_rules
from obversi.symmetry import Symmetry

_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_IDENTITY_BYTES = 16

_MOVES = tuple(Move.from_index(index) for index in range(65))
_NUMBERS = {move: index for index, move in enumerate(_MOVES)}

# Most moves have neither value nor time.
_PLAIN = tuple(map(PlayedMove, _MOVES))


@dataclass(frozen=True, slots=True)
class StartDiscs:
    """The position before the first move: the discs of the mover and of the opponent."""

    size: int
    own: int
    opp: int
    turn: int

    @property
    def discs(self) -> int:
        """The number of discs."""
        return (self.own | self.opp).bit_count()


@dataclass(frozen=True, slots=True)
class EncodedGame:
    """A game, its moves as bytes, the margin of black if known, and the identity."""

    record: GameRecord
    start: StartDiscs
    moves: bytes
    margin: int | None
    identity: bytes

    def details(self) -> str | None:
        """Return what has no column of its own as JSON, or None if there is nothing."""
        record = self.record
        further: dict[str, Any] = {
            "tags": dict(record.tags),
            "values": dict(record.values),
            "move_values": [played.value for played in record.moves],
            "move_seconds": [played.seconds for played in record.moves],
        }
        for name in ("move_values", "move_seconds"):
            if further[name].count(None) == len(record.moves):
                del further[name]
        known = {name: value for name, value in further.items() if value}
        return json.dumps(known) if known else None


def encode(record: GameRecord) -> EncodedGame:
    """Check a game and turn it into bytes; one that cannot be played or is none is an error."""
    checked_record(record)
    if not (record.moves or record.black or record.white or record.result is not None):
        raise InputError("it is a position without moves, not a game")
    outcome = record.board().outcome()
    margin = record.result
    if margin is None:
        margin = None if outcome is None else outcome.margin_for(BLACK)
    elif abs(margin) > record.size**2:
        raise InputError(f"the result {margin} is more than the board has squares")
    start = StartDiscs(record.size, *record.start.bits, record.start.turn)
    moves = bytes([_NUMBERS[played.move] for played in record.moves])
    return EncodedGame(record, start, moves, margin, _identity(record, start, moves))


def _identity(record: GameRecord, start: StartDiscs, moves: bytes) -> bytes:
    """Return bytes that are equal for games with equal players, date, place, start and moves.

    Games are equal as well if one is the image of the other. Names may differ in case and blanks.
    """
    image, tables = _images(start)
    names = (record.black, record.white, record.place, record.date)
    plain = tuple(" ".join(name.split()).casefold() for name in names)
    known = repr((record.rules, image, plain, min(moves.translate(table) for table in tables)))
    return blake2b(known.encode(), digest_size=_IDENTITY_BYTES).digest()


@lru_cache(maxsize=1 << 14)
def _images(start: StartDiscs) -> tuple[StartDiscs, tuple[bytes, ...]]:
    """Return the canonical image of a start, and the tables of moves of all ways to it."""
    position = np.array([(start.own, start.opp)], np.uint64)
    image = batch.canonical(position, start.size)
    tables = tuple(
        move_images(start.size)[symmetry].tobytes()
        for symmetry in Symmetry
        if (transformed(position, symmetry, start.size) == image).all()
    )
    own, opp = image[0].tolist()
    return StartDiscs(start.size, own, opp, start.turn), tables


def decode(
    start: StartDiscs,
    rules: str,
    moves: bytes,
    *,
    black: str,
    white: str,
    place: str,
    date: str,
    result: int | None,
    details: str | None,
) -> GameRecord:
    """Return the game that was stored; damage is a ValueError, TypeError or LookupError."""
    known = json.loads(details) if details else {}
    played = tuple([_PLAIN[number] for number in moves])
    if "move_values" in known or "move_seconds" in known:
        nothing = [None] * len(moves)
        values = known.get("move_values", nothing)
        seconds = known.get("move_seconds", nothing)
        triples = zip(moves, values, seconds, strict=True)
        played = tuple(PlayedMove(_MOVES[number], *thought) for number, *thought in triples)
    board = batch.to_board(
        np.array((start.own, start.opp), np.uint64),
        -1 if start.turn < 0 else 1,
        start.size,
        checked_rules(rules),
    )
    record = GameRecord(
        board,
        played,
        black=black,
        white=white,
        place=place,
        date=date,
        result=result,
        tags=known.get("tags", {}),
        values=known.get("values", {}),
    )
    record.board()  # the moves can be played
    return record


def year_of(date: str) -> int:
    """Return the year in a date, in whatever way that is written; 0 if there is none.

    >>> year_of("2004.09.18_05:54:38.MDT"), year_of("18/9/1987"), year_of("?")
    (2004, 1987, 0)
    """
    found = _YEAR.search(date)
    return int(found[0]) if found else 0


def storable(text: str) -> str:
    """Return a text that all databases can store.

    Half a character becomes a question mark, and so does the character 0.
    """
    return text.encode("utf-8", "replace").decode().replace("\0", "?")
