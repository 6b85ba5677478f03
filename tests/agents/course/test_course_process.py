"""What a student's file answers in its sandbox, as it comes out."""

from pathlib import Path
from typing import Any

import pytest
from course_agents import course_process, student_file
from student_processes import LEGAL, START, ended, scripted_process

import obversi as ob
from obversi.agents.agent import FailureKind
from obversi.agents.course.answer import CourseFailureError
from obversi.errors import ObversiError
from obversi.sandbox.settings import Layer


def test_an_answer(ask: Any) -> None:
    answer = ask("print('thinking', flush=True)\nreturn 'done'")
    assert answer.candidates == (*LEGAL, LEGAL[0])
    assert not answer.timed_out
    assert answer.returned == "'done'"
    assert answer.output == "thinking\n"
    assert 0 < answer.seconds < 5


def test_output_is_separate_for_each_call(ask: Any) -> None:
    go = "self.calls = getattr(self, 'calls', 0) + 1\nprint('call', self.calls, '棋')"
    assert ask(go, times=3).output == "call 3 棋\n"


# One process answers all of them, one after another.
LISTS = [
    "[(2, 3)]",
    "((2, 3),)",
    "[[2, 3]]",
    "numpy.array([[2, 3]])",
    "[(numpy.int8(2), numpy.uint64(3))]",
    "collections.deque([(2, 3)])",
    "type('Mine', (list,), {'__iter__': lambda self: iter([(9, 9)])})([(2, 3)])",
    "[(type('Two', (), {'__index__': lambda self: 2})(), True + 2)]",
]
NO_LISTS = {
    "None": "it has no candidate_list",
    "'d3'": "candidate_list is a str: expected a list of (row, column)",
    "{(2, 3)}": "candidate_list is a set",
    "7": "candidate_list is not a list (int)",
    "[(2, 3), 'd3']": "candidate_list holds 'd3' (str): expected two whole numbers",
    "[(2.0, 3.0)]": "candidate_list holds (2.0, 3.0) (tuple)",
    "[(1, 2, 3)]": "candidate_list holds (1, 2, 3) (tuple)",
    "[(10 ** 1000, 0)]": "candidate_list holds (1",
    "[(2, 3)] * 1_000_001": "candidate_list has more than 1000000 entries: clear it in go",
    "[(x, 1) for x in range(5000)]": "candidate_list has more than 4096 different entries",
    "[[2, 3]] * 5000 + [7, (2, 3)]": "candidate_list holds 7 (int): expected two whole numbers",
    "[type('Shy', (), {'__repr__': lambda self: 1 / 0})()]": "(Shy): expected two whole",
}


def test_lists_of_many_kinds(tmp_path: Path) -> None:
    process = scripted_process(tmp_path, [f"self.candidate_list = {text}" for text in LISTS])
    with ended(process):
        for text in LISTS:
            assert (text, process.go(START, 5.0).candidates) == (text, ((2, 3),))


def test_lists_that_are_none(tmp_path: Path) -> None:
    process = scripted_process(tmp_path, [f"self.candidate_list = {text}" for text in NO_LISTS])
    with ended(process):
        for words in NO_LISTS.values():
            with pytest.raises(CourseFailureError) as caught:
                process.go(START, 5.0)
            assert caught.value.kind == FailureKind.PROTOCOL
            assert words in str(caught.value)


LONG_LISTS = [
    "[(2, 3), (3, 2)] * 5000 + [(2, 3)]",
    "[[2, 3], [3, 2]] * 5000 + [(2, 3)]",
    "numpy.array([[2, 3], [3, 2]] * 5000 + [[2, 3]])",
    "collections.deque([(2, 3), (3, 2)] * 5000 + [(2, 3)])",
]


def test_a_long_list_is_accepted(tmp_path: Path) -> None:
    process = scripted_process(tmp_path, [f"self.candidate_list = {text}" for text in LONG_LISTS])
    with ended(process):
        for text in LONG_LISTS:
            answer = process.go(START, 5.0)
            assert (text, answer.candidates) == (text, ((2, 3), (3, 2), (2, 3)))


def test_a_changed_board_is_reported(tmp_path: Path) -> None:
    process = scripted_process(
        tmp_path, ["chessboard[0][0] = 1", "chessboard.copy()[0][0] = 1", "chessboard.shape = 64"]
    )
    with ended(process):
        assert [process.go(START, 5.0).changed_board for _ in range(3)] == [True, False, True]


def test_each_call_has_a_board_of_its_own(ask: Any) -> None:
    go = "print(chessboard.dtype, chessboard.shape, chessboard.sum())\nchessboard[:] = 1"
    assert ask(go, times=2).output == "int64 (8, 8) 0\n"


def test_the_arguments_of_the_constructor(tmp_path: Path) -> None:
    file = student_file(tmp_path, init="print(chessboard_size, color, time_out, __name__)")
    process = course_process(file)
    with ended(process):
        process.construct(6, ob.WHITE, 5.0)
        process.construct(8, ob.BLACK, 0.5)
        assert process.output == "6 1 5 student_student\n8 -1 0.5 student_student\n"
        assert process.load_seconds > 0


def test_a_file_takes_no_place_of_a_module(ask: Any) -> None:
    go = "import random\nprint(random.__name__, random.randint(1, 1))"
    assert ask(go, name="random.py").output == "random 1\n"


def test_go_before_construct_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ObversiError, match="call construct first"):
        course_process(student_file(tmp_path)).go(START, 1)


def test_fewer_layers_answer_the_same(tmp_path: Path) -> None:
    without = (Layer.NAMESPACES, Layer.CGROUP)
    process = course_process(student_file(tmp_path), without=without)
    with ended(process):
        process.construct(8, ob.BLACK, 5)
        assert process.go(START, 5.0).candidates[-1] == LEGAL[0]
        assert Layer.PROCESS in process.layers
        assert not set(without) & set(process.layers)
