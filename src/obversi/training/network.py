"""A small network over patterns, and how it is trained.

The contents of a pattern have vectors instead of single weights. The sum of the vectors of a
position goes through two layers, which depend on the number of empty squares. All numbers are
clipped and rounded as the core computes them. The numbers of moves have vectors like patterns.
"""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi import _core
from obversi.arguments import chosen_seed
from obversi.training.least_squares import Pattern, feature_weights, weights_of
from obversi.training.phases import Division, FitPlan, Labelled, PhaseData
from obversi.training.torch_extra import Tensor, one_thread_each, torch_module
from obversi.weights import UNIT, WIDTH, Tables, layers_type

Progress = Callable[[int, int], None]

# The value 1.0 of a sum, of a weight of the hidden layer and of its output, as the core stores it.
_SUM = 128
_HIDDEN = 256
_OUTPUT = 1024
# The core divides the last sum by this number.
_LAST = 256
_LARGEST_OF_VECTOR = 63
_LARGEST = np.iinfo(np.int16).max
# The network's output is in units of this number of discs.
_DISCS = 16.0
# For each kind of number in the layers: the stored value of 1.0, half of the amount that the core
# drops as it rounds down, and the largest number that the core accepts.
_STORED = {
    "bias": (_SUM, 0.0, 1 << 14),
    "hidden": (_HIDDEN, 0.0, 127 << 7),
    "hidden_bias": (_SUM * _HIDDEN, _SUM * _HIDDEN / _OUTPUT / 2, 1 << 29),
    "output": (_DISCS * UNIT * _LAST / _OUTPUT, 0.0, _LARGEST),
    "output_bias": (_DISCS * UNIT * _LAST, _LAST / 2, 1 << 29),
}
_NUMBERS_OF_EMPTIES = 65
# The layers are interpolated between knots this number of empty squares apart, for each parity.
_KNOT_DISTANCE = 4
# Positions of a step: a power of two, so that an epoch has at least this number of steps.
_LEAST_BATCH = 256
_LARGEST_BATCH = 1 << 14
_SMALL_BATCH = 1 << 10
_LEAST_STEPS = 100
_RATE = 2e-3
_RATE_FROM_START = 2e-4
_WARM_UP = 0.05
# Positions whose values are computed at once.
_AT_ONCE = 1 << 16


def fit_network(
    data: PhaseData,
    patterns: Sequence[Pattern],
    division: Division,
    plan: FitPlan,
    on_progress: Progress | None = None,
    start: Tables | None = None,
) -> Tables:
    """Train a network with vectors for each phase; with `start` that of an earlier fit.

    `on_progress` is called with the number of positions that are done, and of all.
    """
    torch = torch_module()
    labelled = data.all_fitted(division)
    batch = _LEAST_BATCH
    while batch < _LARGEST_BATCH and _LEAST_STEPS * batch < len(labelled):
        batch *= 2
    most = plan.epochs * (len(labelled) // batch + 1)
    small = one_thread_each() if batch <= _SMALL_BATCH else nullcontext()
    with small, torch.random.fork_rng(devices=[] if data.device == "cpu" else [data.device]):
        torch.manual_seed(chosen_seed(plan.seed))
        network = _Network(weights_of(patterns) + _core.MOVE_WEIGHTS, division, data.device)
        if start is not None:
            network.take(start)
        rate = _RATE if start is None else _RATE_FROM_START
        adam = torch.optim.AdamW(network.groups(plan.decay), rate)
        rates = torch.optim.lr_scheduler.OneCycleLR(adam, rate, most, pct_start=_WARM_UP)
        done = 0
        for _ in range(plan.epochs):
            # The columns of many batches are computed at once, which a GPU does faster.
            for chosen in torch.randperm(len(labelled), device=data.device).split(32 * batch):
                part, columns = labelled[chosen], _columns(patterns, labelled[chosen])
                for first in range(0, len(chosen), batch):
                    rows = slice(first, first + batch)
                    empties = part.empties[rows].long()
                    values = network.values(columns[rows], empties)
                    errors = values - part.margins[rows]
                    importance = part.importance[rows] * _closeness(values, empties, plan)
                    loss = (importance * errors**2).mean()
                    adam.zero_grad(set_to_none=True)
                    loss.backward()
                    adam.step()
                    rates.step()
                    done += len(errors)
                    if on_progress is not None:
                        on_progress(done, plan.epochs * len(labelled))
    masks = tuple(pattern.squares for pattern in patterns)
    with torch.no_grad():
        return Tables(masks, division.phase_of_empties, *network.rounded(), counts_moves=True)


def _closeness(values: Tensor, empties: Tensor, plan: FitPlan) -> Tensor:
    """Return the weights of positions: less if the network's own values say they are decided."""
    if plan.close is None:
        return torch_module().ones_like(values)
    decided = (empties > plan.close_empties) * values.detach() / plan.close
    return 1 / (1 + decided**2)


def network_values(tables: Tables, patterns: Sequence[Pattern], labelled: Labelled) -> Tensor:
    """Return the values of positions in discs, computed as the core does it."""
    torch = torch_module()
    assert tables.layers is not None
    device = labelled.own.device
    names = tables.layers.dtype.names or ()
    layers = {name: torch.tensor(tables.layers[name].tolist(), device=device) for name in names}
    phase = torch.from_numpy(tables.phase_of_empties.astype(np.int64)).to(device)
    vectors = torch.from_numpy(tables.values).to(device).flatten(0, 1).int()
    columns = tables.values.shape[1]
    values = [torch.zeros(0, device=device)]
    for first in range(0, len(labelled), _AT_ONCE):
        rows = slice(first, first + _AT_ONCE)
        left = labelled.empties[rows].long()
        places = _columns(patterns, labelled[rows]) + (columns * phase[left]).unsqueeze(1)
        sums = layers["bias"][left].clone()
        for column in places.unbind(1):
            sums += vectors[column]
        sums = sums.clamp(0, _SUM)
        hidden = layers["hidden_bias"][left].clone()
        for number in range(WIDTH):
            hidden += sums[:, number, None] * layers["hidden"][left, number]
        outputs = (hidden * _OUTPUT // (_SUM * _HIDDEN)).clamp(0, _OUTPUT)
        last = layers["output_bias"][left] + (outputs * layers["output"][left]).sum(1)
        values.append((last // _LAST).float() / UNIT)
    return torch.cat(values)


def _columns(patterns: Sequence[Pattern], labelled: Labelled) -> Tensor:
    """Return the vectors of each position: of its patterns, then of its numbers of moves."""
    columns, offset = [], 0
    for pattern, features in zip(
        patterns, feature_weights(patterns, labelled.own, labelled.opp), strict=True
    ):
        columns += [numbers + offset for numbers in features]
        offset += pattern.weights
    torch = torch_module()
    return torch.cat([torch.stack(columns, 1), labelled.moves.int() + offset], 1)


def _shares(division: Division) -> NDArray[np.float32]:
    """Return the shares of the knots in the layers, a row for each number of empty squares."""
    knots = max(division.most_empties // _KNOT_DISTANCE, 1) + 1
    empties = np.arange(_NUMBERS_OF_EMPTIES)
    place = (empties / division.most_empties).clip(0, 1) * (knots - 1)
    near = np.maximum(1 - np.abs(place[:, np.newaxis] - np.arange(knots)), 0)
    odd = (empties % 2)[:, np.newaxis]
    return np.concatenate([near * (1 - odd), near * odd], axis=1).astype(np.float32)


class _Network:
    """The parameters: vectors, and layers at knots."""

    def __init__(self, columns: int, division: Division, device: str) -> None:
        torch = torch_module()
        shares = _shares(division)
        self._shares = torch.from_numpy(shares).to(device)
        self._phase_of_empties = torch.from_numpy(division.phase_of_empties.astype(np.int64))
        self._phase_of_empties = self._phase_of_empties.to(device)
        self._columns = columns

        def parameter(*shape: int, scale: float = 0.0, mean: float = 0.0) -> Tensor:
            return (torch.randn(shape) * scale + mean).to(device).requires_grad_()

        def at_knots(*shape: int, scale: float = 0.0, mean: float = 0.0) -> Tensor:
            """Begin with the same numbers at all knots."""
            same = torch.randn(1, *shape) * scale + mean
            return same.repeat(shares.shape[1], *[1] * len(shape)).to(device).requires_grad_()

        # A vector is the sum of one for all phases and one for its own.
        self._common = parameter(columns, WIDTH, scale=0.02)
        self._own = parameter(division.phases * columns, WIDTH)
        self._bias = at_knots(WIDTH, scale=0.1, mean=0.5)
        self._hidden = at_knots(WIDTH, WIDTH, scale=WIDTH**-0.5)
        self._hidden_bias = at_knots(WIDTH, mean=0.1)
        self._output = at_knots(WIDTH, scale=WIDTH**-0.5)
        self._output_bias = at_knots()
        self.layers = [self._bias, self._hidden, self._hidden_bias, self._output, self._output_bias]

    def groups(self, decay: float) -> list[dict[str, Any]]:
        """Return the parameters for an optimiser; only vectors, of which many are rare, decay."""
        return [
            {"params": [self._common, self._own], "weight_decay": decay},
            {"params": self.layers, "weight_decay": 0.0},
        ]

    def values(self, columns: Tensor, empties: Tensor) -> Tensor:
        """Return the values of positions in discs, by the columns of their features."""
        torch = torch_module()
        embedding_bag = torch.nn.functional.embedding_bag
        phase = (self._columns * self._phase_of_empties[empties]).to(columns.dtype)
        sums = embedding_bag(columns, self._common, mode="sum")
        sums = sums + embedding_bag(columns + phase.unsqueeze(1), self._own, mode="sum")
        bias, hidden, hidden_bias, output, output_bias = (
            torch.tensordot(self._shares, layer, 1)[empties] for layer in self.layers
        )
        inputs = (sums + bias).clamp(0, 1)
        outputs = (torch.einsum("pi,pio->po", inputs, hidden) + hidden_bias).clamp(0, 1)
        return _DISCS * ((outputs * output).sum(1) + output_bias)

    def take(self, tables: Tables) -> None:
        """Take the parameters from an earlier fit, as it was rounded.

        If that did not count moves, their vectors begin with zeros.
        """
        torch = torch_module()
        assert tables.layers is not None
        missing = self._columns - tables.values.shape[1]
        values = np.pad(tables.values, [(0, 0), (0, missing), (0, 0)])
        vectors = torch.from_numpy(values / np.float32(_SUM)).to(self._own)
        knots = np.linalg.pinv(self._shares.cpu().numpy())
        with torch.no_grad():
            self._common.zero_()
            self._own.copy_(vectors.flatten(0, 1))
            for name, layer in zip(tables.layers.dtype.names or (), self.layers, strict=True):
                scale, half, _ = _STORED[name]
                numbers = (tables.layers[name] - half) / scale
                layer.copy_(torch.from_numpy(np.tensordot(knots, numbers, 1)))

    def rounded(self) -> tuple[NDArray[np.int16], NDArray[np.void]]:
        """Return the vectors by phase, and the layers, as they are stored."""
        torch = torch_module()
        vectors = self._common + self._own.view(-1, self._columns, WIDTH)
        vectors = (_SUM * vectors).round().clamp(-_LARGEST_OF_VECTOR, _LARGEST_OF_VECTOR)
        layers = np.zeros(_NUMBERS_OF_EMPTIES, layers_type())
        for name, layer in zip(layers.dtype.names or (), self.layers, strict=True):
            scale, half, most = _STORED[name]
            numbers = torch.tensordot(self._shares, layer, 1) * scale + half
            layers[name] = numbers.round().clamp(-most, most).cpu().numpy()
        return vectors.cpu().numpy().astype(np.int16), layers
