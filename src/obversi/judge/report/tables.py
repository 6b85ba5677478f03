"""The numbers and names of the judge's pages in words, for their templates."""

from collections.abc import Sequence
from urllib.parse import quote

from obversi.agents.course.preset import CoursePreset
from obversi.judge.grades import StudentGrade
from obversi.judge.seen_games import SeenGame
from obversi.pages.parts import Html, tag


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


def grade_text(grade: StudentGrade) -> str:
    """Write a grade; before all parts are known, with the best grade so far."""
    earned = number_text(grade.grade)
    return earned if grade.is_whole else f"{earned} of {number_text(grade.possible)}"


def most_noted(games: Sequence[SeenGame], what: str) -> float | None:
    """Return the largest number with this name in the notes of games, or None."""
    values = (own.notes.get(what) for own in games)
    return max((value for value in values if isinstance(value, int | float)), default=None)


def seconds_of(games: Sequence[SeenGame]) -> list[float]:
    """Return the times of all moves of a player."""
    return [taken for own in games for taken in own.seconds]


def course_summary(preset: CoursePreset) -> str:
    """Return the most important rules of a course in one line.

    >>> course_summary(CoursePreset("cs303"))
    'cs303: 8×8, reversed rules (fewest discs win), 5 s per move, 180 s per game, 100 MB'
    """
    wins = "most" if preset.rules == "normal" else "fewest"
    board = f"{preset.size}×{preset.size}, {preset.rules} rules ({wins} discs win)"
    return f"{preset.name}: {board}, {limits_text(preset)}"


def limits_text(preset: CoursePreset) -> str:
    """Return the limits of time and memory."""
    game = "" if preset.game_seconds is None else f"{preset.game_seconds:g} s per game, "
    return f"{preset.move_seconds:g} s per move, {game}{preset.memory_mb:g} MB"
