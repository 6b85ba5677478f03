"""The patterns that weights are fitted for: where each lies, and which indices share a weight."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from obversi import _core

__all__ = ["Pattern", "weights_of"]


@dataclass(frozen=True)
class Pattern:
    """A shape, its places on the board, and the number of the weight that each index has."""

    squares: int
    features: tuple[tuple[int, ...], ...]
    weight_of_index: NDArray[np.int32]

    @classmethod
    def of(cls, size: int, squares: int) -> "Pattern":
        """Look up a shape on boards of a size."""
        features = tuple(tuple(feature) for feature in _core.pattern_features(size, squares))
        return cls(squares, features, _core.weight_of_index(size, squares))

    @property
    def weights(self) -> int:
        """The number of different weights."""
        return int(self.weight_of_index.max()) + 1


def weights_of(patterns: Iterable[Pattern]) -> int:
    """Return how many weights a phase of the patterns has."""
    return sum(pattern.weights for pattern in patterns)
