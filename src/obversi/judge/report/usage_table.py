"""What agents did with their time and memory, one row for each student."""

from collections.abc import Mapping, Sequence
from statistics import fmean, median
from typing import Any, Final

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.markup import Column, Html, agent_name, table
from obversi.arena.report.wording import seconds_text
from obversi.judge.grade import Grade
from obversi.judge.seen_game import SeenGame

__all__ = ["most_noted", "usage_table"]

_COLUMNS: Final = (
    Column("student", number=False),
    Column("moves", about="moves that it thought about"),
    Column("mean", about="time a move"),
    Column("median", about="half of its moves took less"),
    Column("longest", about="the longest move"),
    Column("longest game", about="all moves of the game together"),
    Column("time-outs", about="moves that the clock cut short"),
    Column("load", about="the longest until it could be asked"),
    Column("memory", about="the most that it held"),
    Column("output", about="the most that it printed in a game"),
)


def usage_table(
    grades: Sequence[Grade], games: Mapping[str, Sequence[SeenGame]], preset: CoursePreset
) -> Html:
    """Return time and memory of all who have played, the best first."""
    rows = [
        _row(grade, games[grade.student.name]) for grade in grades if grade.student.name in games
    ]
    whole = "" if preset.game_seconds is None else f", {preset.game_seconds:g} s a game"
    about = f"Allowed are {preset.move_seconds:g} s a move{whole}, and {preset.memory_mb:g} MB."
    return table(_COLUMNS, rows, about)


def most_noted(games: Sequence[SeenGame], what: str) -> float | None:
    """Return the largest number that an agent's notes give for something, if any does."""
    return max((own.notes[what] for own in games if _is_number(own.notes.get(what))), default=None)


def _row(grade: Grade, games: Sequence[SeenGame]) -> list[str]:
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


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float)
