"""The grades of a contest, for the terminal and for JSON."""

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any, Final

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.wording import interval_text
from obversi.judge.grade import Grade, Record
from obversi.judge.report.visible import visible

__all__ = ["grade_object", "grades_parts", "grades_table"]

# From so wide on there is room for who lost by what, and for ratings too.
_WIDE: Final = 72
_WIDEST: Final = 100

_SHORTEST_NAME: Final = 12
_LONGEST_NAME: Final = 24


def grades_parts(
    grades: Sequence[Grade], preset: CoursePreset, width: int
) -> Iterator[RenderableType]:
    """Return the table, and below it what it means and what is wrong with files."""
    parts = preset.grade
    so_far = "" if all(grade.is_whole for grade in grades) else "are those so far, and "
    yield grades_table(grades, width)
    yield Text(
        f"grades {so_far}are of {parts.total:g}: {parts.usability:g} for the boards, "
        f"{parts.race:g} for the points race, {parts.round_robin:g} for the round robin"
    )
    for grade in grades:
        if grade.problem:
            advice = f"\n    {grade.student.advice}" if grade.student.advice else ""
            yield Text(f"{visible(grade.student.name)}: {visible(grade.problem + advice)}")


def grades_table(grades: Sequence[Grade], width: int, most: int | None = None) -> Table:
    """Return a row for each student, or for the first `most`, the best first."""
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("", justify="right")
    table.add_column(
        "student",
        min_width=_SHORTEST_NAME,
        max_width=_LONGEST_NAME,
        no_wrap=True,
        overflow="ellipsis",
    )
    for heading in ("grade", "boards", "race", "robin"):
        table.add_column(heading, justify="right", no_wrap=True)
    if width >= _WIDE:
        table.add_column("W-D-L", justify="right", no_wrap=True)
    if width >= _WIDEST:
        table.add_column("rating", justify="right", no_wrap=True)
    if width >= _WIDE:
        table.add_column("lost by", overflow="fold")
    for grade in grades[:most]:
        cells = _cells(grade)
        if width >= _WIDE:
            cells.append(_total(grade))
        if width >= _WIDEST:
            cells.append(_rating(grade))
        if width >= _WIDE:
            cells.append(_lost_by(grade))
        table.add_row(*map(Text, cells), style="dim" if not grade.plays else "")
    if most is not None and len(grades) > most:
        table.add_row("", f"{len(grades) - most} more")
    return table


def _cells(grade: Grade) -> list[str]:
    return [
        str(grade.place),
        visible(grade.student.name),
        f"{grade.grade:.1f}" if grade.is_whole else f"{grade.grade:.1f}/{grade.possible:g}",
        f"{grade.passed}/{grade.boards}" if grade.boards else "",
        _points(grade.race),
        _points(grade.round_robin),
    ]


def _points(record: Record) -> str:
    return f"{record.points:g}" if record.games else ""


def _total(grade: Grade) -> str:
    total = grade.total
    return f"{total.wins}-{total.draws}-{total.losses}" if total.games else ""


def _lost_by(grade: Grade) -> str:
    if grade.problem:
        return "cannot play"
    faults = [f"{fault} {times}" for fault, times in grade.faults.items()]
    return ", ".join(faults)


def _rating(grade: Grade) -> str:
    if grade.rating is None or not isfinite(grade.rating):
        return ""
    interval = interval_text(grade.low, grade.high)
    return f"{grade.rating:+.0f} ({interval})" if interval else f"{grade.rating:+.0f}"


def grade_object(grade: Grade) -> dict[str, Any]:
    """Return what JSON tells of a student; what is infinite or unknown is None."""
    return {
        "place": grade.place,
        "student": grade.student.name,
        "file": grade.student.file,
        "sha256": grade.student.sha256,
        "grade": round(grade.grade, 6),
        "grade_of": round(grade.possible, 6),
        "usability_part": grade.usability_part.earned,
        "race_part": grade.race_part.earned,
        "round_robin_part": grade.round_robin_part.earned,
        "boards": grade.boards,
        "boards_right": grade.passed,
        "race": _record_object(grade.race),
        "round_robin": _record_object(grade.round_robin),
        "faults": dict(grade.faults),
        "time_outs": grade.time_outs,
        "rating": _finite(grade.rating),
        "rating_low": _finite(grade.low),
        "rating_high": _finite(grade.high),
        "problem": grade.problem,
    }


def _record_object(record: Record) -> dict[str, Any]:
    return {
        "games": record.games,
        "wins": record.wins,
        "draws": record.draws,
        "losses": record.losses,
        "points": record.points,
    }


def _finite(number: float | None) -> float | None:
    return None if number is None or not isfinite(number) else number
