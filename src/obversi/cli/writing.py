"""Writing games: the format that a file's name asks for, and which games it can hold."""

import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, TextIO

from obversi.errors import ObversiError
from obversi.formats import (
    FORMATS,
    GameRecord,
    board_line,
    ggf,
    json_lines,
    obf,
    sgf,
    transcript,
    wthor,
)

__all__ = ["TEXT_WRITERS", "check_writable", "format_of_name"]

TEXT_WRITERS: Final[dict[str, Callable[[Iterable[GameRecord], TextIO], int]]] = {
    "transcript": transcript.write,
    "board": board_line.write,
    "ggf": ggf.write,
    "obf": obf.write,
    "sgf": sgf.write,
    "json": json_lines.write,
}


def format_of_name(path: Path) -> str:
    """Return the format to write a file in, by the ending of its name."""
    writable = {name: info for name, info in FORMATS.items() if info.can_write}
    for name, info in writable.items():
        if path.suffix.lower() in info.extensions:
            return name
    endings = ", ".join(ending for info in writable.values() for ending in info.extensions)
    raise ObversiError(f"the ending of {str(path)!r} names no format to write: expected {endings}")


def check_writable(record: GameRecord, format: str) -> None:
    """Refuse a game that a format cannot hold."""
    if format in TEXT_WRITERS:
        TEXT_WRITERS[format]([record], io.StringIO())
    else:
        wthor.write([record], io.BytesIO(), year=0)
