"""How far a contest is, told while it goes on."""

import sys
from dataclasses import dataclass
from typing import Any, cast

import pytest

from obversi.cli.judge import contest_progress as progress
from obversi.judge.contest import Contest
from obversi.judge.grade import Grade, Part
from obversi.judge.news import RACE, ROUND_ROBIN, USABILITY, News
from obversi.judge.student import Student


@dataclass
class _FakeContest:
    """All that a progress asks of a contest."""

    def grades(self, **_: Any) -> tuple[Grade, ...]:
        return tuple(
            Grade(Student(f"student {number}", ""), number, Part(100.0, 100.0 - number))
            for number in range(1, 61)
        )


CONTEST = cast(Contest, _FakeContest())


def test_without_a_terminal_a_stage_has_a_line_at_its_ends(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with progress.contest_progress(CONTEST) as show:
        show(News(USABILITY, 0, 2))
        show(News(USABILITY, 1, 2, "anna: 3 of 3 boards right"))
        show(News(USABILITY, 2, 2, "bert: 1 of 3 boards right"))
        show(News(RACE, 0, 0, "skipped: the course has no points race"))
        for done in range(101):
            show(News(ROUND_ROBIN, done, 100, "a \x1b[31mtrick"))
    assert capsys.readouterr().err.splitlines() == [
        "usability: 0 of 2 students, 0:00",
        "usability: 2 of 2 students, 0:00; bert: 1 of 3 boards right",
        "points race: skipped: the course has no points race",
        "round robin: 0 of 100 games, 0:00; a ·[31mtrick",
        "round robin: 100 of 100 games, 0:00; a ·[31mtrick",
    ]


def test_on_a_terminal_there_is_a_table_that_goes_away(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("TERM", "xterm")
    with progress.contest_progress(CONTEST) as show:
        show(News(ROUND_ROBIN, 3, 10, "student 1 won by 4 against student 2"))
    shown = capsys.readouterr().err
    assert "student 1 won by 4 against student 2" in shown
    assert "round robin: 3 of 10 games" in shown
    assert "student 15" in shown
    assert "student 16" not in shown
    assert "45 more" in shown
