"""The progress of a contest."""

from dataclasses import dataclass
from typing import Any, cast

import pytest
from screen import Screen

from obversi.cli.judge.run import ContestProgress
from obversi.judge.contest import Contest
from obversi.judge.grades import Part, StudentGrade
from obversi.judge.record import Student
from obversi.judge.stages import RACE, ROUND_ROBIN, USABILITY, StageProgress


@dataclass
class _FakeContest:
    """What the progress needs of a contest."""

    def grades(self, **_: Any) -> tuple[StudentGrade, ...]:
        return tuple(
            StudentGrade(Student(f"student {number}", ""), number, Part(100.0, 100.0 - number))
            for number in range(1, 61)
        )


CONTEST = cast(Contest, _FakeContest())


def test_without_a_terminal_a_stage_has_a_line_at_its_ends(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with ContestProgress(CONTEST).shown() as progress:
        progress.show(StageProgress(USABILITY, 0, 2))
        progress.show(StageProgress(USABILITY, 1, 2, "anna: 3 of 3 boards right"))
        progress.show(StageProgress(USABILITY, 2, 2, "bert: 1 of 3 boards right"))
        progress.show(StageProgress(RACE, 0, 0, "skipped: the course has no points race"))
        for done in range(101):
            progress.show(StageProgress(ROUND_ROBIN, done, 100, "a \x1b[31mtrick"))
    assert capsys.readouterr().err.splitlines() == [
        "usability: 0 of 2 students, 0:00",
        "usability: 2 of 2 students, 0:00; bert: 1 of 3 boards right",
        "points race: skipped: the course has no points race",
        "round robin: 0 of 100 games, 0:00; a ·[31mtrick",
        "round robin: 100 of 100 games, 0:00; a ·[31mtrick",
    ]


def test_on_a_terminal_there_is_a_table_that_disappears(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("COLUMNS", "80")
    with ContestProgress(CONTEST).shown() as progress:
        progress.show(StageProgress(ROUND_ROBIN, 3, 10, "student 1 won by 4 against student 2"))
        screen.wait_for("round robin: 3 of 10 games")
    shown = screen.getvalue()
    assert "student 1 won by 4 against student 2" in shown
    assert "student 15" in shown
    assert "student 16" not in shown
    assert "45 more" in shown
