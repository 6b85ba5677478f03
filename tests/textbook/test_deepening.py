"""Deepening against the clock; nothing here depends on how fast the machine is."""

import re
import time

import pytest
from hypothesis import given, settings, strategies as st

import obversi as ob
from obversi import Board
from obversi.heuristics import evaluation
from obversi.rules import Rules
from obversi.textbook import deepening, maximax, minimax

FOREVER = 1e9


@settings(max_examples=30)
@given(st.from_type(Board), st.sampled_from(["r2", "r4"]))
def test_to_the_end_of_the_game(board: Board, judge: str) -> None:
    while len(board.empty) > 7 and not board.is_over:
        board.push(board.legal_moves[0])
    if board.is_over:
        return
    found = deepening(board, judge, FOREVER)
    truth = minimax(board, judge, 20)
    if judge == "r4" and truth.value > 0:
        assert found.value >= 1_000_000  # a win is enough
    else:
        assert found.value == truth.value


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_no_deeper_than_requested(rules: Rules) -> None:
    board = Board(rules=rules)
    for depth in (1, 2, 5):
        found = deepening(board, "r2", FOREVER, depth=depth)
        assert found.depth == depth
        assert found.value == maximax(board, "r2", depth).value
        assert found.move in board.legal_moves


def test_without_time_the_evaluation_decides() -> None:
    board = Board(rules="reversed")
    board.push("f5")
    found = deepening(board, "r2", 1e-9)
    by_move = evaluation("r2").by_move(board)
    assert found.depth == 1
    assert by_move[found.move] == found.value == max(by_move.values())


def test_a_pass() -> None:
    board = Board.parse("OX" + 14 * "-" + " X")
    assert deepening(board, "r2", FOREVER).move is ob.PASS


def test_a_slow_function_is_not_called_much_longer_than_it_may() -> None:
    calls = 0

    def slow(board: Board) -> float:
        nonlocal calls
        calls += 1
        for _ in range(200):
            board.push(board.legal_moves[0])
            board.pop()
        return float(calls % 7)

    found = deepening(Board(), slow, 0.1)
    # The time may end between the count and the call.
    assert found.evaluations - calls in (0, 1)
    assert found.depth < 12


def test_a_function_that_becomes_slow_is_not_called_when_the_time_is_up() -> None:
    calls: list[float] = []

    def slower(board: Board) -> float:
        calls.append(time.monotonic())
        if len(calls) > 20_000:
            time.sleep(0.01)
        return float(hash(board.bits) % 1000)

    deepening(Board(), slower, 0.3, 1.0)
    # Its time began before the first call, and may end between a look at the clock and a call.
    assert sum(call > calls[0] + 0.3 for call in calls) <= 1


@pytest.mark.parametrize("wrong", [0, -1.0, float("nan"), float("inf"), "5", None])
def test_seconds_that_cannot_be(wrong: float) -> None:
    with pytest.raises(ob.ObversiError, match=re.escape(f"cannot take {wrong!r} s")):
        deepening(Board(), "r2", wrong)


@pytest.mark.parametrize("wrong", [0, -0.5, 1.01, float("nan"), "0.8", None])
def test_shares_that_cannot_be(wrong: float) -> None:
    with pytest.raises(
        ob.ObversiError, match=re.escape(f"share q of the time cannot be {wrong!r}")
    ):
        deepening(Board(), "r2", 1.0, wrong)


def test_what_else_is_rejected() -> None:
    with pytest.raises(ob.ObversiError, match="depth cannot be 0"):
        deepening(Board(), "r2", depth=0)
    with pytest.raises(ob.ObversiError, match="the game is over"):
        deepening(Board.parse(16 * "X" + " O"), "r2")
    with pytest.raises(ob.ObversiError, match="no evaluation 'r9'"):
        deepening(Board(), "r9")
