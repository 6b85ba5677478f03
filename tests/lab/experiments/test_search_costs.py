"""What searches cost: counts as the searches themselves tell them."""

from statistics import fmean

import pytest

from obversi.heuristics import evaluation
from obversi.lab.experiments.strategies.search_costs import (
    STRATEGIES,
    agent_costs,
    middle_boards,
    search_costs,
)
from obversi.textbook import alpha_beta, minimax


@pytest.mark.parametrize("size", [4, 6, 8])
def test_positions_are_of_three_parts_of_a_game(size: int) -> None:
    boards = middle_boards(6, size, "reversed", seed=1)
    squares = size * size
    discs = [squares - len(board.empty) for board in boards]
    first = 6 if size == 4 else squares // 4  # never the start itself
    assert discs == [first] * 2 + [squares // 2] * 2 + [3 * squares // 4] * 2
    assert all(board.rules == "reversed" and not board.must_pass for board in boards)


def test_counts_are_those_of_the_searches() -> None:
    r2 = evaluation("r2")
    boards = middle_boards(6, 6, "normal", seed=2)
    found = search_costs(boards, list(STRATEGIES), r2, 3, threads=2)
    assert found["minimax"]["nodes"]["value"] == fmean(minimax(b, r2, 3).nodes for b in boards)
    seen = [alpha_beta(board, r2, 3).evaluations for board in boards]
    assert found["alpha-beta"]["evaluations"]["value"] == fmean(seen)
    assert found["negamax"]["same_nodes"] == found["negamax"]["same_move"] == len(boards)
    assert {one["same_value"] for one in found.values()} == {len(boards)}
    assert found["negamax"]["same_search"] == len(boards)
    # Minimax has the nodes of alpha-beta nowhere, so that no search is the same.
    assert found["minimax"]["same_nodes"] == found["minimax"]["same_search"] == 0
    assert found["minimax"]["same_nodes"] < len(boards)
    assert all(one["seconds"]["value"] > 0 for one in found.values())


def test_a_tree_search_has_as_many_nodes_as_playouts() -> None:
    found = agent_costs("mcts:playouts=50", middle_boards(3, 8, "normal", seed=1))
    assert found["nodes"]["value"] == 51
    assert found["positions"] == 3
