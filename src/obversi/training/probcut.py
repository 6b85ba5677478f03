"""Multi-ProbCut fitted to an evaluation: how well a shallow search predicts a deep one.

The search is cut off where a shallow search is so far outside the window that the deep one would
hardly be inside. The necessary distance depends on the evaluation: the same positions are searched
to many depths, and a small model is fitted to the differences of deep and shallow searches.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from math import exp, pi, sqrt
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from obversi import _core
from obversi.arguments import seed_bits, whole_number
from obversi.errors import InputError
from obversi.training.positions import Positions, checked_threads
from obversi.weights import WeightsFile

Kind = Literal[0, 1]

#: A bin is four numbers of empty squares; the model has six numbers for each bin.
BINS = 16
_BIN_EMPTIES = 4
_TO_DEPTH: Kind = 0
_TO_END: Kind = 1

# Depth 0 is left out: the search never uses it, and it would make the line too steep.
_LEAST_SHALLOW = 1
_LEAST_DEEP = 3

# Pairs of depths count more if the shallow depth is close to the one that the search uses: half of
# the depth, or for a search to the end, half of the plies beyond the last eight.
_PLIES_OFF = 2.0
_LAST_PLIES = 8

# The width of the smoothing over bins. It is larger for searches to the end, which have a single
# deep depth for each number of empty squares.
_REACH = {_TO_DEPTH: 0.8, _TO_END: 2.0}
_ENOUGH_POSITIONS = 60

# The prior, weighted as this number of positions: no slope of the mean, and the slopes of the
# logarithm of the deviation that are typical of all six games.
_BELIEF_POSITIONS = 20.0
_FIRM_POSITIONS = 1e9
_USUAL_SLOPES = (-0.12, 0.06)

_LEAST_DEVIATION = 0.05
_POSITIONS_AT_ONCE = 64

Values = NDArray[np.float32]
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Cell:
    """The differences between searches to a deep and to a shallow depth, in discs.

    `kind` is 0 for a deep search to a depth and 1 for one to the end of the game, where `deep` is
    the number of empty squares. The standard deviation is estimated from mean absolute deviations,
    so that a few outliers do not widen every margin.
    """

    kind: Kind
    bin: int
    shallow: int
    deep: int
    positions: int
    mean: float
    deviation: float

    @property
    def most_empties(self) -> int:
        """The most empty squares of its positions."""
        return _BIN_EMPTIES * self.bin + _BIN_EMPTIES - 1

    @property
    def least_empties(self) -> int:
        """The fewest empty squares of its positions."""
        return max(_BIN_EMPTIES * self.bin, 1)


@dataclass(frozen=True, slots=True)
class ProbcutPlan:
    """The searches: `each` positions of each number of empty squares, to all depths.

    The margin is exact with `exact_empties` or fewer. After `seconds` the search stops.
    """

    depths: int = 8
    exact_empties: int = 16
    each: int = 200
    seconds: float | None = None
    seed: int | None = 0


@dataclass(frozen=True)
class ProbcutFit:
    """Weights with their Multi-ProbCut model, and the measurements that it was fitted to."""

    weights: WeightsFile
    positions: int
    cells: tuple[Cell, ...]

    def to_object(self) -> dict[str, Any]:
        """Return plain data for JSON: the measurements, and the predictions of the model."""
        rows = []
        for cell in self.cells:
            mean, deviation = predicted(self.weights.probcut, cell)
            rows.append({**asdict(cell), "fitted_mean": mean, "fitted_deviation": deviation})
        return {"positions": self.positions, "cells": rows}


def with_probcut(
    weights: WeightsFile,
    positions: Positions,
    plan: ProbcutPlan | None = None,
    *,
    threads: int | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> ProbcutFit:
    """Fit Multi-ProbCut to weights, by searches of some of these positions."""
    plan = ProbcutPlan() if plan is None else plan
    most = weights.size**2 - 4
    chosen = sample(positions.own, positions.opp, positions.empties, plan.each, plan.seed)
    values = measure(
        chosen,
        weights.evaluation(),
        depths=min(whole_number(plan.depths, "the deepest search", 1), most),
        exact_empties=min(whole_number(plan.exact_empties, "the empties to solve from", 0), most),
        threads=checked_threads(threads),
        seconds=plan.seconds,
        on_progress=on_progress,
    )
    searched = chosen[: len(values)]
    measured = cells(values, weights.size**2 - _discs(searched))
    fitted = replace(weights, probcut=fit_probcut(measured))
    return ProbcutFit(fitted, len(searched), tuple(measured))


def sample(
    own: NDArray[np.uint64],
    opp: NDArray[np.uint64],
    empties: NDArray[np.integer],
    each: int,
    seed: int | None,
) -> NDArray[np.uint64]:
    """Choose `each` random positions for each number of empty squares, in random order."""
    whole_number(each, "the number of positions", 1)
    random = np.random.default_rng(seed_bits(seed))
    chosen = [
        random.permutation(np.flatnonzero(empties == number))[:each]
        for number in np.unique(empties)
    ]
    if not chosen:
        raise InputError("there are no positions to fit Multi-ProbCut to")
    order = random.permutation(np.concatenate(chosen))
    return np.stack([own[order], opp[order]], axis=1)


def measure(
    positions: NDArray[np.uint64],
    evaluation: _core.Evaluation,
    *,
    depths: int,
    exact_empties: int,
    threads: int,
    seconds: float | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> Values:
    """Search positions to each depth from 0 on, and to the end from few empty squares on.

    A row has a column for each depth and one for the exact margin, or NaN. After `seconds` the
    remaining positions are left out, so their order should be random. `on_progress` is called with
    the number of searched positions, and of all.
    """
    begin = time.monotonic()
    at_once = _POSITIONS_AT_ONCE * max(threads, 1)
    rows: list[Values] = []
    for first in range(0, len(positions), at_once):
        part = np.ascontiguousarray(positions[first : first + at_once], np.uint64)
        rows.append(
            _core.search_values(
                *(part, evaluation.size, evaluation.reversed, evaluation),
                *(depths, exact_empties, threads),
            )
        )
        if on_progress is not None:
            on_progress(min(first + at_once, len(positions)), len(positions))
        if seconds is not None and time.monotonic() - begin > seconds:
            break
    return np.concatenate(rows) if rows else np.empty((0, depths + 2), np.float32)


def cells(values: Values, empties: NDArray[np.integer]) -> list[Cell]:
    """Compare searches of the same positions, for all pairs of depths of the same parity.

    Values of odd and even depths differ systematically.
    """
    bins = np.minimum(empties // _BIN_EMPTIES, BINS - 1)
    return [*_cells_to_depth(values, bins), *_cells_to_end(values, bins, empties)]


def fit_probcut(measured: list[Cell]) -> NDArray[np.float32]:
    """Fit the model that the search uses: [kind, bin] has six numbers.

    These are (m0, m_shallow, m_deep, s0, s_shallow, s_deep): the difference of a deep and a shallow
    search has the mean m0 + m_shallow · shallow + m_deep · deep in discs, and a standard deviation
    whose logarithm is s0 + s_shallow · shallow + s_deep · deep. A bin with few positions uses those
    of its neighbours too, and one with none those of the nearest. A kind of search without
    measurements has zeros, and the search does not use it.
    """
    if not measured:
        raise InputError("no position was searched to two depths: Multi-ProbCut cannot be fitted")
    model = np.zeros((2, BINS, 6), np.float32)
    for kind in (_TO_DEPTH, _TO_END):
        if of_kind := [cell for cell in measured if cell.kind == kind]:
            for bin in range(BINS):
                model[kind, bin] = _fit_bin(of_kind, bin, _REACH[kind])
    return model


def predicted(model: NDArray[np.float32], cell: Cell) -> tuple[float, float]:
    """Return the mean and the deviation that a model predicts for a cell."""
    m0, m_shallow, m_deep, s0, s_shallow, s_deep = map(float, model[cell.kind, cell.bin])
    mean = m0 + m_shallow * cell.shallow + m_deep * cell.deep
    return mean, exp(s0 + s_shallow * cell.shallow + s_deep * cell.deep)


def _cells_to_depth(values: Values, bins: NDArray[np.integer]) -> Iterator[Cell]:
    deepest = values.shape[1] - 2
    for bin in np.unique(bins):
        rows = values[bins == bin]
        for deep in range(_LEAST_DEEP, deepest + 1):
            for shallow in range(deep - 2, _LEAST_SHALLOW - 1, -2):
                yield from _cell(
                    _TO_DEPTH, int(bin), shallow, deep, rows[:, deep] - rows[:, shallow]
                )


def _cells_to_end(
    values: Values, bins: NDArray[np.integer], empties: NDArray[np.integer]
) -> Iterator[Cell]:
    deepest = values.shape[1] - 2
    for deep in np.unique(empties):
        rows = values[empties == deep]
        bin = int(bins[empties == deep][0])
        for shallow in range(_LEAST_SHALLOW, min(deepest, int(deep) - 1) + 1):
            if shallow % 2 == deep % 2:
                yield from _cell(_TO_END, bin, shallow, int(deep), rows[:, -1] - rows[:, shallow])


def _cell(kind: Kind, bin: int, shallow: int, deep: int, beyond: Values) -> Iterator[Cell]:
    known = beyond[np.isfinite(beyond)].astype(np.float64)
    if len(known):
        mean = float(known.mean())
        # The mean absolute distance of a normal variable is √(2/π) of its deviation.
        deviation = float(np.abs(known - mean).mean()) * sqrt(pi / 2)
        yield Cell(kind, bin, shallow, deep, len(known), mean, deviation)


def _fit_bin(measured: list[Cell], bin: int, reach: float) -> Numbers:
    away = np.array([abs(cell.bin - bin) for cell in measured], np.float64)
    positions = np.array([cell.positions for cell in measured], np.float64)
    shallow = np.array([cell.shallow for cell in measured])
    plies = np.array([cell.deep - (cell.kind == _TO_END) * _LAST_PLIES for cell in measured])
    off = (shallow - np.maximum(plies / 2, _LEAST_SHALLOW)) / _PLIES_OFF
    nearness = np.exp(-(((away - away.min()) / reach) ** 2) / 2)
    # A bin with few positions is smoothed wider until there are enough positions.
    while (nearness * positions).max() < _ENOUGH_POSITIONS and nearness.min() < 0.9:
        reach *= 1.5
        nearness = np.exp(-(((away - away.min()) / reach) ** 2) / 2)
    weights = positions * nearness * np.exp(-(off**2))
    depths = np.array([(1.0, cell.shallow, cell.deep) for cell in measured])
    means = np.array([cell.mean for cell in measured])
    # For searches to the end each deep depth has its own bin, so no slope can be estimated.
    held = _BELIEF_POSITIONS if measured[0].kind == _TO_DEPTH else _FIRM_POSITIONS
    mean = _regression(depths, means, weights, (0.0, 0.0), held)
    # The deviation from the line includes the distance of the mean from the line.
    around = np.array([cell.deviation for cell in measured])
    deviations = np.log(np.hypot(np.maximum(around, _LEAST_DEVIATION), means - depths @ mean))
    deviation = _regression(depths, deviations, weights, _USUAL_SLOPES, _BELIEF_POSITIONS)
    # A deeper shallow search predicts better, and a deeper deep search is harder to predict. A line
    # with other slopes is noise, and would be wrong at depths that were not measured.
    if deviation[1] > 0 or deviation[2] < 0:
        slopes = (min(deviation[1], 0.0), max(deviation[2], 0.0))
        level = float(np.average(deviations - depths[:, 1:] @ np.array(slopes), weights=weights))
        deviation = np.array([level, *slopes])
    return np.concatenate([mean, deviation])


def _discs(positions: NDArray[np.uint64]) -> NDArray[np.int64]:
    both = (positions[:, 0] | positions[:, 1]).reshape(-1, 1)
    bits = np.unpackbits(both.view(np.uint8), axis=1)
    return np.asarray(bits.sum(axis=1), np.int64)


def _regression(
    depths: Numbers, seen: Numbers, weights: Numbers, slopes: tuple[float, float], held: float
) -> Numbers:
    """Return the least-squares line, with a prior for the slopes of weight `held`."""
    believed = np.array([0.0, *slopes])
    pull = np.diag([1e-9, held, held])
    weighted = depths * weights[:, None]
    solved = np.linalg.solve(weighted.T @ depths + pull, weighted.T @ seen + pull @ believed)
    return np.asarray(solved)
