"""The table of grades for a spreadsheet."""

import csv
from collections.abc import Iterable
from io import StringIO
from math import isfinite
from pathlib import Path
from typing import Final

from obversi.formats.replacing import write_whole
from obversi.judge.grade import Grade

__all__ = ["COLUMNS", "grades_csv", "write_grades_csv"]

COLUMNS: Final = (
    *("place", "student", "grade", "grade_of"),
    *("usability_part", "race_part", "round_robin_part", "boards_right", "boards"),
    *("race_points", "race_wins", "race_draws", "race_losses"),
    *("round_robin_points", "round_robin_wins", "round_robin_draws", "round_robin_losses"),
    *("lost_by_failures", "failures", "time_outs"),
    *("rating", "rating_low", "rating_high", "problem", "file", "sha256"),
)

# What begins so would be computed by a spreadsheet.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def write_grades_csv(grades: Iterable[Grade], path: Path) -> None:
    """Write the table, whole or not at all."""
    # Spreadsheets take a file for UTF-8 if it begins with this mark.
    write_whole(path, "\ufeff" + grades_csv(grades))


def grades_csv(grades: Iterable[Grade]) -> str:
    """Return the table as a text: a line with the columns, and one for each student."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for one in grades:
        writer.writerow(_row(one))
    return text.getvalue()


def _row(one: Grade) -> list[str | int | float]:
    stages: list[str | int | float] = []
    for record in (one.race, one.round_robin):
        # Who has not played has no points, which is not the same as none.
        counts = (record.wins, record.draws, record.losses)
        stages += [f"{record.points:g}", *counts] if record.games else [""] * (1 + len(counts))
    failures = " ".join(f"{fault}:{times}" for fault, times in one.faults.items())
    return [
        *(one.place, one.student.name, f"{one.grade:.2f}", f"{one.possible:g}"),
        *("" if part.earned is None else f"{part.earned:.2f}" for part in one.parts),
        *(one.passed, one.boards),
        *stages,
        *(sum(one.faults.values()), failures, one.time_outs),
        *map(_number, (one.rating, one.low, one.high)),
        *map(_text, (one.problem, one.student.file, one.student.sha256)),
    ]


def _number(value: float | None) -> str:
    return "" if value is None or not isfinite(value) else f"{value:.0f}"


def _text(value: str) -> str:
    line = " ".join(value.split())
    return f"'{line}" if line.startswith(_FORMULA) else line
