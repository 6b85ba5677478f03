"""The pages of a contest: for the teacher, for everyone, and for each student."""

from obversi.judge.report.student_page import check_page
from obversi.judge.report.write import write_pages

__all__ = ["check_page", "write_pages"]
