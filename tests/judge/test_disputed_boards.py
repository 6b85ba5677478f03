"""Boards that are repeated, because the machine may be the cause of a failure."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from course_texts import GOOD

from obversi.agents.agent import FailureKind
from obversi.agents.course.answer import Answer, CourseFailureError
from obversi.agents.course.preset import CoursePreset
from obversi.agents.course.submission import Submission
from obversi.core_wait import CoreTimes
from obversi.judge import usability
from obversi.judge.check import answers as check_answers
from obversi.judge.usability import Trial, Usability
from obversi.judge.usability_boards import usability_boards

BOARDS = usability_boards(4, "reversed", 3)
RIGHT = tuple((move.row, move.column) for move in BOARDS[0].board.legal_moves)


def late(reason: str, *, disputed: bool = True) -> CourseFailureError:
    return CourseFailureError(FailureKind.TIME, reason, disputed=disputed)


def answer(*, disputed: bool = False) -> Answer:
    """The right list, or an empty one at a disputed time-out."""
    candidates = () if disputed else RIGHT
    return Answer(
        candidates, disputed, 0.1, 1.0, times=CoreTimes(elapsed=1.0), is_disputed=disputed
    )


class FakeProcess:
    """Gives the configured answers."""

    layers = ()
    is_running = True
    output, output_bytes, load_seconds, memory_mb = "", 0, 0.0, 0.0

    def __init__(self, answers: Iterator[Answer | CourseFailureError]) -> None:
        self.answers = answers
        self.ends = self.made = 0

    def construct(self, *_: object) -> None:
        self.made += 1

    def go(self, *_: object) -> Answer:
        given = next(self.answers)
        if isinstance(given, CourseFailureError):
            raise given
        return given

    def compiled(self) -> dict[str, bytes]:
        return {}

    def end(self) -> None:
        self.ends += 1


@pytest.fixture
def tried(
    course: CoursePreset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Usability]:
    (tmp_path / "agent.py").write_text(GOOD)

    def run(*answers: Answer | CourseFailureError, boards: int = 1) -> Usability:
        process = FakeProcess(iter(answers))
        monkeypatch.setattr(usability, "CourseProcess", lambda *_, **__: process)
        result = Trial(tmp_path / "agent.py", course, BOARDS[:1] * boards).run()
        assert result is not None
        assert next(process.answers, None) is None
        assert process.ends == result.repeats + 1  # each repeat has a new process
        return result

    return run


@pytest.mark.parametrize("first", [late("late"), answer(disputed=True)], ids=["late", "empty"])
def test_a_disputed_board_is_repeated(tried: Any, first: Any) -> None:
    result = tried(first, first, answer())
    assert (result.passed, result.repeats) == (1, 2)


def test_after_three_repeats_the_agent_is_blamed_on_all_boards(tried: Any) -> None:
    result = tried(*(late(f"late {number}") for number in range(1, 6)), boards=2)
    assert [board.words for board in result.boards] == ["late 4", "late 5"]
    assert result.repeats == 3


def test_another_failure_is_repeated_too(tried: Any) -> None:
    late_always = [late("late") for _ in range(4)]
    hangs = CourseFailureError(FailureKind.HANG, "it hangs", disputed=True)
    result = tried(*late_always, hangs, answer(), boards=2)
    assert [board.passed for board in result.boards] == [False, True]
    assert result.repeats == 4


def test_what_is_beyond_dispute_is_not_repeated(tried: Any) -> None:
    result = tried(late("late", disputed=False), answer(), boards=2)
    assert [board.passed for board in result.boards] == [False, True]
    assert result.repeats == 0


@pytest.mark.parametrize("first", [late("late"), answer(disputed=True)], ids=["late", "empty"])
def test_a_check_repeats_a_disputed_board(
    course: CoursePreset, monkeypatch: pytest.MonkeyPatch, first: Any
) -> None:
    process = FakeProcess(iter([first, answer()]))
    monkeypatch.setattr(check_answers, "CourseProcess", lambda *_, **__: process)
    board = BOARDS[0].board
    agent = check_answers.CheckedAgent(Submission("", "", "", b""), course, board.turn)
    result = agent.ask("a board", board)
    assert (result.failure, process.made) == (None, 2)


def test_the_times_of_all_calls_are_stored(tried: Any) -> None:
    result = tried(answer(), answer(), boards=2)
    assert result.times == CoreTimes(elapsed=2.0)
    assert Usability.from_object(result.to_object()) == result


def test_results_of_earlier_versions_can_be_read(tried: Any) -> None:
    content = tried(answer()).to_object()
    del content["repeats"], content["times"]
    assert Usability.from_object(content).repeats == 0
