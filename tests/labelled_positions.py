"""Positions made by hand for fitting: strewn discs, worth what a simple formula says."""

import numpy as np
from numpy.typing import NDArray

from obversi import batch
from obversi.training.positions import Positions

__all__ = ["corner_margin", "strewn"]


def corner_margin(own: int, opp: int, size: int) -> int:
    """One disc for the mover, two more for each corner of his, two less for each other one."""
    corners = (0, size - 1, 8 * (size - 1), 9 * (size - 1))
    return 1 + sum(2 * (own >> corner & 1) - 2 * (opp >> corner & 1) for corner in corners)


def strewn(size: int, count: int, held_out: int | None = None) -> Positions:
    """Make positions at random in which the mover can move; of so many one is held out."""
    random = np.random.default_rng(1)
    cells = np.array([8 * row + column for row in range(size) for column in range(size)])
    rows = []
    for _ in range(4 * count):
        discs = random.permutation(cells)[: random.integers(4, size**2)]
        is_own = random.random(len(discs)) < 0.5
        rows.append((_set(discs[is_own]), _set(discs[~is_own])))
    made = np.array(rows, np.uint64)
    made = made[batch.legal_moves(made, size, threads=1) != 0][:count]
    assert len(made) == count
    empties = size**2 - np.bitwise_count(made).sum(1)
    order = np.argsort(empties, kind="stable")
    own, opp = made[order].T
    return Positions(
        own=own.copy(),
        opp=opp.copy(),
        margin=np.array([corner_margin(int(a), int(b), size) for a, b in made[order]], np.float32),
        searched=np.full(count, np.nan, np.float32),
        empties=empties[order].astype(np.uint8),
        source=np.zeros(count, np.uint8),
        held_out=np.arange(count) % (held_out or count) == (held_out or 0) - 1,
    )


def _set(squares: NDArray[np.int64]) -> int:
    return sum(1 << int(square) for square in squares)
