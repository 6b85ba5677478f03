"""The grades of a contest, for the terminal and for JSON."""

from collections.abc import Iterator, Sequence
from math import isfinite
from pathlib import Path

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.wording import interval_text
from obversi.cli.progress import Throttle
from obversi.cli.terminal import finite
from obversi.formats.lines import visible
from obversi.judge.contest import Contest
from obversi.judge.grades import GamesRecord, StudentGrade
from obversi.judge.report.write import write_pages
from obversi.judge.similarity import similarity_text
from obversi.records import JsonObject, fields_object

# The widths that have room for more columns.
_WIDE = 72
_WIDEST = 100

_SHORTEST_NAME = 12
_LONGEST_NAME = 24


def grades_parts(
    grades: Sequence[StudentGrade], preset: CoursePreset, width: int
) -> Iterator[RenderableType]:
    """Return the table, and below it the parts of a grade and the problems of submissions."""
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
    for similar in dict.fromkeys(each for grade in grades for each in grade.similar):
        names = ", ".join(map(visible, similar.names))
        yield Text(f"the submissions of {names} {similarity_text(similar)}")


def grades_table(grades: Sequence[StudentGrade], width: int, most: int | None = None) -> Table:
    """Return a row for each student, or for the best `most`."""
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("", justify="right")
    table.add_column(
        "student",
        min_width=_SHORTEST_NAME,
        max_width=_LONGEST_NAME,
        no_wrap=True,
        overflow="ellipsis",
    )
    optional = [
        ("W-D-L", _total, _WIDE),
        ("rating", _rating, _WIDEST),
        ("lost by", _lost_by, _WIDE),
    ]
    shown = [(heading, cell) for heading, cell, least in optional if width >= least]
    for heading in ("grade", "boards", "race", "robin", *(heading for heading, _ in shown)):
        table.add_column(heading, justify="right", no_wrap=True)
    if width >= _WIDE:  # the last one is text
        last = table.columns[-1]
        last.justify, last.no_wrap, last.overflow = "left", False, "fold"
    for grade in grades[:most]:
        cells = [*_cells(grade), *(cell(grade) for _, cell in shown)]
        table.add_row(*map(Text, cells), style="dim" if not grade.plays else "")
    if most is not None and len(grades) > most:
        table.add_row("", f"{len(grades) - most} more")
    return table


def _cells(grade: StudentGrade) -> list[str]:
    return [
        str(grade.place),
        visible(grade.student.name),
        f"{grade.grade:.1f}" if grade.is_whole else f"{grade.grade:.1f}/{grade.possible:g}",
        f"{grade.passed}/{grade.boards}" if grade.boards else "",
        _points(grade.race),
        _points(grade.round_robin),
    ]


def _points(record: GamesRecord) -> str:
    return f"{record.points:g}" if record.games else ""


def _total(grade: StudentGrade) -> str:
    total = grade.total
    return f"{total.wins}-{total.draws}-{total.losses}" if total.games else ""


def _lost_by(grade: StudentGrade) -> str:
    if grade.problem:
        return "cannot play"
    failures = [f"{kind} {times}" for kind, times in grade.failures.items()]
    return ", ".join(failures)


def _rating(grade: StudentGrade) -> str:
    if grade.rating is None or not isfinite(grade.rating):
        return ""
    interval = interval_text(grade.low, grade.high)
    return f"{grade.rating:+.0f} ({interval})" if interval else f"{grade.rating:+.0f}"


def grade_object(grade: StudentGrade) -> JsonObject:
    """Return the result of a student for JSON; infinite and unknown numbers are None."""
    return {
        "place": grade.place,
        "student": grade.student.name,
        **fields_object(grade.student, "file", "sha256"),
        "grade": round(grade.grade, 6),
        "grade_of": round(grade.possible, 6),
        "usability_part": grade.usability_part.earned,
        "race_part": grade.race_part.earned,
        "round_robin_part": grade.round_robin_part.earned,
        "boards": grade.boards,
        "boards_right": grade.passed,
        "race": _record_object(grade.race),
        "round_robin": _record_object(grade.round_robin),
        "failures": dict(grade.failures),
        "time_outs": grade.time_outs,
        "rating": finite(grade.rating),
        "rating_low": finite(grade.low),
        "rating_high": finite(grade.high),
        "problem": grade.problem,
        "advice": grade.student.advice,
        "penalty": round(grade.penalty, 6),
        "notes": list(grade.student.notes),
        "similar": [
            {"students": list(each.names), "share": round(each.share, 4)} for each in grade.similar
        ],
        "roster": dict(grade.student.columns),
    }


def _record_object(record: GamesRecord) -> JsonObject:
    return fields_object(record, "games", "wins", "draws", "losses", "points")


_SECONDS_BETWEEN = 20.0


class PageWriter:
    """Writes the grades and the pages of a contest, also while it is running."""

    def __init__(self, contest: Contest) -> None:
        """Write for the first time after a while."""
        self._contest = contest
        self._throttle = Throttle(least_seconds=_SECONDS_BETWEEN)
        with self._throttle.measured():
            pass  # the first time to write is in a while
        self._pages: list[Path] = []
        self._stage = ""

    def write_now_and_then(self, stage: str) -> None:
        """Write the results so far if the last time was a while ago.

        The pages of students are many: they are written when a stage begins, and at the end.
        """
        if self._throttle.is_ready:
            with self._throttle.measured():
                self.write(students=stage != self._stage)
            self._stage = stage

    def write(self, *, students: bool = True) -> None:
        """Write the results so far, with or without the pages of students."""
        self._contest.write_grades_csv()
        self._pages = write_pages(self._contest, students=students)

    def places(self) -> str:
        """Return the paths of the files, in lines."""
        folder = self._contest.folder
        return "\n".join(
            [
                f"for you:      {self._pages[0]}",
                f"to publish:   {self._pages[1]}",
                f"for each:     {folder.path / 'students'}",
                f"spreadsheet:  {folder.grades_file}",
            ]
        )
