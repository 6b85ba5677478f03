"""The usability test of agents that are right, wrong, and worse."""

from dataclasses import replace
from pathlib import Path
from textwrap import indent

import pytest
from class_agents import SILENT, agent

from obversi.agents.course.answer import Answer
from obversi.agents.course.preset import CoursePreset
from obversi.judge.usability import Trial, Usability, board_result
from obversi.judge.usability_boards import UsabilityBoard, usability_boards

BOARDS = usability_boards(4, "reversed", 4)
START, _, PASS, SINGLE = BOARDS


def tried(source: str, course: CoursePreset, tmp_path: Path, boards: int = 4) -> Usability:
    file = tmp_path / "agent.py"
    file.write_text(source)
    usability = Trial(file, course, BOARDS[:boards]).run()
    assert usability is not None
    assert len(usability.boards) == boards
    return usability


def with_go(lines: str) -> str:
    """An agent that does something before it has any candidate."""
    first = "        self.candidate_list.clear()\n"
    return agent("0").replace(first, first + indent(lines, " " * 8) + "\n")


def test_an_agent_that_is_right(course: CoursePreset, tmp_path: Path) -> None:
    usability = tried(agent("row"), course, tmp_path)
    assert [result.words for result in usability.boards] == [
        "4 legal squares, it plays (3, 2) c4",
        "3 legal squares, it plays (2, 0) a3",
        "no candidate, as there is no legal move",
        "1 legal square, it plays (3, 2) c4",
    ]
    assert (usability.passed, usability.can_play) == (4, True)
    assert "process" in usability.layers
    assert usability.load_seconds > 0
    first = usability.boards[0]
    assert first.candidates == ("b1", "a2", "d3", "c4", "c4")
    assert first.board == START.board.to_string()
    assert usability.boards[3].moves.split() == SINGLE.board.move_stack


def test_an_agent_that_never_moves(course: CoursePreset, tmp_path: Path) -> None:
    usability = tried(SILENT + "        print('d3')\n        return (2, 3)\n", course, tmp_path)
    assert [result.passed for result in usability.boards] == [False, False, True, False]
    assert not usability.can_play
    words = usability.boards[0].words
    assert words.startswith("its list is empty, but it can play (0, 1) b1, (1, 0) a2, ")
    assert "; it returns (2, 3)" in words
    assert usability.boards[0].output == "d3\n"
    assert usability.boards[1].output == "d3\n"


def test_an_agent_that_fails_now_and_then(course: CoursePreset, tmp_path: Path) -> None:
    source = with_go("if self.color == 1:\n    print('oh')\n    1 / 0")
    usability = tried(source, course, tmp_path)
    assert [result.passed for result in usability.boards] == [True, False, False, True]
    wrong = usability.boards[1]
    assert wrong.words.startswith("ZeroDivisionError: division by zero (line ")
    assert wrong.failure == "error"
    assert "1 / 0" in wrong.details
    assert wrong.output == "oh\n"


def test_a_process_that_ends_is_replaced(course: CoursePreset, tmp_path: Path) -> None:
    crash = "import faulthandler\n" + with_go("if self.color == 1:\n    faulthandler._read_null()")
    usability = tried(crash, course, tmp_path)
    assert [result.failure for result in usability.boards] == ["", "death", "death", ""]


@pytest.mark.long
def test_an_agent_that_cannot_be_made_is_not_tried_for_ever(
    course: CoursePreset, tmp_path: Path
) -> None:
    quick = replace(course, load_seconds=0.6)
    usability = tried("while True: pass\n" + agent("0"), quick, tmp_path)
    assert [result.failure for result in usability.boards] == ["hang"] * 4
    assert len({result.words for result in usability.boards}) == 1
    assert not usability.can_play


@pytest.mark.usefixtures("long_grace")
@pytest.mark.few_cases
@pytest.mark.parametrize(
    ("at_time_out", "words", "failure"),
    [
        ("last candidate", "4 legal squares, it plays (2, 3) d3; it was interrupted after", ""),
        ("loses", "it had no answer after 0.2 s", "time"),
    ],
)
def test_an_agent_that_is_late(
    at_time_out: str, words: str, failure: str, course: CoursePreset, tmp_path: Path
) -> None:
    rules = replace(course, move_seconds=0.2, at_time_out=at_time_out)
    choice = "            self.candidate_list.append(max(legal, key=self.score))\n"
    source = agent("0").replace(choice, choice + "            while True: pass\n")
    (result,) = tried(source.replace("key=self.score", "key=sum"), rules, tmp_path, 1).boards
    assert result.timed_out
    assert result.words.startswith(words)
    assert (result.passed, result.failure) == (not failure, failure)


@pytest.mark.long
def test_the_first_call_may_have_time_for_compilers(course: CoursePreset, tmp_path: Path) -> None:
    rules = replace(course, move_seconds=0.1, warm_up_seconds=3.0, at_time_out="loses")
    wait = "import time\nif not hasattr(AI, 'ready'):\n    time.sleep(0.4)\n    AI.ready = True"
    usability = tried(with_go(wait), rules, tmp_path, 2)
    assert usability.passed == 2
    assert usability.boards[0].seconds > 0.3
    strict = replace(rules, warm_up_seconds=0.0)
    assert tried(with_go(wait), strict, tmp_path, 1).passed == 0


def test_a_file_that_is_rejected(course: CoursePreset, tmp_path: Path) -> None:
    usability = tried("import socket\n" + agent("0"), course, tmp_path)
    assert [result.failure for result in usability.boards] == ["forbidden"] * 4


def test_a_trial_that_is_stopped_has_no_result(course: CoursePreset, tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(agent("0"))
    trial = Trial(tmp_path / "agent.py", course, BOARDS)
    trial.stop()
    assert trial.run() is None


@pytest.mark.parametrize(
    ("one", "candidates", "passed", "failure"),
    [
        (PASS, [], True, ""),
        (PASS, [(0, 0)], False, "illegal"),
        (START, [(0, 1)], False, ""),
        (START, [(0, 0)], False, "illegal"),
        (START, [(70, 1)], False, "illegal"),
    ],
)
def test_answers_are_judged(
    one: UsabilityBoard,
    candidates: list[tuple[int, int]],
    passed: bool,
    failure: str,
    course: CoursePreset,
) -> None:
    result = board_result(one, Answer(tuple(candidates), False, 0.1, 2.0), course)
    assert (result.passed, result.failure) == (passed, failure)
    lenient = board_result(
        one, Answer(((0, 1),), False, 0.1, 2.0), replace(course, candidates="last")
    )
    assert lenient.passed == (one is START)
