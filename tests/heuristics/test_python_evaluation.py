"""Evaluations that are Python functions: what they get, what they may return, how they fail."""

import gc
import pickle
import weakref
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from boards import PASS_DUE, SIZES
from hypothesis import given, strategies as st

import obversi as ob
from obversi import Board, batch, textbook
from obversi.heuristics import Mix, Phase
from obversi.heuristics.python_evaluation import PythonEvaluation
from obversi.rules import RULES, Rules

CORNERS = {
    4: ob.SquareSet(["a1", "d1", "a4", "d4"]).mask,
    6: ob.SquareSet(["a1", "f1", "a6", "f6"]).mask,
    8: ob.SquareSet(["a1", "h1", "a8", "h8"]).mask,
}


def lead(board: Board) -> int:
    own, opp = board.bits
    return own.bit_count() - opp.bit_count()


def values(evaluation: PythonEvaluation, positions: Any, size: int, threads: int) -> Any:
    found = np.empty(len(positions))
    evaluation.core(size, "normal").values(positions, threads, found)
    return found


# What the function gets


@given(st.from_type(ob.Board))
def test_the_function_sees_the_position_with_black_to_move(board: Board) -> None:
    seen: list[Board] = []

    def watching(shown: Board) -> float:
        seen.append(shown)
        return 0.0

    PythonEvaluation(watching, finished="evaluated")(board)
    [shown] = seen
    assert type(shown) is Board
    assert shown.turn == ob.BLACK
    assert shown.bits == board.bits
    assert (shown.size, shown.rules) == (board.size, board.rules)
    assert shown.legal_moves == board.legal_moves
    assert shown.move_stack == []


def test_a_kept_board_stays_as_it_was() -> None:
    kept: list[Board] = []
    texts: list[str] = []

    def keeping(board: Board) -> float:
        kept.append(board)
        texts.append(board.to_string())
        return 0.0

    values(PythonEvaluation(keeping), batch.successors(batch.starts(1)).positions, 8, 1)
    assert len({id(board) for board in kept}) == 4
    assert [board.to_string() for board in kept] == texts


def test_moves_left_on_a_board_do_not_reach_the_next_call() -> None:
    def careless(board: Board) -> float:
        assert board.ply == 0
        board.push(board.legal_moves[0])
        return float(board.ply)

    found = values(PythonEvaluation(careless), batch.starts(1000), 8, 1)
    assert (found == 1).all()


@pytest.mark.parametrize("size", SIZES)
def test_a_pass_that_is_due(size: int) -> None:
    board = Board.parse(PASS_DUE[size])
    assert PythonEvaluation(lambda shown: shown.must_pass)(board) == 1.0


# What it may return


@pytest.mark.parametrize(
    ("result", "value"),
    [
        *((3, 3.0), (-2.5, -2.5), (True, 1.0), (Fraction(1, 4), 0.25), (Decimal("0.5"), 0.5)),
        *((np.float32(0.5), 0.5), (np.int64(-7), -7.0), (np.array(2.5), 2.5)),
    ],
)
def test_whatever_is_a_number_will_do(result: Any, value: float) -> None:
    assert PythonEvaluation(lambda _: result)(Board()) == value


@pytest.mark.parametrize(
    ("result", "shown"),
    [
        *(("good", "'good'"), (None, "None"), ([1], r"\[1\]"), (1j, "1j"), (b"1", "b'1'")),
        *((float("nan"), "nan"), (float("inf"), "inf"), (np.float64("-inf"), "inf")),
        *((10**400, "type int"), (list(range(99)), "type list")),
    ],
)
def test_invalid_number_is_reported(result: Any, shown: str) -> None:
    mine = PythonEvaluation(lambda _: result, name="mine")
    with pytest.raises(ob.EvaluationError, match=f"'mine'.* returned .*{shown}.*finite number"):
        mine(Board(4))


def test_a_number_too_long_to_write_is_named_by_its_type() -> None:
    with pytest.raises(ob.EvaluationError, match="type int"):
        PythonEvaluation(lambda _: 10**5000)(Board())


@pytest.mark.parametrize(
    ("finished", "expected"), [("margin", 64e6), ("result", 1.0), ("evaluated", 7.0)]
)
def test_finished_games(finished: Any, expected: float) -> None:
    won = Board.parse(62 * "-" + "XX X")
    assert PythonEvaluation(lambda _: 7, finished=finished)(won) == expected


# How it fails


def test_what_it_raises_is_the_cause() -> None:
    def mine(board: Board) -> float:
        return 1 / (len(board.legal_moves) - 4)

    with pytest.raises(ob.EvaluationError) as caught:
        PythonEvaluation(mine)(Board(6))
    text = str(caught.value)
    assert "'mine'" in text
    assert "ZeroDivisionError: division by zero" in text
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    # The place is a text that can be tried again.
    assert Board.parse(text.split("about ")[1].split(",")[0]) == Board(6)
    # The traceback leads into the function.
    assert caught.value.__cause__.__traceback__ is not None


class UnspeakableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError


def test_an_exception_that_cannot_be_shown_is_named_by_its_type() -> None:
    def mine(_: Board) -> float:
        raise UnspeakableError

    with pytest.raises(ob.EvaluationError, match=r"raised UnspeakableError \(test_.*, line \d+\)$"):
        PythonEvaluation(mine)(Board())


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_is_let_through(threads: int) -> None:
    def ending(_: Board) -> float:
        raise KeyboardInterrupt(5)

    with pytest.raises(KeyboardInterrupt) as caught:
        values(PythonEvaluation(ending), batch.starts(1000), 8, threads)
    assert caught.value.args == (5,)


def test_the_end_of_the_program_is_no_way_out() -> None:
    def leaving(_: Board) -> float:
        raise SystemExit(5)

    with pytest.raises(ob.EvaluationError, match=r"'leaving'.* raised SystemExit: 5 \(test_"):
        PythonEvaluation(leaving)(Board())


def test_an_evaluation_inside_another_one_fails_through_both() -> None:
    inner = PythonEvaluation(lambda _: [][0], name="inner")
    outer = PythonEvaluation(lambda board: -inner(board), name="outer")
    with pytest.raises(ob.EvaluationError, match=r"'outer'.*'inner'.*IndexError") as caught:
        outer(Board())
    assert isinstance(caught.value.__cause__, ob.EvaluationError)
    assert isinstance(caught.value.__cause__.__cause__, IndexError)


def test_a_search_is_ended_by_the_error() -> None:
    calls = 0

    def failing(_: Board) -> float:
        nonlocal calls
        calls += 1
        if calls == 50:
            raise RuntimeError("enough")
        return 0.0

    with pytest.raises(ob.EvaluationError, match="RuntimeError: enough"):
        textbook.minimax(Board(), PythonEvaluation(failing), depth=4)
    assert calls == 50


def test_wrong_settings_are_named() -> None:
    with pytest.raises(ob.ObversiError, match=r"'r4' is no evaluation"):
        PythonEvaluation("r4")  # type: ignore[arg-type]
    with pytest.raises(ob.ObversiError, match="'never'"):
        PythonEvaluation(lead, finished="never")  # type: ignore[arg-type]


# Names and values


def test_names() -> None:
    class Judge:
        def __call__(self, _: Board) -> float:
            return 2.0

    assert PythonEvaluation(lead).name == "lead"
    assert PythonEvaluation(lead, name="discs").name == "discs"
    assert PythonEvaluation(Judge()).name == "Judge"
    assert PythonEvaluation(Judge())(Board()) == 2.0


def test_a_function_of_a_module_can_be_pickled() -> None:
    mine = PythonEvaluation(Board.margin)
    assert mine(Board()) == 0
    twin = pickle.loads(pickle.dumps(mine))
    assert twin == mine
    assert twin(Board()) == 0


def test_features_and_moves() -> None:
    mine = PythonEvaluation(lead)
    board = Board()
    board.push("f5")
    [feature] = mine.weighted_features(board)
    assert (feature.name, feature.points) == ("lead", -3.0)
    assert mine.by_move(board) == {"f4": 0.0, "d6": 0.0, "f6": 0.0}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rules", RULES)
def test_searches_find_the_same_as_with_the_core_mix(size: int, rules: Rules) -> None:
    def mixed(board: Board) -> float:
        sign = 1 if board.rules == "normal" else -1
        own, opp = (bits & CORNERS[board.size] for bits in board.bits)
        return sign * (0.5 * lead(board) + 3 * (own.bit_count() - opp.bit_count()))

    mine = PythonEvaluation(mixed)
    mix = Mix("mix", (Phase({"discs": 0.5, "corners": 3.0}),))
    board = Board(size, rules)
    while len(board.empty) > size * size // 2:
        board.push(board.legal_moves[0])
    for search in (textbook.minimax, textbook.alpha_beta, textbook.negamax, textbook.maximax):
        ours, theirs = search(board, mine, 3), search(board, mix, 3)
        assert (ours.move, ours.value, ours.nodes) == (theirs.move, theirs.value, theirs.nodes)


# Threads and memory


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_take_turns(threads: int) -> None:
    positions = batch.successors(batch.starts(5000)).positions
    found = values(PythonEvaluation(lead), positions, 8, threads)
    np.testing.assert_array_equal(found, len(positions) * [-3.0])


def test_an_error_in_a_thread_comes_out() -> None:
    count = 0

    def failing_later(_: Board) -> float:
        nonlocal count
        count += 1
        if count > 3000:
            raise ValueError("no more")
        return 0.0

    with pytest.raises(ob.EvaluationError, match="ValueError: no more"):
        values(PythonEvaluation(failing_later), batch.starts(20_000), 8, 2)


def test_nothing_is_leaked() -> None:
    def make() -> "weakref.ref[Callable[[Board], float]]":
        def judge(_: Board) -> float:
            return float(len(circle))

        # The function holds its evaluation, which holds the function.
        circle = [PythonEvaluation(judge)]
        assert circle[0](Board()) == 1.0
        return weakref.ref(judge)

    alive = make()
    gc.collect()
    assert alive() is None
