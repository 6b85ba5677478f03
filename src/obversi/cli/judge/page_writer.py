"""The files that a contest leaves for people, written while it goes on and at its end."""

import time
from pathlib import Path
from typing import Final

from obversi.judge.contest import Contest
from obversi.judge.report.write import write_pages

__all__ = ["PageWriter"]

_SECONDS_BETWEEN: Final = 20.0

# To write takes time from agents: no more than this part of it.
_SHARE: Final = 0.02


class PageWriter:
    """Writes the grades and the pages of a contest."""

    def __init__(self, contest: Contest) -> None:
        """Have nothing written at first."""
        self._contest = contest
        self._again = time.monotonic() + _SECONDS_BETWEEN
        self._pages: list[Path] = []
        self._stage = ""

    def write_now_and_then(self, stage: str) -> None:
        """Write what is known if the last time was a while ago.

        Pages of students are many: they are written when a stage begins, and at the end.
        """
        begin = time.monotonic()
        if begin >= self._again:
            self.write(students=stage != self._stage)
            self._stage = stage
            taken = time.monotonic() - begin
            self._again = time.monotonic() + max(_SECONDS_BETWEEN, taken / _SHARE)

    def write(self, *, students: bool = True) -> None:
        """Write what is known, the pages of students too unless they can wait."""
        self._contest.write_grades_csv()
        self._pages = write_pages(self._contest, students=students)

    def places(self) -> str:
        """Say what lies where, in lines."""
        folder = self._contest.folder
        return "\n".join(
            [
                f"for you:      {self._pages[0]}",
                f"to publish:   {self._pages[1]}",
                f"for each:     {folder.path / 'students'}",
                f"spreadsheet:  {folder.grades_file}",
            ]
        )
