"""Transcripts: the squares of a game one after another, ``f5d6c3d3c4``.

Passes need not be written, unless the game was left after one. Reading allows upper case, blanks,
move numbers and written passes. Size and rules are not written: they are arguments of the writer
and the reader.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TextIO

from obversi.board import Board
from obversi.errors import FormatError
from obversi.formats.lines import OnProblem, raise_problem, read_lines, write_lines
from obversi.formats.losses import Losses, OnLoss, check_result, warn_of_loss
from obversi.formats.record import GameRecord, record_from_moves
from obversi.rules import Rules

_NAME = "a transcript"

_NUMBER = r"\d+\.+|(?<!\S)\d+(?=\s)"
_TOKEN = re.compile(rf"{_NUMBER}|([a-h][1-8]|pass|pa|ps|--)|(\S+)", re.IGNORECASE)


def written_moves(text: str) -> Iterator[str]:
    """Yield the moves of a text, without move numbers; other parts are yielded unchanged."""
    for token in _TOKEN.finditer(text):
        if written := token[1] or token[2]:
            yield written


def parse(text: str, *, size: int = 8, rules: Rules = "normal") -> GameRecord:
    """Read one game from the usual start; an empty text is a game without moves."""
    return record_from_moves(written_moves(text), Board(size, rules))


def dump(
    record: GameRecord,
    *,
    size: int = 8,
    rules: Rules = "normal",
    on_loss: OnLoss = warn_of_loss,
) -> str:
    """Write a game as its squares in lower case, without passes.

    A game with another size or other rules than given is an error, because it would be read as
    another one.
    """
    losses = Losses()
    text = _text(record, losses, size, rules)
    losses.report(_NAME, on_loss)
    return text


def squares(record: GameRecord) -> str:
    """Return the squares of a game, and a pass only if it is the last move."""
    is_left_after_pass = bool(record.moves) and record.moves[-1].move.is_pass
    return record.transcript() + ("pass" if is_left_after_pass else "")


def read(
    file: TextIO,
    *,
    size: int = 8,
    rules: Rules = "normal",
    on_problem: OnProblem = raise_problem,
) -> Iterator[GameRecord]:
    """Read one game a line."""
    return read_lines(file, partial(parse, size=size, rules=rules), on_problem)


def write(
    records: Iterable[GameRecord],
    file: TextIO,
    *,
    size: int = 8,
    rules: Rules = "normal",
    on_loss: OnLoss = warn_of_loss,
) -> int:
    """Write one game a line and return how many there were."""
    return write_lines(records, file, partial(_line, size=size, rules=rules), _NAME, on_loss)


def _line(record: GameRecord, losses: Losses, size: int, rules: Rules) -> str:
    line = _text(record, losses, size, rules)
    if not line:
        raise FormatError("a game without moves would be a blank line, which no one reads")
    return line


def _text(record: GameRecord, losses: Losses, size: int, rules: Rules) -> str:
    if not record.begins_as_usual:
        raise FormatError(
            "a game that does not begin at the usual start is no mere transcript: "
            "write the board before it"
        )
    if (record.size, record.rules) != (size, rules):
        raise FormatError(
            "a transcript has neither size nor rules: "
            f"this {record.rules} {record.size}×{record.size} game would be read as a {rules} "
            f"{size}×{size} game; give size and rules for writing and reading, or write GGF, SGF "
            "or JSON"
        )
    check_result(record)
    losses.add_parts(record)
    losses.add_tags(record)
    losses.add_result(record)
    return squares(record)
