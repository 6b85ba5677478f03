"""OBF: positions with the exact margins of their moves, as used for endgame problems.

A line is ``<cells> <mover>; G8:+18; H1:+12;`` or, with the margin of the position alone,
``<cells> <mover>; +18;``. Margins are the mover's; ``%`` begins a comment. The format does not name
the rules: they are arguments of the writer and the reader.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TextIO

from obversi.board import Board
from obversi.color import BLACK
from obversi.errors import FormatError
from obversi.formats.lines import OnProblem, quoted, raise_problem, read_lines, write_lines
from obversi.formats.losses import Losses, OnLoss, check_result, warn_of_loss, writable
from obversi.formats.record import GameRecord
from obversi.move import Move
from obversi.rules import Rules

_NAME = "OBF"
_COMMENT = "comment"
_MARGINS = "the exact margins of moves"
_PART = re.compile(r"(?:([A-Za-z-]+\d?)\s*:\s*)?([+-]?\d{1,3})")


def parse(line: str, *, rules: Rules = "normal") -> GameRecord:
    """Read one position and the margins of its moves."""
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
    tags = {_COMMENT: comment.strip()} if percent and comment.strip() else {}
    return GameRecord(board, result=result, tags=tags, values=values)


def dump(record: GameRecord, *, rules: Rules = "normal", on_loss: OnLoss = warn_of_loss) -> str:
    """Write a position with the margins of its moves, the best first.

    A position with other rules than given is an error, because it would be read as another one.
    """
    losses = Losses()
    text = _text(record, losses, rules)
    losses.report(_NAME, on_loss)
    return text


def read(
    file: TextIO, *, rules: Rules = "normal", on_problem: OnProblem = raise_problem
) -> Iterator[GameRecord]:
    """Read one position a line; blank lines and comments are left out."""
    return read_lines(file, partial(parse, rules=rules), on_problem, comment="%")


def write(
    records: Iterable[GameRecord],
    file: TextIO,
    *,
    rules: Rules = "normal",
    on_loss: OnLoss = warn_of_loss,
) -> int:
    """Write one position a line and return how many there were."""
    return write_lines(records, file, partial(_text, rules=rules), _NAME, on_loss)


def _text(record: GameRecord, losses: Losses, rules: Rules) -> str:
    if record.moves:
        raise FormatError(
            f"a game of {len(record.moves)} moves does not fit: OBF holds positions only"
        )
    if record.rules != rules:
        raise FormatError(
            f"OBF has no rules: this position with {record.rules} rules would be read with {rules} "
            "rules; give the rules for writing and reading"
        )
    check_result(record)
    losses.add_parts(record, _MARGINS)
    parts = [record.start.to_string()]
    best_first = sorted(_checked_values(record).items(), key=lambda item: -item[1])
    parts += [f"{_upper(move)}:{margin:+d}" for move, margin in best_first]
    if record.result is not None:
        parts.append(f"{record.result if record.start.turn == BLACK else -record.result:+d}")
    before = record.tags.get(_COMMENT, "")
    comment = writable(before).replace("\n", " ").strip()
    losses.changed(f"the tag {_COMMENT!r}", before, comment)
    losses.add_tags(record, *([_COMMENT] if comment else []))
    return "; ".join(parts) + ";" + (f" % {comment}" if comment else "")


def _checked_values(record: GameRecord) -> dict[str, int]:
    """Return the margins by moves in lower case; reject impossible ones."""
    values: dict[str, int] = {}
    for written, margin in record.values.items():
        if not record.start.is_legal(written):
            raise FormatError(f"a margin is for {written!r}, which cannot be played")
        move = str(Move(written))
        if move in values:
            raise FormatError(f"there are two margins for {move}")
        if abs(margin) > record.size**2:
            raise FormatError(f"{margin:+d} for {move} is more than the board has squares")
        values[move] = margin
    return values


def _move_and_margin(part: str, board: Board) -> tuple[str | None, int]:
    """Read ``G8:+18`` or ``+18``; the move is None if there is none."""
    found = _PART.fullmatch(part)
    if not found:
        raise FormatError(f"{quoted(part)} is no margin: expected a text such as G8:+18 or +18")
    margin = int(found[2])
    if abs(margin) > board.size**2:
        raise FormatError(f"{quoted(part)} is more than the {board.size}×{board.size} board allows")
    if found[1] is None:
        return None, margin
    if not board.is_legal(found[1]):
        raise FormatError(f"{quoted(part)} is for a move that cannot be played")
    return ("pass" if board.must_pass else found[1].lower()), margin


def _upper(move: str) -> str:
    return "PA" if move == "pass" else move.upper()
