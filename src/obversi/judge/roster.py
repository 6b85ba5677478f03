"""The roster of a class: a CSV file with ids, names, late penalties and columns of the teacher."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path

from obversi.errors import FormatError
from obversi.judge.record import Student

_LARGEST_BYTES = 4 << 20
_MOST_ROWS = 5000

_ID = "id"
_NAME = "name"
_ALIAS = "alias"
_PENALTY = "penalty"


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """A student of the roster.

    `shown` is the name on all pages: the alias, else the name, else the id. The late penalty is a
    number of points of the grade, or a share of it. `columns` has all cells as they are written.
    """

    id: str
    shown: str
    name: str = ""
    penalty_points: float = 0.0
    penalty_share: float = 0.0
    columns: Mapping[str, str] = field(default_factory=dict)


def with_entry(student: Student, entry: RosterEntry | Student) -> Student:
    """Return a student with the data of the roster, from an entry or from another version."""
    return replace(
        student,
        id=entry.id,
        penalty_points=entry.penalty_points,
        penalty_share=entry.penalty_share,
        columns=dict(entry.columns),
    )


@dataclass(frozen=True, slots=True)
class Roster:
    """All students of a class, in the order of the file."""

    path: Path
    entries: tuple[RosterEntry, ...]

    def of_file(self, name: str) -> RosterEntry | None:
        """Return the student whose id or whole name is in the name of a file, if there is only one.

        An id counts if no letter or digit is next to it, as in ``Anna Li_4711_agent``.
        """
        text = _folded(name)
        for found in (
            [entry for entry in self.entries if _folded(entry.id) == text],
            [entry for entry in self.entries if _contains(text, _folded(entry.id))],
            [entry for entry in self.entries if entry.name and _has_name(text, entry.name)],
        ):
            if len(found) == 1:
                return found[0]
        return None


def read_roster(path: str | Path) -> Roster:
    """Read a CSV file with a column ``id``, and if wanted ``name``, ``alias`` and ``penalty``.

    The penalty is in points of the grade such as ``5``, or a share of it such as ``10%``.
    """
    file = Path(path)
    rows = _rows(file)
    header = next(rows, None)
    if header is None:
        raise FormatError("it is empty: expected a line with the names of columns", str(file))
    columns = header[1]
    places = {name.strip().lower(): place for place, name in reversed([*enumerate(columns)])}
    if _ID not in places:
        shown = ", ".join(columns[:6])
        raise FormatError(f"there is no column 'id' in its first line: {shown}", str(file))
    if len({name.strip() for name in columns}) < len(columns):
        raise FormatError("two columns have the same name", str(file))
    entries: dict[str, RosterEntry] = {}
    for line, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > len(columns):
            words = f"it has {len(cells)} cells, and there are {len(columns)} columns"
            raise FormatError(words, f"{file}, line {line}")
        row = {name.strip(): cell for name, cell in zip(columns, cells, strict=False)}
        entry = _entry(row, places, cells, file, line)
        if _folded(entry.id) in entries:
            raise FormatError(f"the id {entry.id!r} is there twice", f"{file}, line {line}")
        entries[_folded(entry.id)] = entry
        if len(entries) > _MOST_ROWS:
            raise FormatError(f"it has more than {_MOST_ROWS} students", f"{file}, line {line}")
    if not entries:
        raise FormatError("there is no student in it", str(file))
    return Roster(file, tuple(entries.values()))


def _rows(file: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines with their numbers; cells are divided by commas, semicolons or tabs."""
    try:
        with file.open("rb") as opened:
            data = opened.read(_LARGEST_BYTES + 1)
        if len(data) > _LARGEST_BYTES:
            raise FormatError(f"it is larger than {_LARGEST_BYTES >> 20} MB", str(file))
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        words = "this is not a text in UTF-8: save it as CSV in UTF-8"
        raise FormatError(words, str(file)) from None
    except OSError as error:
        raise FormatError(f"it cannot be read: {error.strerror}", str(file)) from None
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for cells in reader:
            yield reader.line_num, cells
    except csv.Error as error:
        raise FormatError(f"this is not CSV: {error}", f"{file}, line {reader.line_num}") from None


def _entry(
    row: Mapping[str, str], places: Mapping[str, int], cells: Sequence[str], file: Path, line: int
) -> RosterEntry:
    def cell(column: str) -> str:
        place = places.get(column, len(cells))
        return cells[place].strip() if place < len(cells) else ""

    identity = cell(_ID)
    if not identity:
        raise FormatError("the id is missing", f"{file}, line {line}")
    points, share = _penalty(cell(_PENALTY), file, line)
    shown = cell(_ALIAS) or cell(_NAME) or identity
    return RosterEntry(identity, shown, cell(_NAME), points, share, row)


def _penalty(text: str, file: Path, line: int) -> tuple[float, float]:
    """Return the points and the share of the grade that are taken off."""
    number, percent, rest = text.partition("%")
    try:
        value = float(number or "0")
    except ValueError:
        value = -1.0
    most = 100.0 if percent else 1000.0
    if rest.strip() or not (isfinite(value) and 0 <= value <= most):
        words = f"{text!r} is not a penalty: expected points such as 5, or a share such as 10%"
        raise FormatError(words, f"{file}, line {line}")
    return (0.0, value / 100) if percent else (value, 0.0)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text)


def _contains(text: str, identity: str) -> bool:
    """Return whether an id is in a name of a file, with no letter or digit next to it."""
    return re.search(rf"(?<![^\W_]){re.escape(identity)}(?![^\W_])", text) is not None


def _has_name(text: str, name: str) -> bool:
    """Return whether all words of a whole name follow each other in the name of a file."""
    wanted, words = _words(_folded(name)), _words(text)
    if len(wanted) < 2:
        return wanted == words
    places = range(len(words) - len(wanted) + 1)
    return any(words[place : place + len(wanted)] == wanted for place in places)
