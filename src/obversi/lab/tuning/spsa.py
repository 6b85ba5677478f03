"""SPSA: the slope by steps in random directions, in all numbers at once."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from obversi.lab.tuning.space import Point

__all__ = ["SpsaSearch"]

# How steps and probes become smaller, as Spall advises.
_STEP_DECAY: Final = 0.602
_PROBE_DECAY: Final = 0.101

# As if so many generations were over already: the first steps are not much larger than the next.
_HEAD_START: Final = 50

# No step changes a number by more than this share of its range.
_LONGEST_STEP: Final = 0.1


class SpsaSearch:
    """A point that climbs; each generation probes it at pairs of points on both sides.

    A pair differs from the point by `spread` at first in every number, to a side by chance; how the
    fitness differs tells the slope in that direction. Half of the population are pairs, to the mean
    of which the point follows, and the point itself is measured with them.
    """

    def __init__(
        self, start: Point | None, dimensions: int, population: int, spread: float, seed: int
    ) -> None:
        """Begin at the start, or in the middle."""
        self._random = np.random.default_rng([seed, 2])
        self._point = np.full(dimensions, 0.5) if start is None else start.copy()
        self._pairs = max(1, population // 2)
        self._probe = spread
        self._generation = 0
        self._gain: float | None = None
        self._sides = np.empty((0, dimensions))

    def ask(self) -> list[Point]:
        """Return the point, then the two of each pair."""
        width = self._probe / (self._generation + 1) ** _PROBE_DECAY
        self._sides = width * self._random.choice([-1.0, 1.0], (self._pairs, len(self._point)))
        probes = [
            np.clip(self._point + sign * side, 0.0, 1.0)
            for side in self._sides
            for sign in (1.0, -1.0)
        ]
        return [self._point.copy(), *probes]

    def tell(self, fitness: Sequence[float]) -> None:
        """Climb along the mean slope."""
        probes = np.asarray(fitness[1:]).reshape(self._pairs, 2)
        differences = probes[:, 0] - probes[:, 1]
        slope = (differences[:, None] / (2 * self._sides)).mean(axis=0)
        if self._gain is None and np.any(slope):
            # The first step is as long as a probe.
            first = (1 + _HEAD_START) ** _STEP_DECAY
            self._gain = self._probe * first / float(np.abs(slope).mean())
        self._generation += 1
        rate = (self._gain or 0.0) / (self._generation + _HEAD_START) ** _STEP_DECAY
        step = np.clip(rate * slope, -_LONGEST_STEP, _LONGEST_STEP)
        self._point = np.clip(self._point + step, 0.0, 1.0)

    @property
    def guess(self) -> Point:
        """The point."""
        return self._point.copy()

    @property
    def spread(self) -> float:
        """How far the probes are from the point."""
        return float(self._probe / (self._generation + 1) ** _PROBE_DECAY)
