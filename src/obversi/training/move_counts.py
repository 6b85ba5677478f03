"""The numbers of moves as features of a network; core/evaluation/move_counts.hpp has the same."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from obversi import batch

__all__ = ["MOVE_WEIGHTS", "move_counts"]

# More moves count as this number.
_MOST_MOVES: Final = 24
_CORNERS: Final = 4
_WEIGHTS_OF_SIDE: Final = (_MOST_MOVES + 1) * (_CORNERS + 1)

# The weights of the mover, then those of the opponent.
MOVE_WEIGHTS: Final = 2 * _WEIGHTS_OF_SIDE


def move_counts(own: NDArray[np.uint64], opp: NDArray[np.uint64], size: int) -> NDArray[np.int16]:
    """Return the two weights of each position: a row with that of the mover and the opponent's.

    In the start position both have four moves, none of them in a corner:

    >>> own, opp = np.array([[0x810000000], [0x1008000000]], np.uint64)
    >>> move_counts(own, opp, 8).tolist()
    [[20, 145]]
    """
    last = size - 1
    corners = np.uint64(1 | 1 << last | 1 << 8 * last | 1 << 9 * last)

    def weight(own: NDArray[np.uint64], opp: NDArray[np.uint64]) -> NDArray[np.int16]:
        moves = batch.legal_moves(np.stack([own, opp], 1), size)
        weights = np.minimum(np.bitwise_count(moves).astype(np.int16), _MOST_MOVES)
        weights *= _CORNERS + 1
        weights += np.bitwise_count(moves & corners)
        return weights

    return np.stack([weight(own, opp), _WEIGHTS_OF_SIDE + weight(opp, own)], 1)
