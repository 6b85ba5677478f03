"""Traces of searches: against the searches themselves, and against slow code that logs."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from typing import Any

import pytest
from boards import PASS_DUE, SIZES

import obversi as ob
from obversi import Board, Move
from obversi.heuristics import evaluation
from obversi.heuristics.evaluation import Evaluation
from obversi.rules import RULES
from obversi.textbook import alpha_beta, maximax, mcts, minimax
from obversi.textbook.tracing.depth_first import DepthFirstName, trace_search
from obversi.textbook.tracing.monte_carlo import trace_mcts
from obversi.textbook.tracing.trace import NodeState, Trace
from obversi.textbook.tracing.words import Words

SEARCHES: dict[DepthFirstName, Any] = {
    "minimax": minimax,
    "alpha-beta": alpha_beta,
    "maximax": maximax,
}
every_search = pytest.mark.parametrize("name", SEARCHES)


def scattered(board: Board) -> int:
    """No sense, and few values, so that many moves are equal."""
    own, opp = board.bits
    return (own * 31 + opp * 17) % 1009 % 7


JUDGES = [evaluation("r2"), evaluation("r4"), evaluation(scattered), evaluation("r1")]


def some_searches(count: int) -> Iterator[tuple[Board, Evaluation, int]]:
    """Positions of all games and all parts of them, with evaluations and depths of 1 to 4."""
    choose = random.Random(count)
    for number in range(count):
        board = Board(SIZES[number % 3], RULES[number // 3 % 2])
        for _ in range(choose.randrange(board.size**2 - 4)):
            if board.is_over:
                break
            board.push(choose.choice(board.legal_moves))
        if board.is_over:
            board.pop()
        yield board, JUDGES[number % 4], 1 + number // 4 % (4 if board.size == 4 else 3)


def after(board: Board, move: Move) -> Board:
    following = board.copy()
    following.push(move)
    return following


def path_to(trace: Trace, index: int) -> tuple[Move, ...]:
    """The moves from the root to a node."""
    node = trace.nodes[index]
    return () if node.parent is None else (*path_to(trace, node.parent), node.move)  # type: ignore[arg-type]


@every_search
def test_a_trace_finds_and_counts_what_its_search_does(name: DepthFirstName) -> None:
    for board, judge, depth in some_searches(48):
        trace = trace_search(board, name, judge, depth, most_nodes=5_000)
        found, plain = SEARCHES[name](board, judge, depth), minimax(board, judge, depth)
        words = Words(board, name, getattr(judge, "finished", "") == "margin")
        last = trace.steps[-1]
        assert (trace.move, trace.value) == (found.move, words.value(found.value))
        assert (last.nodes, last.evaluations) == (found.nodes, found.evaluations)
        assert (trace.minimax.nodes, trace.minimax.evaluations) == (plain.nodes, plain.evaluations)
        # What was opened and what was left out are together the whole tree.
        assert last.minimax_nodes == plain.nodes
        counts = [(step.nodes, step.evaluations, step.minimax_nodes) for step in trace.steps]
        assert counts == sorted(counts)


# Slow code


@dataclass
class SlowSearch:
    """Alpha-beta that knows only the board, and logs what it opens and leaves out.

    It sorts the moves and evaluates the last ply at once if it is to be maximax, and has no window
    if it is to be minimax. All numbers are for the player to move at the root.
    """

    name: DepthFirstName
    judge: Evaluation
    opened: list[tuple[tuple[Move, ...], float, float]] = field(default_factory=list)
    cuts: dict[tuple[Move, ...], tuple[Move, ...]] = field(default_factory=dict)
    table: dict[Any, float] = field(default_factory=dict)

    def value(
        self, board: Board, depth: int, alpha: float, beta: float, path: tuple[Move, ...] = ()
    ) -> float:
        self.opened.append((path, alpha, beta))
        sign = 1 if len(path) % 2 == 0 else -1
        if depth == 0 or board.is_over:
            return sign * self.judge(board)
        is_max = sign == 1
        best = -inf if is_max else inf
        moves = self.ordered(board, depth)
        for number, move in enumerate(moves, start=1):
            child = after(board, move)
            value = self.value(child, depth - 1, alpha, beta, (*path, move))
            self.table[child.bits] = -sign * value
            best = max(best, value) if is_max else min(best, value)
            if self.name == "minimax" or (self.name == "maximax" and depth == 1):
                continue
            if best >= beta if is_max else best <= alpha:
                if number < len(moves):
                    self.cuts[path] = tuple(moves[number:])
                break
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        return best

    def ordered(self, board: Board, depth: int) -> list[Move]:
        """The moves as they are tried; what the other player thinks of them sorts them."""
        moves = list(board.legal_moves)
        if self.name != "maximax" or depth == 1:
            return moves

        def key(move: Move) -> tuple[bool, float]:
            child = after(board, move)
            known = self.table.get(child.bits)
            return known is None, self.judge(child) if known is None else known

        return sorted(moves, key=key)


@pytest.mark.few_cases
@every_search
def test_the_order_the_windows_and_the_cut_offs_are_those_of_slow_code(
    name: DepthFirstName,
) -> None:
    cuts = 0
    for board, judge, depth in some_searches(36):
        trace = trace_search(board, name, judge, depth, most_nodes=5_000)
        slow = SlowSearch(name, judge)
        slow.value(board, depth, -inf, inf)
        assert [path_to(trace, index) for index in range(len(trace.nodes))] == [
            path for path, _, _ in slow.opened
        ]
        words = Words(board, name, getattr(judge, "finished", "") == "margin")
        for index, (_, alpha, beta) in enumerate(slow.opened):
            first = first_state(trace, index)
            expected = "" if is_leaf(trace, index) else words.window(alpha, beta)
            assert first.window == expected
        found = {path_to(trace, step.node): step.cut.moves for step in trace.steps if step.cut}
        assert found == slow.cuts
        cuts += len(found)
    assert (cuts > 20) == (name != "minimax")


def first_state(trace: Trace, index: int) -> NodeState:
    return next(state for step in trace.steps for state in step.states if state.node == index)


def is_leaf(trace: Trace, index: int) -> bool:
    return all(node.parent != index for node in trace.nodes)


@every_search
def test_values_and_bounds_of_all_nodes_are_true(name: DepthFirstName) -> None:
    bounds = set()
    for board, _, depth in some_searches(24):
        trace = trace_search(board, name, scattered, depth, most_nodes=5_000)
        states = trace.states_at(len(trace.steps) - 1)
        for index, node in enumerate(trace.nodes):
            path = path_to(trace, index)
            slow = SlowSearch("minimax", evaluation(scattered))
            true = slow.value(node.board, depth - len(path), -inf, inf)
            true = true if len(path) % 2 == 0 else -true
            bound, value = read_value(states[index].value)
            bounds.add(bound)
            assert (true >= value) if bound == "≥" else (true <= value if bound else true == value)
    assert bounds == ({""} if name == "minimax" else {"", "≥", "≤"})


def read_value(text: str) -> tuple[str, float]:
    """Read a bound and the number that a value of a state is."""
    bound, value = (text[0], text[2:]) if text[0] in "≥≤" else ("", text)
    if " by " in value:
        result, margin = value.split(" by ")
        return bound, 1e6 * int(margin) * (1 if result == "win" else -1)
    return bound, float(value.replace("−", "-"))


def test_the_texts_of_a_cut_off() -> None:
    trace = trace_search(Board(), "alpha-beta", "r4", 2)
    [step] = [step for step in trace.steps if step.cut]
    assert path_to(trace, step.node) == ("c4",)
    assert step.cut is not None
    assert (step.cut.moves, step.cut.nodes) == (("e3", "c5"), 2)
    assert step.cut.reason == "−1.111 ≤ α −1.111"
    assert step.text == (
        "Cut-off (−1.111 ≤ α −1.111): White can keep Black to −1.111 here, and Black has −1.111 by "
        "another move. So Black has no reason to come here, and 2 other moves are left out: e3 c5. "
        "Plain minimax searches 2 nodes there."
    )
    assert trace.states_at(12)[5] == NodeState(5, "≤ −1.111", "α −1.111, β −1.111", 6, is_open=True)
    assert not trace.states_at(13)[5].is_open


def test_a_cut_off_of_maximax_says_what_the_other_player_is_sure_of() -> None:
    board = Board()
    for move in ("f5", "d6", "c3"):
        board.push(move)
    trace = trace_search(board, "maximax", "r4", 3)
    [first, *_] = [step for step in trace.steps if step.cut]
    assert first.text.startswith(
        "Cut-off (White: −1.875 ≤ +3.133): White gets at most −1.875 here, and is sure of +3.133 by"
    )
    assert trace.steps[0].table is not None
    values = [row[1] for row in trace.steps[0].table.rows]
    assert values == sorted(values, key=lambda text: -read_value(text)[1])
    assert {row[2] for row in trace.steps[0].table.rows} == {"evaluation"}


@every_search
@pytest.mark.parametrize("size", SIZES)
def test_a_pass_and_the_end_of_the_game_are_named(name: DepthFirstName, size: int) -> None:
    trace = trace_search(Board.parse(PASS_DUE[size]), name, "r4", 2)
    assert trace.nodes[1].move is ob.PASS
    assert "Black must pass" in trace.steps[1].text or "White must pass" in trace.steps[1].text
    end = Board.parse("XXXXXXXXXXXXXXO- X")
    over = trace_search(end, name, "r4", 3)
    assert over.value == "win by 16"
    assert any("The game is over: black wins by 16" in step.text for step in over.steps)


def test_what_is_rejected() -> None:
    with pytest.raises(ob.ObversiError, match="minimax to depth 5 opens more than 50 nodes here"):
        trace_search(Board(), "minimax", "r4", 5, most_nodes=50)
    trace_search(Board(), "minimax", "r4", 2, most_nodes=17)
    with pytest.raises(ob.ObversiError, match="no search 'alphabeta': did you mean 'alpha-beta'"):
        trace_search(Board(), "alphabeta")  # type: ignore[arg-type]
    with pytest.raises(ob.ObversiError, match="5001 nodes: expected 5000 or fewer"):
        trace_search(Board(), most_nodes=5_001)
    with pytest.raises(ob.ObversiError, match="no evaluation 'r44'"):
        trace_search(Board(), evaluation="r44")
    with pytest.raises(ob.ObversiError, match="the game is over"):
        trace_search(Board.parse(16 * "X" + " O"))
    with pytest.raises(ob.ObversiError, match="the game is over"):
        trace_mcts(Board.parse(16 * "X" + " O"))
    with pytest.raises(ob.ObversiError, match="5000 playouts: expected fewer than 5000"):
        trace_mcts(Board(), 5_000)
    with pytest.raises(ob.ObversiError, match="exploration cannot be -1"):
        trace_mcts(Board(), exploration=-1)
    with pytest.raises(ob.ObversiError, match="no step 31: expected a number from 0 to 30"):
        trace_search(Board(), "alpha-beta", "r4", 2).states_at(31)


# Monte Carlo tree search


def test_a_trace_of_mcts_has_the_tree_of_the_search() -> None:
    for number, (board, _, _) in enumerate(some_searches(24)):
        playouts, exploration = 1 + 17 * number, (0.0, 0.7, 1.4)[number % 3]
        trace = trace_mcts(board, playouts, number, exploration)
        found = mcts(board, playouts, seed=number, exploration=exploration)
        assert (trace.move, trace.value) == (found.move, f"{found.value:.0%}")
        assert len(trace.nodes) == found.nodes == trace.steps[-1].nodes
        assert trace.steps[-1].evaluations == playouts
        states = trace.states_at(len(trace.steps) - 1)
        shown = {
            node.move: states[index].value
            for index, node in enumerate(trace.nodes)
            if node.parent == 0
        }
        assert shown == {
            tried.move: f"{tried.value:.0%} of {tried.visits}" for tried in found.moves
        }
        assert trace.nodes[states[0].best or 0].move == found.move


def test_selection_takes_the_largest_sum() -> None:
    trace = trace_mcts(Board(6, "reversed"), 200, seed=5)
    selections = [step for step in trace.steps if step.table]
    assert len(selections) > 200
    for step in selections:
        assert step.table is not None
        move = trace.nodes[step.node].move
        sums = {row[0]: float(row[4]) for row in step.table.rows}
        assert sums[str(move)] == max(sums.values())
        parts = [tuple(map(float, row[2:])) for row in step.table.rows]
        assert all(abs(won + bonus - total) < 0.011 for won, bonus, total in parts)


def test_every_round_has_its_phases_in_order() -> None:
    trace = trace_mcts(Board(4), 60, seed=2)
    phases = [step.text.split(":")[0] for step in trace.steps[1:-1]]
    assert phases[:3] == ["Expansion", "Simulation", "Back-up"]
    assert phases.count("Back-up") == 60
    following = {
        "Selection": {"Selection", "Expansion", "The game is over here"},
        "Expansion": {"Simulation", "The game is over here"},
        "Simulation": {"Back-up"},
        "The game is over here": {"Back-up"},
        "Back-up": {"Selection", "Expansion"},
    }
    for phase, next_phase in pairwise(phases):
        assert next_phase in following[phase]


@pytest.mark.long
def test_minimax_beside_mcts_has_the_depth_of_the_tree_while_that_is_small() -> None:
    trace = trace_mcts(Board(), 30, seed=1)
    deepest = max(len(path_to(trace, index)) for index in range(len(trace.nodes)))
    assert trace.minimax.depth == deepest
    assert trace.minimax.nodes == minimax(Board(), "r4", deepest).nodes
    narrow = trace_mcts(Board(), 400, seed=1, exploration=0.0)
    assert narrow.minimax.depth < max(
        len(path_to(narrow, index)) for index in range(len(narrow.nodes))
    )


def test_an_own_evaluation() -> None:
    def few_replies(board: Board) -> float:
        return len(board.legal_moves)

    trace = trace_search(Board(), "alpha-beta", few_replies, 1)
    assert trace.title == "alpha-beta, depth 1, evaluation few_replies"
    assert trace.value == "−3"
