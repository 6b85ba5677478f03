"""The rules of a course as a table."""

from collections.abc import Iterator

from obversi.agents.course.preset import CoursePreset
from obversi.arena.report.markup import Column, Html, table, tag

__all__ = ["course_lead", "course_table"]

_WINS = {"normal": "most", "reversed": "fewest"}


def course_lead(preset: CoursePreset) -> str:
    """Say in a few words what is played.

    >>> course_lead(CoursePreset("cs303"))
    'cs303: 8×8, reversed rules (fewest discs win), 5 s a move, 180 s a game, 100 MB'
    """
    whole = "" if preset.game_seconds is None else f", {preset.game_seconds:g} s a game"
    return (
        f"{preset.name}: {preset.size}×{preset.size}, {preset.rules} rules "
        f"({_WINS[preset.rules]} discs win), {preset.move_seconds:g} s a move{whole}, "
        f"{preset.memory_mb:g} MB"
    )


def course_table(preset: CoursePreset) -> Html:
    """Show all that the course asks and allows."""
    columns = (Column("", number=False), Column("", number=False))
    return tag(
        "div",
        table(columns, _rows(preset), "What the course asks of agents, and what it allows them."),
        class_="facts",
    )


def _rows(preset: CoursePreset) -> Iterator[tuple[str, str]]:
    yield "board", f"{preset.size}×{preset.size}, {preset.rules} rules"
    yield "a move", f"{preset.move_seconds:g} s"
    if preset.warm_up_seconds:
        yield "the first move of a game", f"{preset.warm_up_seconds:g} s more"
    if preset.game_seconds is not None:
        yield "all moves of a game", f"{preset.game_seconds:g} s"
    yield "to load", f"{preset.load_seconds:g} s, on no clock"
    late = "is played" if preset.at_time_out == "last candidate" else "is lost"
    told = "the last candidate" if preset.at_time_out == "last candidate" else "the game"
    yield "at the time-out", f"{told} {late}"
    kept = "all legal squares, the move at its end" if preset.candidates == "all" else "the move"
    yield "candidate_list", kept
    yield "memory", f"{preset.memory_mb:g} MB"
    yield "output", f"{preset.output_kb:g} KB a game"
    yield "files", f"{preset.scratch_mb:g} MB"
    yield "threads", str(preset.threads)
    yield "forbidden imports", ", ".join(preset.forbidden_imports) or "none"
    yield "demanded of the sandbox", ", ".join(preset.sandbox) or "nothing"
