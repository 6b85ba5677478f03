"""Positions of games: as many discs as asked for, and the same again."""

import numpy as np
import pytest

from obversi import batch
from obversi.heuristics import evaluation
from obversi.lab.experiments.leftover.played_positions import played_positions
from obversi.lab.positions.sampling import random_positions
from obversi.textbook import alpha_beta


@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize(("size", "empties"), [(4, 4), (6, 12), (8, 44)])
def test_all_are_alike_in_discs_and_have_a_move(size: int, empties: int, rules: str) -> None:
    r2 = evaluation("r2")
    found = [played_positions(6, empties, size, rules, 1, r2, 1, threads) for threads in (1, 2)]
    np.testing.assert_array_equal(found[0], found[1])
    assert found[0].shape == (6, 2)
    assert (batch.legal_moves(found[0], size) != 0).all()
    discs = batch.planes(found[0], size).sum(axis=(1, 2, 3))
    assert set(discs) == {size * size - empties}


def test_moves_are_those_of_the_search() -> None:
    r2 = evaluation("r2")
    (found,) = played_positions(1, 50, 8, "reversed", 3, r2, 2, threads=1)
    board = batch.to_board(random_positions(1, 12, 8, 3)[0], rules="reversed")
    while len(board.empty) > 50:
        board.push(alpha_beta(board, r2, 2).move)
    assert board.bits == tuple(found)
