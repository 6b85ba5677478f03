"""The weights of one phase by least squares with a ridge.

The feature matrix has a row for each position and a column for each weight. Every row has as many
ones as there are features, and only their columns are stored. The slow part is the product with the
transposed matrix, in which many positions add to one weight. On a CPU each thread adds up its own
positions. On a GPU thousands of threads would wait for the weights that nearly all positions have:
there the columns are sorted once, and the sum of a column is a difference of running sums.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi import _core
from obversi.training.torch_extra import Tensor, torch_module


@dataclass(frozen=True)
class Pattern:
    """A shape, its places on the board (features), and the weight number of each index."""

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
    """Return the number of weights of the patterns in a phase."""
    return sum(pattern.weights for pattern in patterns)


def feature_weights(patterns: Sequence[Pattern], own: Tensor, opp: Tensor) -> list[list[Tensor]]:
    """Return the weight numbers of positions, by pattern and feature."""
    torch = torch_module()
    used = {square for pattern in patterns for squares in pattern.features for square in squares}
    digits = {
        square: ((own >> square & 1) + 2 * (opp >> square & 1)).to(torch.int32) for square in used
    }

    def index(squares: Sequence[int]) -> Tensor:
        indices = torch.zeros(len(own), dtype=torch.int32, device=own.device)
        for place, square in enumerate(squares):
            indices.add_(digits[square], alpha=3**place)
        return indices

    weights = []
    for pattern in patterns:
        weight_of_index = torch.from_numpy(pattern.weight_of_index).to(own.device)
        weights.append([weight_of_index[index(squares)] for squares in pattern.features])
    return weights


class FeatureMatrix:
    """The matrix of positions, given by the discs of the mover and of the opponent."""

    def __init__(
        self,
        patterns: Sequence[Pattern],
        own: Tensor,
        opp: Tensor,
        *,
        threads: int = 1,
        by_sorting: bool | None = None,
    ) -> None:
        """Compute the columns of all features, on the device of the positions."""
        self._threads = threads
        self.rows = len(own)
        self.columns = weights_of(patterns)
        if by_sorting is None:
            by_sorting = own.device.type != "cpu"
        kind = _SortedRows if by_sorting else _Rows
        self._parts = self._in_threads(
            lambda own, opp: kind(patterns, self.columns, own, opp),
            own.tensor_split(threads),
            opp.tensor_split(threads),
        )

    def times(self, weights: Tensor) -> Tensor:
        """Return the sum of the weights of each position."""
        sums = self._in_threads(lambda part: part.times(weights), self._parts)
        return torch_module().cat(sums)

    def transposed_times(self, values: Tensor) -> Tensor:
        """Return the sum of the values of the positions that have each weight."""
        return sum(
            self._in_threads(
                lambda part, values: part.transposed_times(values),
                self._parts,
                values.tensor_split(self._threads),
            )
        )

    def _in_threads(self, function: Callable[..., Any], *arguments: Iterable[Any]) -> list[Any]:
        if self._threads == 1:
            return list(map(function, *arguments))
        with ThreadPoolExecutor(self._threads) as pool:
            return list(pool.map(function, *arguments))


class _Rows:
    """Some rows of a matrix, whose transposed products add up row by row."""

    def __init__(self, patterns: Sequence[Pattern], columns: int, own: Tensor, opp: Tensor) -> None:
        self.rows = len(own)
        self.columns = columns
        self.weights: list[Tensor] = []
        offset = 0
        for pattern, features in zip(patterns, feature_weights(patterns, own, opp), strict=True):
            self.weights += [numbers.add_(offset) for numbers in features]
            offset += pattern.weights

    def times(self, weights: Tensor) -> Tensor:
        sums = weights.new_zeros(self.rows)
        for numbers in self.weights:
            sums += weights.index_select(0, numbers)
        return sums

    def transposed_times(self, values: Tensor) -> Tensor:
        sums = values.new_zeros(self.columns)
        for numbers in self.weights:
            sums.index_add_(0, numbers, values)
        return sums


class _SortedRows(_Rows):
    """Some rows of a matrix, whose places are sorted for transposed products."""

    def __init__(self, patterns: Sequence[Pattern], columns: int, own: Tensor, opp: Tensor) -> None:
        super().__init__(patterns, columns, own, opp)
        self._sorted: list[tuple[Tensor, Tensor, Tensor]] = []

    def transposed_times(self, values: Tensor) -> Tensor:
        torch = torch_module()
        if not self._sorted:
            for numbers in self.weights:
                in_order, order = torch.sort(numbers)
                weights, counts = torch.unique_consecutive(in_order, return_counts=True)
                self._sorted.append((weights, counts.cumsum(0) - 1, order.int()))
        sums = values.new_zeros(self.columns, dtype=torch.float64)
        for weights, ends, order in self._sorted:
            running = values.index_select(0, order).cumsum(0, dtype=torch.float64)[ends]
            running[1:] -= running[:-1].clone()
            sums.index_add_(0, weights, running)
        return sums.float()


# Stop at this share of the first squared gradient: the rounded weights no longer change.
_SMALL = 1e-7


@dataclass(frozen=True)
class LeastSquares:
    """Margins to fit, and a ridge that pulls each weight to its expected value.

    A weight of n positions moves about n / (n + ridge) of the way to the value that fits them, so
    the ridge matters most where there are few positions.
    """

    matrix: FeatureMatrix
    margins: Tensor
    importance: Tensor
    ridge: float

    def solved(self, start: Tensor, expected: Tensor, iterations: int) -> Tensor:
        """Return the weights after some iterations, or fewer once they converge.

        The method is conjugate gradients with a diagonal preconditioner, so no learning rate has to
        be chosen.
        """
        matrix, importance, ridge = self.matrix, self.importance, self.ridge
        scale = matrix.transposed_times(importance) + ridge
        weights = start.clone()
        rest = matrix.transposed_times(importance * (self.margins - matrix.times(weights)))
        rest -= ridge * (weights - expected)
        step = rest / scale
        direction = step
        product = float(rest.double() @ step.double())
        goal = _SMALL * product
        for _ in range(iterations):
            if product <= goal:
                break
            image = matrix.transposed_times(importance * matrix.times(direction))
            image += ridge * direction
            length = product / float(direction.double() @ image.double())
            weights += length * direction
            rest -= length * image
            step = rest / scale
            previous, product = product, float(rest.double() @ step.double())
            direction = step + product / previous * direction
        return weights
