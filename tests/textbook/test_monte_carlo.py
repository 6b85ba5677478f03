"""Monte Carlo tree search: what it counts, what it finds, and what it rejects."""

import threading
import time
from itertools import count, islice
from typing import Any

import numpy as np
import pytest
from boards import PASS_DUE, SIZES
from endgames import endgame, margins
from hypothesis import given, settings, strategies as st
from interrupts import is_interrupted

import obversi as ob
from obversi import Board
from obversi.rules import RULES, Rules
from obversi.textbook import mcts
from obversi.textbook.monte_carlo import MonteCarlo, TriedMove


def shares(board: Board) -> dict[str, float]:
    """What every move is worth where only winning counts."""
    return {move: (1 + (margin > 0) - (margin < 0)) / 2 for move, margin in margins(board).items()}


@settings(max_examples=60)
@given(st.from_type(Board), st.integers(1, 300), st.integers(0, 2**64 - 1))
def test_the_counts_add_up(board: Board, playouts: int, seed: int) -> None:
    if board.is_over:
        return
    before = board.to_string()
    found = mcts(board, playouts, seed=seed)
    assert board.to_string() == before
    assert found.playouts == playouts == sum(tried.visits for tried in found.moves)
    assert len(found.moves) == min(playouts, len(board.legal_moves))
    assert {tried.move for tried in found.moves} <= set(board.legal_moves)
    visits = [tried.visits for tried in found.moves]
    assert visits == sorted(visits, reverse=True)
    assert (found.move, found.value) == (found.moves[0].move, found.moves[0].value)
    assert all(0 <= tried.value <= 1 for tried in found.moves)
    assert len(found.moves) < found.nodes <= playouts + 1
    assert found.seed == seed


@pytest.mark.few_cases
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("size", SIZES)
def test_the_search_comes_to_the_exact_result(size: int, rules: Rules) -> None:
    endgames = (endgame(size, rules, seed) for seed in count())
    valued = ((board, shares(board)) for board in endgames)
    not_all_alike = ((board, worth) for board, worth in valued if len(set(worth.values())) > 1)
    for board, worth in islice(not_all_alike, 4):
        found = mcts(board, playouts=20_000, seed=1)
        assert worth[found.move] == max(worth.values())
        assert found.value == pytest.approx(max(worth.values()), abs=0.1)


def searched(*moves: tuple[str, int, float]) -> MonteCarlo:
    tried = [TriedMove(ob.Move(move), visits, value) for move, visits, value in moves]
    return MonteCarlo(tried[0].move, tried[0].value, 1, 1, tried, 1, 0.0)


def test_a_lead_is_more_than_chance_explains() -> None:
    """Two standard errors of 60 and 50 % of 1,000 games are 4.4 %, of 100 games 13.8 %."""
    many = searched(("a1", 1000, 0.6), ("a2", 1000, 0.5), ("a3", 1000, 0.58), ("a4", 999, 0.7))
    leads = {move: many.lead_over(ob.Move(move)) for move in ("a1", "a2", "a3", "a4", "a5")}
    assert leads == {"a1": 0, "a2": pytest.approx(0.1), "a3": 0, "a4": 0, "a5": 0}
    assert searched(("a1", 100, 0.6), ("a2", 100, 0.5)).lead_over(ob.Move("a2")) == 0
    assert searched(("a1", 2, 1.0), ("a2", 2, 0.0)).lead_over(ob.Move("a2")) == 0
    assert searched(("a1", 20, 1.0), ("a2", 20, 0.0)).lead_over(ob.Move("a2")) == 1


def test_a_seed_makes_a_search() -> None:
    def facts(found: MonteCarlo) -> tuple[object, ...]:
        return found.move, found.value, found.playouts, found.nodes, found.moves, found.seed

    first = facts(mcts(Board(), 3000, seed=7))
    assert facts(mcts(Board(), 3000, seed=7)) == first
    assert facts(mcts(Board(), 3000, seconds=1000, seed=7)) == first
    assert facts(mcts(Board(), 3000, seed=8))[:-1] != first[:-1]
    numpy_seed: Any = np.int64(7)
    assert facts(mcts(Board(), 3000, seed=numpy_seed)) == first
    minus_one = mcts(Board(), 100, seed=-1)
    assert minus_one.seed == 2**64 - 1
    assert facts(minus_one) == facts(mcts(Board(), 100, seed=2**64 - 1))


def test_without_a_seed_every_search_is_another_and_says_which() -> None:
    one, other = mcts(Board(), 500), mcts(Board(), 500)
    assert one.seed != other.seed
    assert mcts(Board(), 500, seed=one.seed).moves == one.moves


def test_a_stronger_exploration_spreads_the_games() -> None:
    board = endgame(8, "normal", seed=2, empties=10)
    narrow, usual, wide = (
        mcts(board, 10_000, seed=1, exploration=constant).moves for constant in (0.0, 2**0.5, 1e3)
    )
    assert len(wide) > 2
    assert narrow[0].visits > usual[0].visits > wide[0].visits
    assert wide[0].visits < 1.1 * wide[-1].visits
    default = mcts(board, 10_000, seed=1).moves
    assert default == usual


def test_a_full_tree_goes_on_counting() -> None:
    for most_nodes in (1, 10, 500):
        found = mcts(Board(), 5000, seed=1, most_nodes=most_nodes)
        assert found.playouts == 5000
        assert found.nodes <= max(most_nodes, 5)
    assert mcts(Board(), 5000, seed=1).nodes > 4000


def test_time_ends_a_search() -> None:
    found = mcts(Board(), seconds=0.05)
    assert found.playouts >= 1
    assert mcts(Board(), playouts=10, seconds=1000).playouts == 10
    assert mcts(Board(), seconds=1e-9).playouts == 1


def test_without_limits_it_takes_a_second() -> None:
    found = mcts(Board(rules="reversed"))
    assert found.seconds > 0.9
    assert found.playouts > 100


@pytest.mark.parametrize(("rules", "value"), [("normal", 0.0), ("reversed", 1.0)])
def test_a_pass_is_a_move(rules: Rules, value: float) -> None:
    found = mcts(Board.parse(PASS_DUE[8], rules), playouts=50)
    assert (found.move, found.value, found.playouts) == (ob.PASS, value, 50)


def test_it_can_be_shown() -> None:
    found = mcts(Board(), playouts=1500, seed=3)
    assert str(found).startswith(f"{found.move} (")
    assert "1,500 playouts" in str(found)
    assert "1 playout, " in str(mcts(Board(), playouts=1))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"playouts": 0}, "the number of playouts cannot be 0: expected 1 or more"),
        ({"playouts": -5}, "the number of playouts cannot be -5"),
        ({"playouts": 2.5}, "the number of playouts cannot be 2.5: expected a whole number"),
        ({"seconds": 0}, "a search cannot take 0 s: expected a number above 0"),
        ({"seconds": -1.0}, r"a search cannot take -1\.0 s"),
        ({"seconds": float("nan")}, "a search cannot take nan s"),
        ({"seconds": float("inf")}, "a search cannot take inf s"),
        ({"seconds": "1"}, "a search cannot take '1' s"),
        ({"seconds": 10**400}, "a search cannot take 1000"),
        ({"exploration": -0.1}, r"the exploration cannot be -0\.1: expected 0 or more"),
        ({"exploration": float("nan")}, "the exploration cannot be nan"),
        ({"exploration": "much"}, "the exploration cannot be 'much'"),
        ({"seed": "x"}, "the seed cannot be 'x': expected a whole number"),
        ({"seed": -(2**63) - 1}, "the seed cannot be -9223372036854775809"),
        ({"seed": 2**64}, "the seed cannot be 18446744073709551616: it has more than 64 bits"),
        ({"most_nodes": 0}, "the largest number of nodes cannot be 0"),
        ({"most_nodes": 2**31 + 1}, "a tree cannot have 2147483649 nodes"),
    ],
)
def test_rejections(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ob.ObversiError, match=message):
        mcts(Board(), **{"playouts": 1} | arguments)


def test_what_is_no_position_to_search() -> None:
    with pytest.raises(ob.ObversiError, match="the game is over: black wins by 64"):
        mcts(Board.parse(64 * "X" + "O"))
    nothing: Any = None
    with pytest.raises(ob.ObversiError, match="None is no board"):
        mcts(nothing)


def test_others_may_work_meanwhile() -> None:
    search = threading.Thread(target=lambda: mcts(Board(), seconds=0.5))
    search.start()
    steps = 0
    while search.is_alive():
        time.sleep(0.001)
        steps += 1
    search.join()
    assert steps > 10


ENDLESS = """
from obversi.textbook import mcts
print("working", flush=True)
mcts(ob.Board(), seconds=600)
"""


def test_ctrl_c_is_handled() -> None:
    assert is_interrupted(ENDLESS)
