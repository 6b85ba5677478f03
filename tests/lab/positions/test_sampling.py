"""Positions of random games."""

import numpy as np
import pytest

from obversi import batch
from obversi.board import Board
from obversi.errors import ObversiError
from obversi.lab.positions.sampling import positions_by_round, random_positions


@pytest.mark.parametrize("size", [4, 6, 8])
def test_rounds_have_their_discs_and_a_choice(size: int) -> None:
    rounds = positions_by_round(50, size, seed=3)
    assert next(iter(rounds)) == 4
    for discs, positions in rounds.items():
        assert (batch.planes(positions, size).sum(axis=(1, 2, 3)) == discs).all()
        assert (batch.legal_moves(positions, size) != 0).all()
    assert len(rounds[4]) == len(rounds[8]) == 50


def test_every_move_of_a_random_game_is_as_likely_as_the_others() -> None:
    second = positions_by_round(9000, seed=1)[6]
    # Three replies to the first move, and four first moves that are alike.
    counts = np.unique(batch.canonical(second), axis=0, return_counts=True)[1]
    assert len(counts) == 3
    assert (abs(counts - 3000) < 4 * np.sqrt(3000)).all()


@pytest.mark.parametrize(("size", "discs"), [(4, 14), (6, 33), (8, 62)])
def test_so_many_are_found_as_are_wanted(size: int, discs: int) -> None:
    positions = random_positions(300, discs, size, seed=2)
    assert positions.shape == (300, 2)
    assert (batch.planes(positions, size).sum(axis=(1, 2, 3)) == discs).all()
    assert np.array_equal(positions, random_positions(300, discs, size, seed=2))
    assert not np.array_equal(positions, random_positions(300, discs, size, seed=-2))


def test_the_first_position_is_the_start() -> None:
    (row,) = random_positions(1, 4)
    assert batch.to_board(row) == Board()


@pytest.mark.parametrize("discs", [3, 64])
def test_rounds_that_there_are_not_are_refused(discs: int) -> None:
    with pytest.raises(ObversiError, match=f"cannot have {discs} discs: expected 4 to 63"):
        random_positions(1, discs)
