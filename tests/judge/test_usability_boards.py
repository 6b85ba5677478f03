"""The boards of the usability test."""

import pytest

import obversi as ob
from obversi.errors import ObversiError
from obversi.judge.usability_boards import usability_boards
from obversi.rules import Rules

SIX_GAMES = [(size, rules) for size in ob.SIZES for rules in ("normal", "reversed")]


@pytest.mark.few_cases
@pytest.mark.parametrize(("size", "rules"), SIX_GAMES)
def test_ten_boards_have_all_kinds(size: int, rules: Rules) -> None:
    found = usability_boards(size, rules, 10)
    boards = [one.board for one in found]
    assert len(set(boards)) == 10
    assert boards[0] == ob.Board(size, rules)
    for board in boards:
        assert (board.size, board.rules, board.is_over) == (size, rules, False)
        assert board.root() == ob.Board(size, rules)  # it comes about in play
    assert {board.turn for board in boards} == {ob.BLACK, ob.WHITE}
    assert {board.turn for board in boards if board.must_pass} == {ob.BLACK, ob.WHITE}
    assert any(len(board.legal_moves) == 1 and not board.must_pass for board in boards)
    assert any(len(board.empty) <= 2 for board in boards)
    most = max(len(board.legal_moves) for board in boards)
    assert most >= {4: 5, 6: 10, 8: 15}[size]


def test_they_are_the_same_every_time_and_no_one_can_spoil_them() -> None:
    first = usability_boards(6, "normal", 8)
    texts = [one.board.to_string() for one in first]
    first[0].board.push("b3")
    assert [one.board.to_string() for one in usability_boards(6, "normal", 8)] == texts
    assert [one.board.to_string() for one in usability_boards(6, "normal", 3)] == texts[:3]


def test_there_can_be_many_of_them() -> None:
    boards = [one.board for one in usability_boards(8, "reversed", 200)]
    assert len(set(boards)) == 200
    turns = [board.turn for board in boards]
    assert 80 < turns.count(ob.BLACK) < 120
    assert usability_boards(8, "reversed", 0) == ()
    with pytest.raises(ObversiError, match="the number of boards"):
        usability_boards(8, "reversed", -1)
