"""The page to publish: who got which grade, and nothing that is anyone's own."""

from obversi.arena.report.markup import section, tag
from obversi.judge.report.course_table import course_lead
from obversi.judge.report.frame import judge_page
from obversi.judge.report.grades_table import grades_table
from obversi.judge.report.state import ContestState
from obversi.judge.report.unfinished import unfinished_note

__all__ = ["grades_page"]


def grades_page(state: ContestState) -> str:
    """Return the table of grades; it says nothing of failures."""
    return judge_page(
        state.title,
        tag("p", f"{course_lead(state.preset)}.", class_="lead"),
        *unfinished_note(state),
        section("Grades", grades_table(state.grades, state.preset, public=True)),
    )
