"""Weights from a small network for each pattern, written out as tables.

Separate weights for the contents of a pattern learn nothing from similar contents. A network whose
input are the cells does, so it needs fewer positions. Its outputs are written into the same tables,
so the evaluation is as fast as before. One network serves all phases; the progress of the game is
another input. (Yamana and Hoshino, IEEE Transactions on Games, 2026.)
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from obversi.training.least_squares import Pattern, feature_weights
from obversi.training.phases import Division, FitPlan, PhaseData
from obversi.training.torch_extra import Tensor, one_thread_each, torch_module

__all__ = ["network_tables"]

_WIDTH: Final = 32
_BATCH: Final = 256
_RATE: Final = 6e-3
# The progress of the game is encoded by linear interpolation between this number of knots.
_KNOTS: Final = 6


def network_tables(
    data: PhaseData, patterns: Sequence[Pattern], division: Division, plan: FitPlan
) -> list[Tensor]:
    """Train the networks on all positions, and return their weights for each phase."""
    torch = torch_module()
    # PyTorch's global generator belongs to the caller.
    generator = torch.Generator().manual_seed(plan.seed)
    networks = [_Network(pattern, generator, data.device) for pattern in patterns]
    with one_thread_each():  # batches are small
        _train(networks, patterns, data, division, plan, generator)
    middles = np.array([np.mean(division.empties(phase)) for phase in range(division.phases)])
    times = torch.from_numpy(_times(middles, division)).to(data.device)
    with torch.no_grad():
        return [torch.cat([network.table(time) for network in networks]) for time in times]


def _times(empties: NDArray[Any], division: Division) -> NDArray[np.float32]:
    """Return the interpolation weights of the knots, a row for each number of empty squares."""
    place = (1 - empties / division.most_empties).clip(0, 1) * (_KNOTS - 1)
    distance = np.abs(place[:, np.newaxis] - np.arange(_KNOTS))
    shares: NDArray[np.float32] = np.maximum(1 - distance, 0).astype(np.float32)
    return shares


class _Network:
    """Two hidden layers over the cells of one pattern and the time."""

    def __init__(self, pattern: Pattern, generator: Any, device: str) -> None:
        torch = torch_module()
        self._cells = torch.from_numpy(_cells(pattern)).to(device)

        def matrix(rows: int, columns: int, scale: float) -> Tensor:
            values = torch.randn(rows, columns, generator=generator) * scale
            return values.to(device).requires_grad_()

        squares = len(pattern.features[0])
        # One of three inputs is 1 for each square, and the inputs of the time add up to 1.
        scale = (2 / (squares + 1)) ** 0.5
        self._from_cells = matrix(3 * squares, _WIDTH, scale)
        self._from_time = matrix(_KNOTS, _WIDTH, scale)
        self._second = matrix(_WIDTH + 1, _WIDTH, (2 / _WIDTH) ** 0.5)
        self._last = matrix(_WIDTH + 1, 1, 0.01)
        self.parameters = [self._from_cells, self._from_time, self._second, self._last]

    def values(self, weights: Tensor, time: Tensor) -> Tensor:
        """Return the values of the weights with these numbers, each at its time."""
        hidden = (self._cells[weights] @ self._from_cells + time @ self._from_time).relu()
        hidden = (hidden @ self._second[:-1] + self._second[-1]).relu()
        return (hidden @ self._last[:-1] + self._last[-1]).squeeze(-1)

    def table(self, time: Tensor) -> Tensor:
        """Return the values of all weights at one time."""
        every = torch_module().arange(len(self._cells), device=self._cells.device)
        return self.values(every, time)


def _cells(pattern: Pattern) -> NDArray[np.float32]:
    """Return the cells of each weight's first index, one-hot: three inputs for each square."""
    _, first = np.unique(pattern.weight_of_index, return_index=True)
    digits = first[:, np.newaxis] // 3 ** np.arange(len(pattern.features[0])) % 3
    cells: NDArray[np.bool_] = digits[..., np.newaxis] == np.arange(3)
    return cells.reshape(len(first), -1).astype(np.float32)


def _train(
    networks: Sequence[_Network],
    patterns: Sequence[Pattern],
    data: PhaseData,
    division: Division,
    plan: FitPlan,
    generator: Any,
) -> None:
    """Train for several epochs, with a decreasing learning rate."""
    torch = torch_module()
    labelled, empties = data.all_fitted(division)
    times = torch.from_numpy(_times(np.arange(division.most_empties + 1), division))
    times = times.to(data.device)
    batches = -(-len(labelled) // _BATCH)
    parameters = [matrix for network in networks for matrix in network.parameters]
    adam = torch.optim.Adam(parameters, _RATE)
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(adam, max(plan.epochs * batches, 1))
    for _ in range(plan.epochs):
        order = torch.randperm(len(labelled), generator=generator).to(data.device)
        for chosen in order.split(_BATCH):
            batch, time = labelled[chosen], times[empties[chosen]]
            weights = feature_weights(patterns, batch.own, batch.opp)
            values = sum(
                network.values(torch.stack(features), time).sum(0)
                for network, features in zip(networks, weights, strict=True)
            )
            loss = (batch.importance * (values - batch.margins) ** 2).mean()
            adam.zero_grad()
            loss.backward()
            adam.step()
            slower.step()
