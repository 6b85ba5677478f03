"""The numbers and names of the judge's pages in words, and the table of time and memory."""

from collections.abc import Mapping, Sequence
from statistics import fmean, median
from urllib.parse import quote

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.wording import seconds_text
from obversi.judge.games import SeenGame
from obversi.judge.grades import Grade
from obversi.pages import Column, Html, agent_name, table, tag


def student_link(name: str) -> Html:
    """Return a student's name as a link to the student's page."""
    return tag(
        "a", name, href=f"students/{quote(name, safe='', errors='replace')}.html", class_="agent"
    )


def number_text(number: float, digits: int = 1) -> str:
    """Write a number as briefly as possible, with a typographic minus sign.

    >>> number_text(-15.0), number_text(61.333), number_text(0.04)
    ('−15', '61.3', '0')
    """
    rounded = round(number, digits) or 0.0
    return f"{rounded:.{digits}f}".rstrip("0").rstrip(".").replace("-", "−")


def grade_text(grade: Grade) -> str:
    """Write a grade; before all parts are known, with the best grade so far."""
    earned = number_text(grade.grade)
    return earned if grade.is_whole else f"{earned} of {number_text(grade.possible)}"


_USAGE_COLUMNS = (
    Column("student", number=False),
    Column("moves", about="moves that the agent chose"),
    Column("mean", about="time per move"),
    Column("median", about="half of its moves took less"),
    Column("longest", about="the longest move"),
    Column("longest game", about="all moves of the game together"),
    Column("time-outs", about="moves that were stopped at the time-out"),
    Column("load", about="the longest time to load the file"),
    Column("memory", about="the most memory"),
    Column("output", about="the most output of a game"),
)


def usage_table(
    grades: Sequence[Grade], games: Mapping[str, Sequence[SeenGame]], preset: CoursePreset
) -> Html:
    """Return time and memory of all students with games, the best first."""
    rows = [
        _usage_row(grade, games[grade.student.name])
        for grade in grades
        if grade.student.name in games
    ]
    about = f"Allowed: {_limits_text(preset)}."
    return table(_USAGE_COLUMNS, rows, about)


def most_noted(games: Sequence[SeenGame], what: str) -> float | None:
    """Return the largest number with this name in the notes of games, or None."""
    values = (own.notes.get(what) for own in games)
    return max((value for value in values if isinstance(value, int | float)), default=None)


def _usage_row(grade: Grade, games: Sequence[SeenGame]) -> list[str]:
    seconds = [taken for own in games for taken in own.seconds]
    memory, printed = most_noted(games, "memory_mb"), most_noted(games, "output_bytes")
    return [
        agent_name(grade.student.name),
        str(len(seconds)),
        seconds_text(fmean(seconds) if seconds else None),
        seconds_text(median(seconds) if seconds else None),
        seconds_text(max(seconds, default=None)),
        seconds_text(max(sum(own.seconds) for own in games)),
        str(grade.time_outs),
        seconds_text(most_noted(games, "load_seconds")),
        "" if memory is None else f"{memory:.1f} MB",
        "" if printed is None else f"{printed / 1000:,.1f} KB",
    ]


def course_summary(preset: CoursePreset) -> str:
    """Return the most important rules of a course in one line.

    >>> course_summary(CoursePreset("cs303"))
    'cs303: 8×8, reversed rules (fewest discs win), 5 s per move, 180 s per game, 100 MB'
    """
    wins = "most" if preset.rules == "normal" else "fewest"
    board = f"{preset.size}×{preset.size}, {preset.rules} rules ({wins} discs win)"
    return f"{preset.name}: {board}, {_limits_text(preset)}"


def _limits_text(preset: CoursePreset) -> str:
    game = "" if preset.game_seconds is None else f"{preset.game_seconds:g} s per game, "
    return f"{preset.move_seconds:g} s per move, {game}{preset.memory_mb:g} MB"
