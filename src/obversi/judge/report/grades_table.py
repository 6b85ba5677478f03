"""The table of grades, for the teacher and for everyone."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.markup import Column, Html, agent_name, table, tag
from obversi.arena.report.wording import interval_text, margin_text
from obversi.judge.grade import Grade, Record

__all__ = ["grade_text", "grades_table", "number_text", "student_link"]

_PLACE: Final = Column("", about="the place; students with the same grade share one")


def grades_table(grades: Sequence[Grade], preset: CoursePreset, *, public: bool) -> Html:
    """Return a row for each student, the best first.

    The teacher's has links to pages of students, and kinds of failures; the `public` one has not.
    """
    parts = preset.grade
    points = preset.points
    win, draw, loss = (number_text(worth, 2) for worth in (points.win, points.draw, points.loss))
    each = f"{win} points a win, {draw} a draw, {loss} a loss"
    columns = [
        _PLACE,
        Column("student", number=False),
        Column("grade", about=f"of {parts.total:g}"),
        Column("usability", about=f"boards answered right; {parts.usability:g} of the grade"),
        Column("points race", about=f"{each}; {parts.race:g} of the grade"),
        Column("round robin", about=f"{each}; {parts.round_robin:g} of the grade"),
        Column("W-D-L", about="games won, drawn and lost, in both stages"),
        Column("rating", about="Elo, of which the mean is 0"),
        Column("95 %", about="the interval of the rating"),
    ]
    if not public:
        columns += [
            Column("time-outs", about="moves that the clock cut short"),
            Column("lost by", number=False, about="games lost by a failure, by its kind"),
        ]
    rows = [[*_row(grade, public), *(() if public else _failures(grade))] for grade in grades]
    about = (
        f"Grades are of {parts.total:g}: {parts.usability:g} for usability, {parts.race:g} for the "
        f"points race and {parts.round_robin:g} for the round robin. A game brings {each}. "
        "Who wins all games of a stage has all of its part, who loses all has nothing of it, and "
        "between them it goes by the points."
    )
    return tag("div", table(columns, rows, about), class_="grades")


def student_link(name: str) -> Html:
    """Return a student's name that leads to the student's page."""
    return tag(
        "a", name, href=f"students/{quote(name, safe='', errors='replace')}.html", class_="agent"
    )


def number_text(number: float, digits: int = 1) -> str:
    """Write a number as short as can be, with a true minus sign.

    >>> number_text(-15.0), number_text(61.333), number_text(0.04)
    ('−15', '61.3', '0')
    """
    rounded = round(number, digits) or 0.0
    return f"{rounded:.{digits}f}".rstrip("0").rstrip(".").replace("-", "−")


def grade_text(grade: Grade) -> str:
    """Write a grade; before all parts are known, with what could be earned so far."""
    earned = number_text(grade.grade)
    return earned if grade.is_whole else f"{earned} of {number_text(grade.possible)}"


def _row(grade: Grade, public: bool) -> list[str]:
    name = grade.student.name
    total = grade.total
    rating = None if grade.rating is None else margin_text(round(grade.rating)).partition(".")[0]
    return [
        str(grade.place),
        agent_name(name) if public else student_link(name),
        tag("b", grade_text(grade)),
        f"{grade.passed}/{grade.boards}" if grade.boards else "",
        _points(grade.race),
        _points(grade.round_robin),
        f"{total.wins}-{total.draws}-{total.losses}" if total.games else "",
        rating or "",
        interval_text(grade.low, grade.high),
    ]


def _failures(grade: Grade) -> list[str]:
    faults = [f"{count}× {fault}" for fault, count in sorted(grade.faults.items()) if count]
    return [
        str(grade.time_outs) if grade.total.games else "",
        ", ".join(faults) if grade.plays else "does not play",
    ]


def _points(record: Record) -> str:
    return number_text(record.points) if record.games else ""
