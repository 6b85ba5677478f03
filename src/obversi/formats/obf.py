"""OBF: positions with the exact margins of their moves, as used for endgame problems.

A line is ``<cells> <mover>; G8:+18; H1:+12;`` or, with the margin of the position alone,
``<cells> <mover>; +18;``. Margins are the mover's; ``%`` begins a comment. The format does not say
by which rules: the reader has to.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TextIO

from obversi.board import Board
from obversi.color import BLACK
from obversi.errors import FormatError
from obversi.formats.lines import OnProblem, quoted, raise_problem, read_lines, write_lines
from obversi.formats.record import GameRecord
from obversi.rules import Rules

__all__ = ["dump", "parse", "read", "write"]

_PART = re.compile(r"(?:([A-Za-z-]+\d?)\s*:\s*)?([+-]?\d{1,3})")


def parse(line: str, *, rules: Rules = "normal") -> GameRecord:
    """Read one position and what is known about it."""
    text, percent, comment = line.partition("%")
    position, *parts = text.split(";")
    if not position.strip():
        raise FormatError("there is no position: expected cells and mover, then a semicolon")
    board = Board.parse(position, rules)
    values: dict[str, int] = {}
    result = None
    for part in filter(None, map(str.strip, parts)):
        move, margin = _move_and_margin(part, board)
        if move in values or (move is None and result is not None):
            raise FormatError(f"{quoted(part)} gives a second margin for the same")
        if move is None:
            result = margin if board.turn == BLACK else -margin
        else:
            values[move] = margin
    tags = {"comment": comment.strip()} if percent and comment.strip() else {}
    return GameRecord(board, result=result, tags=tags, values=values)


def dump(record: GameRecord) -> str:
    """Write a position with the margins of its moves, the best first."""
    if record.moves:
        raise FormatError(
            f"a game of {len(record.moves)} moves does not fit: OBF holds positions only"
        )
    parts = [record.start.to_string()]
    best_first = sorted(record.values.items(), key=lambda item: -item[1])
    parts += [f"{_upper(move)}:{margin:+d}" for move, margin in best_first]
    if record.result is not None:
        parts.append(f"{record.result if record.start.turn == BLACK else -record.result:+d}")
    comment = " ".join(record.tags.get("comment", "").split())
    return "; ".join(parts) + ";" + (f" % {comment}" if comment else "")


def read(
    file: TextIO, *, rules: Rules = "normal", on_problem: OnProblem = raise_problem
) -> Iterator[GameRecord]:
    """Read one position a line; blank lines and comments are left out."""
    return read_lines(file, partial(parse, rules=rules), on_problem, comment="%")


def write(records: Iterable[GameRecord], file: TextIO) -> int:
    """Write one position a line and return how many there were."""
    return write_lines(records, file, dump)


def _move_and_margin(part: str, board: Board) -> tuple[str | None, int]:
    """Read ``G8:+18`` or ``+18``; the move is None if there is none."""
    found = _PART.fullmatch(part)
    if not found:
        raise FormatError(f"{quoted(part)} is no margin: expected a text such as G8:+18 or +18")
    margin = int(found[2])
    if abs(margin) > board.size**2:
        raise FormatError(f"{quoted(part)} is more than a {board.size}×{board.size} board allows")
    if found[1] is None:
        return None, margin
    if not board.is_legal(found[1]):
        raise FormatError(f"{quoted(part)} is for a move that cannot be played")
    return ("pass" if board.must_pass else found[1].lower()), margin


def _upper(move: str) -> str:
    return "PA" if move == "pass" else move.upper()
