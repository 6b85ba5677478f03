"""The table of grades, for the teacher and for everyone."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.markup import Column, Html, agent_name, table, tag
from obversi.arena.report.wording import interval_text, margin_text
from obversi.judge.grade import Grade, Record

__all__ = ["grades_table", "number_text", "student_link"]

_PLACE: Final = Column("", about="the place; students with the same grade share one")


def grades_table(grades: Sequence[Grade], preset: CoursePreset, *, linked: bool = False) -> Html:
    """Return a row for each student, the best first, with links to their pages if asked for.

    It says of failures only of which kind they were.
    """
    parts = preset.grade
    points = preset.points
    win, draw, loss = (number_text(worth, 2) for worth in (points.win, points.draw, points.loss))
    each = f"{win} points a win, {draw} a draw, {loss} a loss"
    columns = (
        _PLACE,
        Column("student", number=False),
        Column("grade", about=f"of {parts.total:g}"),
        Column("usability", about=f"boards answered right; {parts.usability:g} of the grade"),
        Column("points race", about=f"{each}; {parts.race:g} of the grade"),
        Column("round robin", about=f"{each}; {parts.round_robin:g} of the grade"),
        Column("W-D-L", about="games won, drawn and lost, in both stages"),
        Column("rating", about="Elo, of which the mean is 0"),
        Column("95 %", about="the interval of the rating"),
        Column("time-outs", about="moves that the clock cut short"),
        Column("lost by", number=False, about="games lost by a failure, by its kind"),
    )
    rows = [_row(grade, linked) for grade in grades]
    about = (
        f"Grades are of {parts.total:g}: {parts.usability:g} for usability, {parts.race:g} for the "
        f"points race and {parts.round_robin:g} for the round robin. A game brings {each}."
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


def _row(grade: Grade, linked: bool) -> list[str]:
    name = grade.student.name
    total = grade.total
    faults = [f"{count}× {fault}" for fault, count in sorted(grade.faults.items()) if count]
    rating = None if grade.rating is None else margin_text(round(grade.rating)).partition(".")[0]
    return [
        str(grade.place),
        student_link(name) if linked else agent_name(name),
        tag("b", number_text(grade.grade)),
        f"{grade.passed}/{grade.boards}" if grade.boards else "",
        _points(grade.race),
        _points(grade.round_robin),
        f"{total.wins}-{total.draws}-{total.losses}" if total.games else "",
        rating or "",
        interval_text(grade.low, grade.high),
        str(grade.time_outs) if total.games else "",
        ", ".join(faults) if grade.plays else "does not play",
    ]


def _points(record: Record) -> str:
    return number_text(record.points) if record.games else ""
