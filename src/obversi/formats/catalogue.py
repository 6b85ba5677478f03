"""The formats there are, for help texts and for those who have to choose one."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from obversi.errors import FormatError

__all__ = ["FORMATS", "FormatInfo", "checked_format", "format_of_name"]


@dataclass(frozen=True, slots=True)
class FormatInfo:
    """What a format is, how its files are called, and what can be done with it."""

    description: str
    extensions: tuple[str, ...]
    can_write: bool = True


FORMATS: Mapping[str, FormatInfo] = MappingProxyType(
    {
        "transcript": FormatInfo("squares one after another, one game a line", (".txt",)),
        "board": FormatInfo("a board text, then the moves, one game a line", (".board",)),
        "ggf": FormatInfo("Generic Game Format, of GGS and NBoard", (".ggf",)),
        "obf": FormatInfo("positions with the exact margins of their moves", (".obf",)),
        "wthor": FormatInfo("WTHOR, the database of tournament games", (".wtb",)),
        "pgn": FormatInfo("PGN-like games of PlayOK and Edax", (".pgn",), can_write=False),
        "sgf": FormatInfo("SGF, of editors of Go programs", (".sgf",)),
        "json": FormatInfo("JSON, one game a line", (".json", ".jsonl")),
    }
)


def format_of_name(path: Path) -> str | None:
    """Return the format that a file has by its name, or None."""
    extension = path.suffix.lower()
    return next((name for name, info in FORMATS.items() if extension in info.extensions), None)


def checked_format(name: str, *, writing: bool = False) -> str:
    """Return the name if there is such a format to read, or to write."""
    able = [known for known, info in FORMATS.items() if info.can_write or not writing]
    if name not in able:
        action = "write" if writing else "read"
        raise FormatError(f"there is no format {name!r} to {action}: expected {', '.join(able)}")
    return name
