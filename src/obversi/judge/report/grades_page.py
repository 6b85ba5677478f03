"""The page to publish: who got which grade, and nothing that is anyone's own."""

from obversi.arena.report.markup import section, tag
from obversi.judge.report.course_table import course_lead
from obversi.judge.report.frame import judge_page
from obversi.judge.report.grades_table import grades_table
from obversi.judge.report.state import ContestState

__all__ = ["grades_page"]


def grades_page(state: ContestState) -> str:
    """Return the table of grades; of failures it says only of which kind they were."""
    return judge_page(
        state.title,
        tag("p", f"{course_lead(state.preset)}.", class_="lead"),
        section("Grades", grades_table(state.grades, state.preset)),
    )
