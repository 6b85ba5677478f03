"""Perfect endings: the margins of slow code, and of the engine."""

from typing import Any

import pytest
from boards import PASS_DUE, SIZES
from endgames import endgame, margins
from interrupts import is_interrupted

import obversi as ob
from obversi import Board
from obversi.rules import RULES, Rules
from obversi.textbook import perfect
from obversi.textbook.searches import Found


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", SIZES)
def test_margins_and_moves_are_exact(size: int, rules: Rules) -> None:
    for seed in range(12):
        board = endgame(size, rules, seed)
        expected = margins(board)
        found = perfect(board)
        assert found.value == max(expected.values()) == expected[found.move]
        assert found.depth == len(board.empty)
        assert found.nodes > 0
        assert found.evaluations == 0
        assert found.seconds >= 0


@pytest.mark.few_cases(2)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", [6, 8])
def test_larger_endings_are_those_of_the_engine(size: int, rules: Rules) -> None:
    with ob.Engine() as engine:
        for seed in range(5):
            board = endgame(size, rules, seed, empties=12)
            solved = engine.solve(board, top="all")
            found = perfect(board)
            assert found.value == solved.margin
            assert found.value == {line.move: line.margin for line in solved.lines}[found.move]


@pytest.mark.parametrize("rules", RULES)
def test_to_play_on_perfectly_keeps_the_margin(rules: Rules) -> None:
    board = endgame(8, rules, seed=3, empties=10)
    mover, margin = board.turn, perfect(board).value
    while not board.is_over:
        board.push(perfect(board).move)
    assert board.margin(mover) == margin


@pytest.mark.parametrize(("rules", "value"), [("normal", -64), ("reversed", 64)])
def test_a_pass_is_a_move(rules: Rules, value: int) -> None:
    found = perfect(Board.parse(PASS_DUE[8], rules))
    assert (found.move, found.value) == (ob.PASS, value)


def test_the_board_is_left_alone_and_the_count_is_the_same() -> None:
    board = endgame(8, "normal", seed=1, empties=9)
    before = board.to_string()
    first, again = perfect(board), perfect(board)
    assert board.to_string() == before
    assert (first.move, first.value, first.nodes) == (again.move, again.value, again.nodes)
    assert isinstance(first, Found)
    assert str(first.nodes) in str(first).replace(",", "")


def test_what_is_no_position_to_search() -> None:
    over = Board.parse(64 * "X" + "O")
    with pytest.raises(ob.ObversiError, match="the game is over: black wins by 64"):
        perfect(over)
    nothing: Any = "f5d6"
    with pytest.raises(ob.ObversiError, match="'f5d6' is no board"):
        perfect(nothing)


ENDLESS = """
from obversi.textbook import perfect
print("working", flush=True)
perfect(ob.Board())
"""


def test_ctrl_c_is_handled() -> None:
    assert is_interrupted(ENDLESS)
