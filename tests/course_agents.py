"""Students' files for tests: what a file does in `go`, in a few lines, and quick limits."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

from obversi.agents.course.course_agent import CourseAgent
from obversi.agents.course.preset import CoursePreset, read_preset
from obversi.agents.course.process import CourseProcess
from obversi.agents.course.submission import read_submission
from obversi.sandbox.settings import Layer

# A file that finds its legal moves, as all do, and plays the first; `{go}` comes after that.
FILE = """
{top}
class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.size, self.color, self.time_out = chessboard_size, color, time_out
        self.candidate_list = []
{init}

    def legal(self, board):
        n, found = self.size, []
        for r in range(n):
            for c in range(n):
                if board[r][c] == 0 and any(self.turns(board, r, c, d // 3 - 1, d % 3 - 1)
                                            for d in range(9) if d != 4):
                    found.append((r, c))
        return found

    def turns(self, board, r, c, dr, dc):
        count, n = 0, self.size
        r, c = r + dr, c + dc
        while 0 <= r < n and 0 <= c < n and board[r][c] == -self.color:
            count, r, c = count + 1, r + dr, c + dc
        return count if 0 <= r < n and 0 <= c < n and board[r][c] == self.color else 0

    def go(self, chessboard):
        self.candidate_list = []
        self.candidate_list.extend(self.legal(chessboard))
        self.candidate_list.extend(self.candidate_list[:1])
{go}
"""


def student_file(
    folder: Path, go: str = "", *, init: str = "", top: str = "", name: str = "student.py"
) -> Path:
    """Write a file that is honest but for what is given."""
    path = folder / name
    parts = {"go": indent(dedent(go), " " * 8), "init": indent(dedent(init), " " * 8)}
    path.write_text(FILE.format(top=dedent(top), **parts), encoding="utf-8")
    return path


def quick_preset(**changed: Any) -> CoursePreset:
    """Return the course's rules with little time."""
    return replace(read_preset("cs303"), **{"move_seconds": 0.3, "load_seconds": 5.0, **changed})


def course_process(path: Path, *, without: Collection[Layer] = (), **changed: Any) -> CourseProcess:
    """Return a process for a file; it is to be ended."""
    preset = quick_preset(**changed)
    return CourseProcess(read_submission(path, preset), preset, without=without)


def quick_agent(path: Path, *, without: Collection[Layer] = (), **changed: Any) -> CourseAgent:
    """Return an agent of a file with little time; it is to be closed."""
    preset = quick_preset(**changed)
    return CourseAgent(read_submission(path, preset), preset, without=without)
