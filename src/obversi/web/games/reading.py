"""Reads games from pasted texts and files of any format, as far as possible."""

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from obversi.board import Board
from obversi.errors import FormatError
from obversi.formats import ggf_tree, sgf_tree, wthor
from obversi.formats.detect import detect, format_of_name, looks_like_wthor, read_text
from obversi.formats.game_tree import GameTree
from obversi.formats.lines import OnProblem, quoted
from obversi.formats.record import BrokenGameError, GameRecord
from obversi.rules import Rules
from obversi.size import SIZES

# Full-width letters and digits of Japanese keyboards.
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_QUOTES = " \t\r\n\"'`“”„‘’«»"

# 1) f5 2) d6
_NUMBERED = re.compile(r"(?<!\w)(\d{1,3})[):](?=\s*[a-h][1-8])", re.IGNORECASE)

# Separators between moves that no format has: f5-d6, f5, d6.
_BETWEEN = re.compile(r"(?<=[a-h][1-8])(?:[,;|/>→–]|-(?!-))+(?=\s*[a-h][1-8])", re.IGNORECASE)

_CELLS = frozenset(size * size for size in SIZES)
_BARE_BOARD = re.compile(r"[-.XxBb*0OoWw1\s]+")
_SIGNS = str.maketrans("●⚫○⚪·×+_*XxOoBbWw.", "XXOO----XXXOOXXOO-")
_COLUMNS = re.compile(r"\s*a\s*b\s*c\s*d(?:\s*e\s*f(?:\s*g\s*h)?)?\s*", re.IGNORECASE)
_ROW = re.compile(r"\s*([1-8])[\s|:]+(.+?)[\s|]*\1?[\s|]*")
_MOVER = re.compile(
    r"\b(black|white)\b|(?<!\S)([XO*●○])(?=\s*(?:to (?:move|play)|$))", re.IGNORECASE
)


class Pasted(NamedTuple):
    """A text for the format readers, and a note on what was assumed."""

    text: str
    note: str = ""


def plain_text(text: str) -> Pasted:
    """Normalize letters, move numbers and boards to the notations of the formats."""
    text = text.translate(_WIDE).strip(_QUOTES)
    cells, rest = _drawn_board(text)
    if cells:
        mover = _MOVER.search(rest)
        if mover is None:
            return _with_mover(cells)
        is_black = mover[0].lower() in ("black", "x", "*", "●")
        return Pasted(f"{cells} {'X' if is_black else 'O'}")
    if _is_bare_board(text):
        return _with_mover("".join(text.split()))
    return Pasted(_BETWEEN.sub(" ", _NUMBERED.sub(r"\1. ", text)))


def _is_bare_board(text: str) -> bool:
    """Whether a text is only the cells of a board; a separate letter is the mover."""
    *rows, last = text.split() or [""]
    has_mover = len(last) == 1 and any(len(row) > 1 for row in rows)
    letters = sum(map(len, rows)) + len(last)
    return letters in _CELLS and not has_mover and _BARE_BOARD.fullmatch(text) is not None


def _drawn_board(text: str) -> tuple[str, str]:
    """Return the cells of a board with coordinates, and the text below it."""
    lines = text.splitlines()
    for place, line in enumerate(lines):
        if not _COLUMNS.fullmatch(line):
            continue
        size = len("".join(line.split()))
        rows = [_cells_of(row) for row in lines[place + 1 : place + 1 + size]]
        if len(rows) == size and all(len(row) == size for row in rows):
            return "".join(rows), "\n".join(lines[place + 1 + size :])
    return "", ""


def _cells_of(line: str) -> str:
    """Return the cells of a row that begins with its number, or an empty text."""
    found = _ROW.fullmatch(line)
    cells = re.sub(r"[\s|]", "", found[2]).translate(_SIGNS) if found else ""
    return cells if set(cells) <= set("XO-") else ""


def _with_mover(cells: str) -> Pasted:
    """Add the mover: by the number of discs, or the player who has a legal move."""
    first, second = ("X", "O") if (cells.count("-") + cells.count(".")) % 2 == 0 else ("O", "X")
    mover = second if Board.parse(f"{cells} {first}").must_pass else first
    name = "black" if mover == "X" else "white"
    return Pasted(f"{cells} {mover}", f"the mover is not given: assumed {name}")


#: Maximal number of games that are returned. A year of WTHOR has fewer.
MAX_GAMES = 5000

#: Maximal number of variations of a game.
MAX_LINES = 60

# More games and problems than these are not counted.
_MAX_COUNTED = 6000
_MAX_PROBLEMS = 50

_AFTER = ",;|/>→–. \t\r\n"

# This many legal moves in a row are not a coincidence.
_CONVINCING_MOVES = 6

# At least three moves within other text.
_MOVES = re.compile(
    r"(?<![a-z0-9])(?:(?:\d{1,3}\.\s*)?[a-h][1-8][\s,;|/>→–-]*){3,}(?![a-z0-9])", re.IGNORECASE
)


class _EnoughError(Exception):
    """The limit is reached: the rest is not read."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that could not be read, and its place."""

    text: str
    place: str


@dataclass(slots=True)
class Reading:
    """The games of a text or a file; `format` is empty if it is unknown."""

    format: str
    games: list[GameRecord] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    left_out: int = 0
    #: A single game with its variations and notes, if it has some.
    tree: GameTree | None = None
    #: Whether a game could not be read to its end.
    breaks_off: bool = False
    _found: int = 0

    def take(self, read: Callable[[OnProblem], Iterator[GameRecord]]) -> None:
        """Store the games of a reader; a broken game has the moves before the error."""
        try:
            for record in read(self._on_problem):
                self._add_game(record)
                self._count()
        except _EnoughError:
            text = f"there are more than {_MAX_COUNTED} games or problems: the rest was not read"
            self.problems.append(Problem(text, ""))

    def _count(self) -> None:
        self._found += 1
        if self._found >= _MAX_COUNTED:
            raise _EnoughError

    def _on_problem(self, problem: FormatError) -> None:
        self._count()
        place = problem.place
        if not isinstance(problem, BrokenGameError):
            self._add_problem(problem.reason, place)
            return
        self.breaks_off = True
        self._add_game(problem.kept)
        if problem.number is not None:
            move = f"move {problem.number}"
            is_inside = place.startswith(("line", "record"))
            place = f"{place}, {move}" if is_inside else move
        self._add_problem(problem.why, place)

    def _add_game(self, record: GameRecord) -> None:
        if len(self.games) < MAX_GAMES:
            self.games.append(record)
        else:
            self.left_out += 1

    def _add_problem(self, text: str, place: str) -> None:
        if len(self.problems) < _MAX_PROBLEMS:
            self.problems.append(Problem(text, place))


def read_pasted(text: str, rules: Rules, size: int) -> Reading:
    """Read a pasted text; moves may stand between other words.

    If the moves are not legal on this size but all are legal on another, that size is used.
    """
    pasted = plain_text(text)
    reading = _read_plain(pasted.text, rules, size)
    if reading.format == "transcript" and reading.breaks_off:
        others = (_read_plain(pasted.text, rules, other) for other in SIZES if other != size)
        reading = next(filter(_is_convincing, others), reading)
    if pasted.note:
        reading.problems.append(Problem(pasted.note, ""))
    return reading


def _is_convincing(reading: Reading) -> bool:
    """Whether so many moves are legal that this is not a coincidence."""
    lengths = [len(record.moves) for record in reading.games]
    return not reading.breaks_off and min(lengths, default=0) >= _CONVINCING_MOVES


def _read_plain(text: str, rules: Rules, size: int) -> Reading:
    try:
        reading = Reading(detect(text))
    except FormatError as problem:
        found = _MOVES.search(text)
        if found is None:
            return Reading("", problems=[Problem(problem.reason, "")])
        reading = Reading("transcript")
        for left_out in (text[: found.start()], text[found.end() :]):
            if left_out.strip():
                words = f"{quoted(left_out.strip())} is not part of a game: ignored"
                reading.problems.append(Problem(words, ""))
        text = found[0]
    if reading.format == "transcript":
        text = text.rstrip(_AFTER)
    reading.take(lambda on_problem: read_text(text, rules=rules, size=size, on_problem=on_problem))
    _read_tree(reading, text, rules, size)
    return reading if len(reading.games) != 1 else _without_lines(reading)


def _read_tree(reading: Reading, text: str, rules: Rules, size: int) -> None:
    """Read the variations and notes of a single game of SGF or GGF, as far as possible."""
    found = None
    try:
        if reading.format == "sgf" and len(reading.games) == 1:
            found = sgf_tree.parse_tree(text[text.find("(") :], size=size, rules=rules)
        elif reading.format == "ggf" and reading.games:
            found = ggf_tree.parse_tree(text, rules=rules)
    except FormatError:
        return  # the reader of games has reported it
    if found is None or found[0].is_plain:
        return
    reading.tree, lost = found
    del reading.games[1:]  # variations of the first
    known = [problem.text for problem in reading.problems]
    new = [each for each in lost if not any(each.endswith(text) for text in known)]
    reading.problems += [Problem(text, "") for text in new]


def read_file(data: bytes, name: str, rules: Rules, size: int) -> Reading:
    """Read a file of games: a text or WTHOR."""
    if format_of_name(Path(name)) == "wthor" or looks_like_wthor(data[:16], len(data)):
        reading = Reading("wthor")
        reading.take(lambda on_problem: wthor.read(io.BytesIO(data), on_problem=on_problem))
        return reading
    if b"\0" in data:
        why = "the file is neither text nor WTHOR: it contains null bytes"
        return Reading("", problems=[Problem(why, "")])
    return read_pasted(data.decode("utf-8-sig", errors="replace"), rules, size)


def _without_lines(reading: Reading) -> Reading:
    """Remove line and record numbers from the problems of a single game."""
    for at, trouble in enumerate(reading.problems):
        place = re.sub(r"^(?:line|record) 1(?:, |$)", "", trouble.place)
        reading.problems[at] = Problem(trouble.text, place)
    return reading
