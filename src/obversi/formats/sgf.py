"""SGF, the format of Go programs, which has Othello as its game 2; written only."""

from collections.abc import Iterable
from typing import TextIO

from obversi.color import BLACK
from obversi.formats.lines import write_lines
from obversi.formats.record import GameRecord
from obversi.squares import SquareSet

__all__ = ["dump", "write"]


def dump(record: GameRecord) -> str:
    """Write a game on one line."""
    start = record.start
    root = [
        f"(;FF[4]GM[2]CA[UTF-8]SZ[{record.size}]",
        "RU[Reversed]" if record.rules == "reversed" else "",
        f"PC[{_escaped(record.place)}]" if record.place else "",
        f"DT[{_escaped(record.date)}]" if record.date else "",
        f"PB[{_escaped(record.black)}]PW[{_escaped(record.white)}]",
        _setup("AB", start.black),
        _setup("AW", start.white),
        f"PL[{'B' if start.turn == BLACK else 'W'}]",
        f"RE[{_result(record)}]",
    ]
    return "".join([*root, *_moves(record), ")"])


def write(records: Iterable[GameRecord], file: TextIO) -> int:
    """Write one game a line and return how many there were."""
    return write_lines(records, file, dump)


def _setup(tag: str, squares: SquareSet) -> str:
    return tag + "".join(f"[{square}]" for square in squares) if squares else ""


def _moves(record: GameRecord) -> Iterable[str]:
    color = record.start.turn
    for played in record.moves:
        square = "PA" if played.move.is_pass else str(played.move)
        yield f";{'B' if color == BLACK else 'W'}[{square}]"
        color = -color


def _result(record: GameRecord) -> str:
    margin = record.margin()
    if margin is None:
        return "?"
    if margin == 0:
        return "0"
    return f"{'B' if margin > 0 else 'W'}+{abs(margin)}"


def _escaped(text: str) -> str:
    """Guard the letters that end a value or escape; line ends become blanks."""
    plain = " ".join(text.split())
    return plain.replace("\\", "\\\\").replace("]", "\\]")
