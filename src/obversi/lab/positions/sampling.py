"""Positions to measure on: those that random games come through."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from obversi import batch
from obversi.board import Board
from obversi.errors import ObversiError

__all__ = ["Positions", "positions_by_round", "random_positions"]

# As in obversi.batch: a row a position, the mover's discs and the opponent's.
Positions = NDArray[np.uint64]


def positions_by_round(games: int, size: int = 8, seed: int = 1) -> dict[int, Positions]:
    """Play random games, and return the positions of each round in which there is a choice.

    A round is a number of discs; in the positions of a round the mover has a legal move. Games that
    end early are missing in the last rounds.

    >>> rounds = positions_by_round(100, size=4)
    >>> len(rounds[4]), len(rounds[5])
    (100, 100)
    """
    return dict(_rounds(games, size, seed))


def random_positions(count: int, discs: int, size: int = 8, seed: int = 1) -> Positions:
    """Return positions of random games with so many discs, in which the mover has a legal move.

    >>> random_positions(10, discs=20).shape
    (10, 2)
    """
    squares = size * size
    if not 4 <= discs < squares:
        raise ObversiError(
            f"a round of {size}×{size} cannot have {discs} discs: expected 4 to {squares - 1}"
        )
    found: list[Positions] = []
    missing, attempt = count, 0
    while missing > 0:
        # Some games end before; of those that are left, the first are taken.
        games = missing + missing // 8 + 8
        reached = next(
            (rows for round_, rows in _rounds(games, size, (seed, attempt)) if round_ == discs),
            np.empty((0, 2), np.uint64),
        )
        found.append(reached[:missing])
        missing -= len(found[-1])
        attempt += 1
    return np.concatenate(found)


def _rounds(games: int, size: int, seed: int | tuple[int, int]) -> Iterator[tuple[int, Positions]]:
    words = [part & (1 << 64) - 1 for part in ((seed,) if isinstance(seed, int) else seed)]
    random = np.random.default_rng(words)
    positions = np.tile(np.array(Board(size).bits, np.uint64), (games, 1))
    for discs in range(4, size * size):
        positions = _with_moves(positions, size)
        if len(positions) == 0:
            return
        yield discs, positions
        after = batch.successors(positions, size)
        counts = np.bincount(after.parents, minlength=len(positions))
        first = np.cumsum(counts) - counts
        positions = after.positions[first + random.integers(counts)]


def _with_moves(positions: Positions, size: int) -> Positions:
    """Pass where that is due, and leave finished games out."""
    stuck = batch.legal_moves(positions, size) == 0
    turned = np.where(stuck[:, None], positions[:, ::-1], positions)
    able: Positions = turned[batch.legal_moves(turned, size) != 0]
    return able
