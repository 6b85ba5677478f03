"""Equal submissions get equal grades, even on a machine that is busy with other things."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from course_texts import GOOD

from obversi.agents.course.preset import CoursePreset
from obversi.judge.contest import Contest

# Lists its moves and chooses the first, and then thinks on for most of its time.
THINKS = (
    "import time\n" + GOOD + "        end = time.time() + 0.95 * self.time_out\n"
    "        while time.time() < end: pass\n"
)

NAMES = ("anna", "ben")


@pytest.fixture
def _busy_machine() -> Iterator[None]:
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    yield
    for process in processes:
        process.kill()
        process.wait()


@pytest.mark.long
@pytest.mark.usefixtures("_busy_machine")
def test_equal_files_get_equal_grades_on_a_busy_machine(
    class_of: Callable[..., Path], course: CoursePreset, tmp_path: Path
) -> None:
    rules = replace(course, move_seconds=0.1, load_seconds=60.0, usability_boards=1, race_rounds=0)
    files = class_of(**dict.fromkeys(NAMES, THINKS))
    with Contest.open(files, tmp_path / "results", rules) as contest:
        for _ in contest.run():
            pass
        grades = contest.grades()
        assert contest.round_robin is not None
        games = contest.round_robin.games
    assert [game.failure for game in games] == [None] * 2
    assert {grade.passed for grade in grades} == {1}
    # The same file has the same moves: each wins as one colour what it loses as the other.
    assert len({grade.grade for grade in grades}) == 1
