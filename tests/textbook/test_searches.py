"""The textbook searches from Python: against slow code that knows only the board; bad input."""

import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError
from typing import Protocol

import pytest
from boards import PASS_DUE, SIZES
from hypothesis import given, strategies as st
from interrupts import is_interrupted

import obversi as ob
from obversi import Board, Move
from obversi.heuristics import evaluation
from obversi.heuristics.evaluation import Evaluation
from obversi.heuristics.python_evaluation import PythonEvaluation
from obversi.rules import RULES
from obversi.textbook import alpha_beta, maximax, minimax, negamax
from obversi.textbook.searches import Found


class Search(Protocol):
    __name__: str

    def __call__(
        self, board: Board, evaluation: Evaluation | str | Callable[[Board], float], depth: int = 4
    ) -> Found: ...


SEARCHES: tuple[Search, ...] = (minimax, alpha_beta, negamax, maximax)
every_search = pytest.mark.parametrize("search", SEARCHES, ids=lambda search: search.__name__)


def scattered(board: Board) -> int:
    """No sense, and few values, so that many moves are equal."""
    own, opp = board.bits
    return (own * 31 + opp * 17) % 1009 % 7


class Slow:
    """Minimax with nothing but a board, and what it came by."""

    def __init__(self, judge: Evaluation, *, turns_sign: bool = True) -> None:
        self.judge, self.turns_sign = judge, turns_sign
        self.nodes = self.evaluations = 0

    def value(self, board: Board, depth: int, root_turn: int) -> float:
        """What the position is worth to the player who moves at the root."""
        self.nodes += 1
        if board.is_over or depth == 0:
            self.evaluations += not board.is_over
            worth = self.judge(board)
            return -worth if self.turns_sign and is_opponent(board, root_turn) else worth
        values = []
        for move in board.legal_moves:
            board.push(move)
            values.append(self.value(board, depth - 1, root_turn))
            board.pop()
        return min(values) if is_opponent(board, root_turn) else max(values)

    def found(self, board: Board, depth: int) -> tuple[Move, float, int, int]:
        self.nodes = 1
        values = {}
        for move in board.legal_moves:
            after = board.copy()
            after.push(move)
            values[move] = self.value(after, depth - 1, board.turn)
        best = max(values, key=lambda move: values[move])
        return best, values[best], self.nodes, self.evaluations


def is_opponent(board: Board, root_turn: int) -> bool:
    return board.turn != root_turn


def found_so(found: Found) -> tuple[Move, float, int, int]:
    return found.move, found.value, found.nodes, found.evaluations


def some_boards(count: int) -> Iterator[Board]:
    """Of all games and every part of them, in which someone is to move."""
    choose = random.Random(count)
    for number in range(count):
        board = Board(SIZES[number % 3], RULES[number // 3 % 2])
        for _ in range(choose.randrange(board.size**2 - 4)):
            if board.is_over:
                break
            board.push(choose.choice(board.legal_moves))
        if board.is_over:
            board.pop()
        yield board


JUDGES = [evaluation("r2"), evaluation("r4"), evaluation(scattered), evaluation("r1")]


def test_minimax_is_what_slow_code_finds() -> None:
    for number, board in enumerate(some_boards(48)):
        judge, depth = JUDGES[number % 4], 1 + number // 4 % 3
        assert found_so(minimax(board, judge, depth)) == Slow(judge).found(board, depth)


def test_leaves_that_the_mover_judges() -> None:
    for number, board in enumerate(some_boards(24)):
        judge, depth = JUDGES[number % 4], 1 + number // 4 % 3
        slow = Slow(judge, turns_sign=False).found(board, depth)
        assert found_so(minimax(board, judge, depth, leaf_view="mover")) == slow
        pruned = alpha_beta(board, judge, depth, leaf_view="mover")
        assert (pruned.move, pruned.value) == slow[:2]


@given(st.from_type(Board), st.sampled_from(JUDGES), st.integers(1, 4))
def test_cut_offs_change_nothing_but_the_work(board: Board, judge: Evaluation, depth: int) -> None:
    if board.is_over:
        return
    plain = minimax(board, judge, depth)
    pruned = alpha_beta(board, judge, depth)
    assert (pruned.move, pruned.value, pruned.depth) == (plain.move, plain.value, depth)
    assert pruned.nodes <= plain.nodes
    assert pruned.evaluations <= plain.evaluations
    assert found_so(negamax(board, judge, depth)) == found_so(pruned)
    assert maximax(board, judge, depth).value == plain.value


@every_search
def test_the_board_stays_as_it_was(search: Search) -> None:
    board = Board()
    board.push("f5")
    found = search(board, "r4")
    assert (board.ply, board.move_stack) == (1, ["f5"])
    assert found.depth == 4
    assert found.seconds >= 0
    assert found.move in board.legal_moves
    again = search(board, "r4", 4)
    assert found_so(again) == found_so(found)


@every_search
@pytest.mark.parametrize("size", SIZES)
def test_a_pass_is_found_and_is_a_ply(search: Search, size: int) -> None:
    board = Board.parse(PASS_DUE[size], "reversed")
    found = search(board, "r4", 1)
    board.push("pass")
    assert found.move is ob.PASS
    assert found.value == -evaluation("r4")(board)


@every_search
def test_depth_beyond_the_end_of_the_game(search: Search) -> None:
    board = Board(4)
    while len(board.empty) > 6:
        board.push(board.legal_moves[-1])
    with ob.Engine() as engine:
        margin = engine.solve(board).margin
    for depth in (20, 10**30):
        assert search(board, "r4", depth).value == 1_000_000 * margin


@every_search
def test_a_function_is_an_evaluation(search: Search) -> None:
    def few_replies(board: Board) -> float:
        return len(board.legal_moves)

    board = Board()
    board.push("f5")
    found = search(board, few_replies, 1)
    replies = {}
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        replies[move] = len(after.legal_moves)
    assert found.value == -min(replies.values())
    assert replies[found.move] == min(replies.values())
    assert found.evaluations == len(replies)


@every_search
def test_what_a_function_raises_comes_out(search: Search) -> None:
    def broken(_: Board) -> float:
        raise RuntimeError("out of order")

    with pytest.raises(ob.EvaluationError, match="broken"):
        search(Board(), broken)


@every_search
def test_what_is_rejected(search: Search) -> None:
    over = Board.parse(16 * "X" + " O")
    with pytest.raises(ob.ObversiError, match="the game is over: black wins by 16"):
        search(over, "r4")
    for depth in (0, -1):
        with pytest.raises(ob.ObversiError, match=f"depth cannot be {depth}"):
            search(Board(), "r4", depth)
    with pytest.raises(ob.ObversiError, match=r"depth cannot be 2\.5"):
        search(Board(), "r4", 2.5)  # type: ignore[arg-type]
    with pytest.raises(ob.ObversiError, match="'board' is no board"):
        search("board", "r4")  # type: ignore[arg-type]
    with pytest.raises(ob.ObversiError, match="no evaluation 'r44'"):
        search(Board(), "r44")
    with pytest.raises(ob.ObversiError, match="7 is no evaluation"):
        search(Board(), 7)  # type: ignore[arg-type]


@pytest.mark.parametrize("search", [minimax, alpha_beta], ids=["minimax", "alpha_beta"])
@pytest.mark.parametrize("wrong", ["leaf", "", None, []])
def test_a_view_that_there_is_not(search: Callable[..., Found], wrong: object) -> None:
    with pytest.raises(ob.ObversiError, match=re.escape(f"no leaf view {wrong!r}")):
        search(Board(), "r4", leaf_view=wrong)


def test_what_was_found_reads_well_and_stays() -> None:
    found = Found(Move("d3"), 27.5, 8, 452652, 319762, 0.054)
    assert str(found) == "d3 (+27.5) at depth 8, 452,652 nodes and 319,762 evaluations in 0.05 s"
    found = Found(Move("d3"), -1.0, 1, 1, 1, 0.0)
    assert str(found) == "d3 (-1) at depth 1, 1 node and 1 evaluation in 0.00 s"
    with pytest.raises(FrozenInstanceError):
        found.value = 1.0  # type: ignore[misc]


@every_search
def test_the_lock_is_released(search: Search) -> None:
    depths = {"minimax": 8, "alpha_beta": 11, "negamax": 11, "maximax": 12}
    done = threading.Event()

    def run() -> None:
        search(Board(), "r4", depths[search.__name__])
        done.set()

    thread = threading.Thread(target=run)
    begun = time.perf_counter()
    thread.start()
    wakings = 0
    while not done.wait(0.001):
        wakings += 1
    thread.join()
    milliseconds = 1000 * (time.perf_counter() - begun)
    assert wakings > milliseconds / 20


ENDLESS = """
from obversi import textbook
evaluation = "r4" if sys.argv[2] == "core" else lambda board: len(board.legal_moves)
print("working", flush=True)
getattr(textbook, sys.argv[1])(ob.Board(), evaluation, 60)
"""


@pytest.mark.few_cases
@pytest.mark.parametrize("judge", ["core", "python"])
@pytest.mark.parametrize("name", ["minimax", "alpha_beta", "negamax", "maximax", "deepening"])
def test_ctrl_c_is_handled(name: str, judge: str) -> None:
    assert is_interrupted(ENDLESS, name, judge)


def test_searches_in_several_threads_agree() -> None:
    board = Board(rules="reversed")
    judge = PythonEvaluation(scattered)
    alone = found_so(alpha_beta(board, judge, 4))
    results: list[tuple[Move, float, int, int]] = []
    threads = [
        threading.Thread(target=lambda: results.append(found_so(alpha_beta(board, judge, 4))))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == 4 * [alone]
