"""Mistakes and hints: every known mistake is recognised by its answers."""

import pytest
from hypothesis import given, strategies as st

import obversi as ob
from obversi.agents.course.answer import legal_squares
from obversi.judge.check.answers import BoardAnswer
from obversi.judge.check.board_findings import explain
from obversi.judge.check.boards import diagnostic_boards, hard_boards
from obversi.judge.check.mistakes import (
    Direction,
    KnownMistake,
    board_lines,
    mistakes,
    pairs_of_mistakes,
)
from obversi.judge.usability_boards import usability_boards
from obversi.rules import Rules

SINGLE = list(mistakes(most_directions=1))


def answers(mistake: KnownMistake, size: int = 8, rules: Rules = "reversed") -> list[BoardAnswer]:
    """The answers of a program with a mistake."""
    return [
        BoardAnswer("", board, tuple(sorted(mistake.squares(board))))
        for board in diagnostic_boards(size, rules)
    ]


def hint_words(results: list[BoardAnswer], **options: bool) -> str:
    hint = explain(results, **options)
    assert hint is not None
    return hint.words


@given(st.from_type(ob.Board))
def test_lines_that_turn_are_the_legal_squares(board: ob.Board) -> None:
    turning = {line.square for line in board_lines(board, board.turn) if line.turns}
    assert turning == legal_squares(board)


def test_directions_are_named_as_people_look() -> None:
    assert [direction.words for direction in (Direction.UP, Direction.LEFT)] == [
        "up",
        "to the left",
    ]
    assert Direction.DOWN_RIGHT.words == "down and to the right"


@pytest.mark.parametrize("mistake", SINGLE, ids=[mistake.words for mistake in SINGLE])
def test_every_mistake_is_recognised(mistake: KnownMistake) -> None:
    results = answers(mistake)
    assert any(not one.is_right for one in results if one.board.turn == ob.BLACK) or (
        "plays black" in mistake.words
    )
    hint = explain(results)
    assert hint is not None
    assert (hint.words, hint.advice) == (mistake.words, mistake.advice)
    assert hint.is_certain


def test_mistakes_along_an_edge_are_distinguished() -> None:
    walk = next(one for one in SINGLE if "over the opponent's discs on the edge" in one.words)
    # a1 is legal by the first column, and h1 by an own disc on the edge alone.
    board = ob.Board.parse("-" * 8 + "O" + "-" * 5 + "O-" + "X" + "-" * 4 + "X--" + 40 * "-" + " X")
    assert legal_squares(board) == {(0, 0), (0, 7)}
    assert walk.squares(board) == {(0, 7)}


def test_mistakes_with_equal_answers_are_both_named() -> None:
    board = ob.Board.parse("-" * 8 + "O" + "-" * 7 + "X" + "-" * 7 + 40 * "-" + " X")
    assert legal_squares(board) == {(0, 0)}
    hint = explain(
        [BoardAnswer("", ob.Board(), tuple(legal_squares(ob.Board()))), BoardAnswer("", board)]
    )
    assert hint is not None
    assert not hint.is_certain
    assert ", or as if " in hint.words


def test_mistakes_are_recognised_on_other_sizes() -> None:
    for mistake in SINGLE[::6]:
        assert hint_words(answers(mistake, 6, "normal")) == mistake.words


def test_two_mistakes_at_once_are_recognised() -> None:
    for mistake in list(pairs_of_mistakes())[::29]:
        assert hint_words(answers(mistake)) == mistake.words


def test_several_missing_directions_are_recognised() -> None:
    [mistake] = [
        mistake for mistake in mistakes(2) if "does not look up, or to the left:" in mistake.words
    ]
    assert hint_words(answers(mistake)) == mistake.words


def test_right_answers_need_no_hint() -> None:
    right = [
        BoardAnswer("", board, tuple(legal_squares(board)))
        for board in diagnostic_boards(8, "normal")
    ]
    assert explain(right) is None


def test_nonsense_gets_no_hint() -> None:
    nonsense = [
        BoardAnswer("", board, ((0, 0), (7, 7), (board.ply % 8, 1)))
        for board in diagnostic_boards(8, "normal")
    ]
    assert explain(nonsense) is None


def test_a_list_that_is_not_cleared() -> None:
    results: list[BoardAnswer] = []
    before: tuple[tuple[int, int], ...] = ()
    for board in diagnostic_boards(8, "reversed"):
        candidates = (*before, *sorted(legal_squares(board)))
        results.append(BoardAnswer("", board, candidates, before))
        before = candidates
    assert "call before" in hint_words(results)


def test_a_choice_that_is_not_legal_after_a_right_list() -> None:
    results = [
        BoardAnswer("", board, (*sorted(legal_squares(board)), (3, 3)))
        for board in diagnostic_boards(8, "reversed")
    ]
    assert "but the choice at the end" in hint_words(results)


def test_a_list_of_the_choice_alone() -> None:
    results = [
        BoardAnswer("", board, tuple(sorted(legal_squares(board))[:1]))
        for board in diagnostic_boards(8, "reversed")
    ]
    assert "its own choice only" in hint_words(results)


def test_something_where_a_pass_is_due() -> None:
    board = next(one.board for one in usability_boards(8, "normal", 9) if one.board.must_pass)
    results = [
        BoardAnswer("", board, ((0, 0),)),
        BoardAnswer("", ob.Board(), tuple(legal_squares(ob.Board()))),
    ]
    assert "although no move is legal" in hint_words(results)


def test_most_of_the_answers_are_enough() -> None:
    swapped = next(mistake for mistake in mistakes() if mistake.words.startswith("row and column"))
    results = answers(swapped)
    crazy = BoardAnswer("", ob.Board(), ((0, 0),))
    hint = explain([*results, crazy])
    assert hint is not None
    assert hint.words == swapped.words
    assert not hint.is_certain
    assert hint.explained == tuple(one for one in results if not one.is_right)


def test_the_last_entry_alone_is_enough() -> None:
    mirrored = next(mistake for mistake in mistakes() if "columns are mirrored" in mistake.words)
    results = [
        BoardAnswer("", board, (min(mirrored.squares(board)),))
        for board in diagnostic_boards(8, "reversed")
        if mirrored.squares(board)
    ]
    assert hint_words(results, only_last=True) == mirrored.words


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("size", ob.SIZES)
@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_boards_come_about_in_play_for_both_colours(size: int, rules: Rules) -> None:
    for boards in (diagnostic_boards(size, rules), hard_boards(size, rules, 4)):
        assert {board.turn for board in boards} == {ob.BLACK, ob.WHITE}
        for board in boards:
            assert (board.size, board.rules) == (size, rules)
            assert not board.is_over
            assert board.root() == ob.Board(size, rules)
    assert len(hard_boards(size, rules, 3)) == 3


def test_hard_boards_have_many_moves() -> None:
    assert min(len(board.legal_moves) for board in hard_boards(8, "reversed", 4)) >= 16
