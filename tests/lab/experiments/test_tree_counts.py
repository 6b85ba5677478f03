"""Nodes with cut-offs and without, and how they grow."""

import numpy as np
import pytest

from obversi import batch
from obversi.lab.estimate import Estimate
from obversi.lab.experiments.pruning.experiment import EXPERIMENT
from obversi.lab.experiments.pruning.tree_counts import (
    least_nodes,
    minimax_nodes,
    nodes_by_depth,
    search_nodes,
)
from obversi.lab.experiments.tree_growth import (
    branching,
    growth,
    mean_of_means,
    paired_quotient,
    power_fit,
    quotient,
    quotient_of_means,
    root_fit,
)
from obversi.lab.positions.sampling import random_positions
from obversi.textbook import alpha_beta, maximax, minimax

SETTINGS = EXPERIMENT.settings(games=2, threads=2)


def test_all_searches_leave_out_the_last_ply() -> None:
    positions = random_positions(3, discs=20, seed=5)
    counted = minimax_nodes(SETTINGS, positions, 4)
    assert counted[0] == [1, 1, 1]
    for depth in (1, 2, 3, 4):
        for rules in ("normal", "reversed"):
            every = search_nodes(SETTINGS, positions, rules, minimax, "r2", depth)
            assert every == counted[depth - 1]
            for search in (alpha_beta, maximax):
                cut = search_nodes(SETTINGS, positions, rules, search, "r2", depth)
                assert all(0 < few <= many for few, many in zip(cut, every, strict=True))
    # To two plies nothing is cut that is a node: the first position, and one for each move.
    moves = [len(batch.to_board(position).legal_moves) for position in positions]
    found = nodes_by_depth(SETTINGS, positions, "normal", maximax, "r2", [2])
    assert found == [[1 + count for count in moves]]


def test_the_least_tree_of_knuth_and_moore() -> None:
    # With the best order, plies 0 to 3 of an even tree of breadth 3 have 1, 3, 5 and 11 nodes.
    assert least_nodes(3.0, depth=4) == 1 + 3 + 5 + 11


def test_growth_of_an_even_tree() -> None:
    nodes = [[3.0**depth, 5.0 * 3.0**depth] for depth in range(1, 9)]
    assert growth(nodes).value == pytest.approx(3.0)
    scale, factor = power_fit(nodes)
    assert scale == pytest.approx(5.0**0.5)
    assert factor == pytest.approx(3.0)
    assert branching(sum(4.0**ply for ply in range(6)), 5) == pytest.approx(4.0)
    assert branching(1, 3) == pytest.approx(0.0, abs=1e-6)


def test_the_fit_of_r2_has_its_axes_swapped() -> None:
    nodes, powers = [14.55, 296.35, 55950.05], [1, 65.4966, 4289.8110]
    swapped = root_fit(nodes, powers)
    assert swapped.h == pytest.approx(0.07629278861048339, rel=1e-6)
    assert swapped.c == pytest.approx(21.33424487500785, rel=1e-5)
    right = root_fit(powers, nodes)
    assert right.h == pytest.approx(np.polyfit(powers, nodes, 1)[0])
    assert 0.99 < right.explained <= 1.0


def test_quotients_have_intervals_above_zero() -> None:
    found = paired_quotient([10.0, 1.0], [1.0, 1.0])
    assert found.value == 5.5
    assert 0 < found.low < 1 < 30 < found.high
    assert quotient(Estimate(6, 4, 8), Estimate(2, 2, 2)).value == 3


def test_means_of_rounds_hold_the_truth() -> None:
    """In 95 of 100 cases, however few positions a round has."""
    random = np.random.default_rng(3)
    scales = np.exp(np.arange(60) / 10)[:, None]
    held = held_quotient = 0
    for _ in range(150):
        above = (scales * random.gamma(2.0, size=(60, 4))).tolist()
        below = (np.array(above) * random.gamma(9.0, size=(60, 4))).tolist()
        held += mean_of_means(above).holds(2.0 * scales.mean())
        held_quotient += quotient_of_means(below, above).holds(9.0)
    assert 0.9 <= held / 150 <= 0.99
    assert 0.9 <= held_quotient / 150 <= 0.99
