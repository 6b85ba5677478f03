"""The benchmark of a class with all kinds of hand-ins: each is what its kind says."""

from importlib import import_module
from pathlib import Path

import pytest

from obversi.agents.course.preset import CoursePreset
from obversi.judge.roster import read_roster
from obversi.judge.submissions import find_submissions, inspect_submission

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def test_every_hand_in_has_a_row_and_the_broken_ones_what_to_do(
    course: CoursePreset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(BENCHMARKS)
    made = import_module("judge_hand_ins").write_hand_ins(tmp_path, 24, 12, seed=1)
    roster = read_roster(tmp_path / "roster.csv")
    found = find_submissions(tmp_path / "class", tmp_path / "results", roster)
    students = {one.name: inspect_submission(one, course) for one in found}
    assert list(students) == [*made.playing, *made.broken]
    assert [name for name, student in students.items() if student.problem] == made.broken
    assert len({students[name].problem for name in made.broken}) >= 11
    assert all(students[name].advice for name in made.broken)
    assert made.copies
    assert {Path(student.file).suffix for student in students.values()} >= {".py", ".rar", ".ipynb"}
