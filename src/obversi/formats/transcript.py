"""Transcripts: the squares of a game one after another, ``f5d6c3d3c4``.

Passes need not be written. Reading allows upper case, blanks, move numbers and written passes.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TextIO

from obversi.board import Board
from obversi.errors import FormatError
from obversi.formats.lines import OnProblem, raise_problem, read_lines, write_lines
from obversi.formats.record import GameRecord, record_from_moves
from obversi.rules import Rules

__all__ = ["dump", "parse", "read", "write", "written_moves"]

_NUMBER = r"\d+\.+|(?<!\S)\d+(?=\s)"
_TOKEN = re.compile(rf"{_NUMBER}|([a-h][1-8]|pass|pa|ps|--)|(\S+)", re.IGNORECASE)


def written_moves(text: str) -> Iterator[str]:
    """Go through the moves of a text, without move numbers; what is no move comes as it is."""
    for token in _TOKEN.finditer(text):
        if written := token[1] or token[2]:
            yield written


def parse(text: str, *, size: int = 8, rules: Rules = "normal") -> GameRecord:
    """Read one game from the usual start; an empty text is a game without moves."""
    return record_from_moves(written_moves(text), Board(size, rules))


def dump(record: GameRecord) -> str:
    """Write a game as its squares in lower case, without passes."""
    if not record.begins_as_usual:
        raise FormatError(
            "a game that does not begin at the usual start is no mere transcript: "
            "write the board before it"
        )
    return record.transcript()


def read(
    file: TextIO,
    *,
    size: int = 8,
    rules: Rules = "normal",
    on_problem: OnProblem = raise_problem,
) -> Iterator[GameRecord]:
    """Read one game a line."""
    return read_lines(file, partial(parse, size=size, rules=rules), on_problem)


def write(records: Iterable[GameRecord], file: TextIO) -> int:
    """Write one game a line and return how many there were."""
    return write_lines(records, file, _line)


def _line(record: GameRecord) -> str:
    line = dump(record)
    if not line:
        raise FormatError("a game without moves would be a blank line, which no one reads")
    return line
