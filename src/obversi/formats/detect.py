"""The formats, how they are detected, and reading files and texts of any of them."""

import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, TextIO

from obversi.arguments import checked_type, file_path
from obversi.errors import FormatError, ObversiError
from obversi.formats import board_line, ggf, json_lines, obf, pgn, sgf, transcript, wthor
from obversi.formats.lines import OnProblem, quoted, raise_problem, read_lines
from obversi.formats.record import BrokenGameError, GameRecord
from obversi.formats.wthor_names import read_names
from obversi.rules import Rules, checked_rules
from obversi.size import checked_size


@dataclass(frozen=True, slots=True)
class FormatInfo:
    """A format: its description, the extensions of its files, and whether it can be written."""

    description: str
    extensions: tuple[str, ...]
    can_write: bool = True


# The formats by their names.
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
    """Return the format by the extension of a file, or None."""
    extension = path.suffix.lower()
    return next((name for name, info in FORMATS.items() if extension in info.extensions), None)


def checked_format(name: str, *, writing: bool = False) -> str:
    """Return the name if there is such a format to read, or to write."""
    able = [known for known, info in FORMATS.items() if info.can_write or not writing]
    if name not in able:
        action = "write" if writing else "read"
        raise FormatError(f"there is no format {name!r} to {action}: expected {', '.join(able)}")
    return name


_CELL = r"[-.XxBb*0OoWw1]"
_PROPERTY = r"[A-Za-z]++\s*+(?:\[(?:\\.|[^\]\\])*+\]\s*+)++"
_SIGNS = (
    ("sgf", re.compile(rf"\A\(\s*;\s*(?:{_PROPERTY})*?GM\s*\[\s*2\s*\]", re.DOTALL)),
    ("pgn", re.compile(r'\A\[\s*\w+\s+"')),
    ("json", re.compile(r"\A[{\[]")),
    ("obf", re.compile(rf"\A(?:{_CELL}\s*){{17,65}};")),
    # After the formats with a beginning of their own, because their texts may contain this sign.
    ("ggf", re.compile(r"\(;\s*[A-Za-z]+\s*\[")),
    ("board", re.compile(rf"\A(?:{_CELL}\s*){{8}}")),
    # A board that is too short. With discs after an empty cell it cannot be a pass.
    ("board", re.compile(rf"\A[-.](?=[-.\s]*[^-.\s])(?:\s*{_CELL}){{3,}}\Z")),
    ("pgn", re.compile(r"\A(?=(?:\d+\.\s*)?[a-hA-H][1-8])[^\[]*(?:\{|\d-\d|\*\s*\Z)")),
    ("transcript", re.compile(r"\A(?:\d+[.\s]+)?(?:[a-h][1-8]|--|pa|ps)", re.IGNORECASE)),
    ("obf", re.compile(r"\A%")),
)

# Some programs write it before a text.
_BYTE_ORDER_MARK = "\ufeff"

# Enough to detect the format; a file of transcripts, boards or JSON that is no longer than the
# second may be one game over several lines.
_HEAD = 1 << 16
_DOCUMENT = 1 << 20
_ONE_GAME = 2000


def detect(text: str) -> str:
    """Return the format of a text: "transcript", "board", "ggf", "obf", "pgn", "sgf" or "json"."""
    stripped = text.removeprefix(_BYTE_ORDER_MARK).strip()
    if not stripped:
        raise FormatError("there is nothing to read: the text is empty")
    for name, sign in _SIGNS:
        if sign.search(stripped):
            return name
    raise FormatError(
        f"{quoted(stripped)} has no known format: expected moves such as f5d6c3, a board of X, "
        'O and -, GGF (;GM[Othello]…;), SGF (;GM[2]…), OBF, PGN [Event "…"] or JSON'
    )


def read_text(
    text: str,
    *,
    rules: Rules = "normal",
    size: int = 8,
    on_problem: OnProblem = raise_problem,
) -> Iterator[GameRecord]:
    """Read the games in a pasted text of any format.

    `rules` and `size` are used where the text does not name them.

    >>> [record.transcript() for record in read_text("F5 d6 c3")]
    ['f5d6c3']
    """
    checked_rules(rules)
    checked_size(size)
    checked_type(text, str, "text")
    try:
        name = detect(text)
    except FormatError as problem:
        on_problem(problem)
        return iter(())
    return _read_document(text.removeprefix(_BYTE_ORDER_MARK), name, rules, size, on_problem)


def read_path(
    path: str | Path,
    *,
    rules: Rules = "normal",
    size: int = 8,
    format: str | None = None,
    on_problem: OnProblem = raise_problem,
) -> Iterator[GameRecord]:
    """Read the games of a file one after another, without a limit on their number.

    The format is detected from the content, or else from the file's name.
    Names for the games of a WTHOR file are looked up in the files WTHOR.JOU and WTHOR.TRN beside
    it.
    """
    checked_rules(rules)
    checked_size(size)
    if format is not None:
        checked_format(format)
    return _read_path(file_path(path), rules, size, format, on_problem)


def _read_path(
    path: Path, rules: Rules, size: int, name: str | None, on_problem: OnProblem
) -> Iterator[GameRecord]:
    with path.open("rb") as file:
        head = file.read(_HEAD)
        try:
            name = name or _format_of_file(path, head)
        except FormatError as problem:
            on_problem(problem)
            return
        file.seek(0)
        if name == "wthor":
            yield from _read_wthor(file, path.parent, on_problem)
            return
        lines = io.TextIOWrapper(file, encoding="utf-8-sig", errors="replace")
        if name in ("transcript", "board", "json") and path.stat().st_size <= _DOCUMENT:
            yield from _read_document(lines.read(), name, rules, size, on_problem)
        else:
            yield from _read_stream(lines, name, rules, size, on_problem)


def _format_of_file(path: Path, head: bytes) -> str:
    by_name = format_of_name(path)
    if by_name == "wthor" or looks_like_wthor(head, path.stat().st_size):
        return "wthor"
    if b"\0" in head:
        raise FormatError("the file is neither text nor WTHOR: it has NUL bytes")
    try:
        return detect(head.decode("utf-8-sig", errors="replace"))
    except FormatError:
        if by_name is None or not head.strip():
            raise
        return checked_format(by_name)


def looks_like_wthor(head: bytes, length: int) -> bool:
    """Whether the header and the length of a file agree, and the header's end is not text."""
    if len(head) < 16 or head[12] not in (0, 8, 10) or head[15] != 0:
        return False
    return length == 16 + 68 * int.from_bytes(head[4:8], "little")


def _read_wthor(file: BinaryIO, folder: Path, on_problem: OnProblem) -> Iterator[GameRecord]:
    try:
        players, tournaments = read_names(folder)
    except FormatError as problem:
        on_problem(problem)
        players = tournaments = None
    yield from wthor.read(file, players=players, tournaments=tournaments, on_problem=on_problem)


def _read_stream(
    file: TextIO, name: str, rules: Rules, size: int, on_problem: OnProblem
) -> Iterator[GameRecord]:
    if name == "ggf":
        return ggf.read(file, rules=rules, on_problem=on_problem)
    if name == "obf":
        return obf.read(file, rules=rules, on_problem=on_problem)
    if name in ("transcript", "board"):
        return read_lines(file, partial(_parse_line, name, size, rules), on_problem)
    sized = {
        "pgn": pgn.read,
        "sgf": sgf.read,
        "json": json_lines.read,
    }
    return sized[name](file, size=size, rules=rules, on_problem=on_problem)


def _read_document(
    text: str, name: str, rules: Rules, size: int, on_problem: OnProblem
) -> Iterator[GameRecord]:
    """Read a whole text, in which one game may extend over several lines."""
    if name == "json":
        return json_lines.read_document(text, size=size, rules=rules, on_problem=on_problem)
    one: GameRecord | BrokenGameError | None = None
    if name in ("transcript", "board"):
        one = _one_game(text, partial(_parse_line, name, size, rules))
    if isinstance(one, BrokenGameError):
        on_problem(one)
        return iter(())
    if one:
        return iter((one,))
    return _read_stream(io.StringIO(text), name, rules, size, on_problem)


_BOARD_FIRST = re.compile(rf"\s*(?:{_CELL}\s*){{17}}")
_SQUARE_FIRST = re.compile(r"\s*[a-h][1-8]", re.IGNORECASE)


def _parse_line(name: str, size: int, rules: Rules, text: str) -> GameRecord:
    """Read a game with or without a board: a file may have both."""
    is_alike = name == "board" and not _SQUARE_FIRST.match(text)
    if is_alike or _BOARD_FIRST.match(text):
        return board_line.parse(text, rules=rules)
    return transcript.parse(text, size=size, rules=rules)


def _one_game(text: str, parse: Callable[[str], GameRecord]) -> GameRecord | BrokenGameError | None:
    """Return the game that extends over the lines of a text, unless each line is a game.

    A game that breaks off after its first line is returned as its error.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if len(text) > _ONE_GAME or len(lines) < 2:
        return None
    numbered_on = any(re.match(r"\s*0*(?:[2-9]|1\d+)\.", line) for line in lines)
    try:
        if not numbered_on and all(parse(line) for line in lines):
            return None
    except ObversiError:
        pass
    try:
        return parse(text)
    except BrokenGameError as broken:
        return broken if len(broken.kept.moves) > _moves_of(lines[0], parse) else None
    except ObversiError:
        return None


def _moves_of(line: str, parse: Callable[[str], GameRecord]) -> int:
    """Return how many moves of a line can be played."""
    try:
        return len(parse(line).moves)
    except BrokenGameError as broken:
        return len(broken.kept.moves)
    except ObversiError:
        return 0
