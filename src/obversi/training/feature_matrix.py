"""Which weights the features of positions have, as a matrix to multiply with.

A row is a position, a column a weight. Every row has as many ones as there are features, and only
their places are kept. What is slow is the product with the transposed matrix, in which many
positions add to one weight. There are two ways. On a CPU a thread adds up its own positions, one
after the other. On a GPU thousands of threads would wait for the weights that nearly all positions
have: so the places are sorted by weight once, and sums of neighbours are differences of running
sums.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from obversi.training.patterns import Pattern, weights_of
from obversi.training.torch_extra import Tensor, torch_module

__all__ = ["FeatureMatrix", "feature_weights"]


def feature_weights(patterns: Sequence[Pattern], own: Tensor, opp: Tensor) -> list[list[Tensor]]:
    """Return the numbers of the weights that positions have, by pattern and feature."""
    torch = torch_module()
    used = {square for pattern in patterns for squares in pattern.features for square in squares}
    digits = {
        square: ((own >> square & 1) + 2 * (opp >> square & 1)).to(torch.int32) for square in used
    }

    def index(squares: Sequence[int]) -> Tensor:
        found = torch.zeros(len(own), dtype=torch.int32, device=own.device)
        for place, square in enumerate(squares):
            found.add_(digits[square], alpha=3**place)
        return found

    found = []
    for pattern in patterns:
        weight_of_index = torch.from_numpy(pattern.weight_of_index).to(own.device)
        found.append([weight_of_index[index(squares)] for squares in pattern.features])
    return found


class FeatureMatrix:
    """The matrix of some positions, given by the mover's discs and the opponent's."""

    def __init__(
        self,
        patterns: Sequence[Pattern],
        own: Tensor,
        opp: Tensor,
        *,
        threads: int = 1,
        by_sorting: bool | None = None,
    ) -> None:
        """Find the weights of all features, on the device where the positions are."""
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
