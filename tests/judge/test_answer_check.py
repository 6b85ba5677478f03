"""What a course says of a list of candidates."""

import pytest
from hypothesis import given, strategies as st

import obversi as ob
from obversi.agents.course.answer import legal_squares
from obversi.judge.usability import answer_problem

START = [(2, 3), (3, 2), (4, 5), (5, 4)]
START_WORDS = "(2, 3) d3, (3, 2) c4, (4, 5) f5, (5, 4) e6"
PASS = "-----OXX-XX-XXXO O"


@pytest.mark.parametrize(
    ("candidates", "rule", "problem"),
    [
        ([*START, (2, 3)], "all", ""),
        (START, "all", ""),
        ([(5, 4), *START, *START, (5, 4)], "all", ""),
        (START[:3], "all", "its candidates lack (5, 4) e6"),
        ([*START, (0, 0), (2, 3)], "all", "its candidates have (0, 0) a1, which is not legal"),
        (
            [(0, 0), *START[1:]],
            "all",
            "its candidates lack (2, 3) d3 and have (0, 0) a1, which is not legal",
        ),
        ([*START, (0, 0)], "all", "its last candidate, (0, 0) a1, is not legal"),
        ([*START, (8, 0)], "last", "its last candidate, (8, 0), is not legal"),
        ([*START, (-1, 3)], "all", "its last candidate, (-1, 3), is not legal"),
        ([(2, 3)], "last", ""),
        ([(0, 0), (2, 3)], "last", ""),
        ([], "all", f"its list is empty, but it can play {START_WORDS}"),
        ([], "last", f"its list is empty, but it can play {START_WORDS}"),
    ],
)
def test_wrong_answers_are_explained(
    candidates: list[tuple[int, int]], rule: str, problem: str
) -> None:
    assert answer_problem(ob.Board(), candidates, rule) == problem


def test_a_pass_is_an_empty_list() -> None:
    board = ob.Board.parse(PASS, "reversed")
    assert board.must_pass
    assert legal_squares(board) == set()
    for rule in ("all", "last"):
        assert answer_problem(board, [], rule) == ""
        assert answer_problem(board, [(0, 0)], rule) == (
            "no move is legal, but its list has (0, 0) a1: it has to stay empty"
        )


def test_many_squares_are_counted() -> None:
    squares = [(row, column) for row in range(4) for column in range(4)]
    problem = answer_problem(ob.Board(), [*squares, (2, 3)], "all")
    assert "have (0, 0) a1, (0, 1) b1, " in problem
    assert problem.endswith("(3, 0) a4, and 2 more, which are not legal")


@given(st.from_type(ob.Board), st.sampled_from(["all", "last"]))
def test_the_legal_squares_are_right(board: ob.Board, rule: str) -> None:
    legal = sorted(legal_squares(board))
    assert answer_problem(board, legal, rule) == ""
    if legal:
        assert answer_problem(board, [*legal, legal[0]], rule) == ""
        assert answer_problem(board, [], rule) != ""
        assert (answer_problem(board, legal[1:], "all") == "") is False
    else:
        assert answer_problem(board, [(0, 0)], rule) != ""
