"""Positions for fitting: random discs, with margins by a simple formula."""

from functools import cache

import numpy as np

from obversi import batch
from obversi.training.positions import Positions


def corner_margin(own: int, opp: int, size: int) -> int:
    """Return one disc, plus two for each corner of the mover, minus two for each other corner."""
    corners = (0, size - 1, 8 * (size - 1), 9 * (size - 1))
    return 1 + sum(2 * (own >> corner & 1) - 2 * (opp >> corner & 1) for corner in corners)


@cache
def strewn(size: int, count: int, held_out: int | None = None) -> Positions:
    """Return random positions in which the mover can move; one of `held_out` is held out."""
    random = np.random.default_rng(1)
    cells = np.array([8 * row + column for row in range(size) for column in range(size)], np.uint64)
    made = np.empty((0, 2), np.uint64)
    while len(made) < count:
        squares = np.uint64(1) << random.permuted(np.tile(cells, (2 * count, 1)), axis=1)
        discs = random.integers(4, size**2, 2 * count)
        squares[np.arange(size**2) >= discs[:, np.newaxis]] = 0
        is_own = random.random(squares.shape) < 0.5
        rows = np.stack([(squares * is_own).sum(1), (squares * ~is_own).sum(1)], axis=1)
        rows = rows.astype(np.uint64)
        made = np.concatenate([made, rows[batch.legal_moves(rows, size, threads=1) != 0]])
    made = made[:count]
    empties = size**2 - np.bitwise_count(made).sum(1)
    order = np.argsort(empties, kind="stable")
    own, opp = made[order].T
    return Positions(
        own=own.copy(),
        opp=opp.copy(),
        margin=np.array([corner_margin(int(a), int(b), size) for a, b in made[order]], np.float32),
        empties=empties[order].astype(np.uint8),
        source=np.zeros(count, np.uint8),
        held_out=np.arange(count) % (held_out or count) == (held_out or 0) - 1,
    )
