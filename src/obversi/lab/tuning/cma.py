"""CMA-ES, an evolution strategy that learns which way it goes uphill, by the package cmaes."""

import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from obversi.errors import ObversiError
from obversi.lab.tuning.space import Point

__all__ = ["CmaSearch"]


class CmaSearch:
    """Points around a mean, which goes to where the better ones are; `spread` is that at first."""

    def __init__(
        self, start: Point | None, dimensions: int, population: int, spread: float, seed: int
    ) -> None:
        """Begin around the start, or around the middle."""
        middle = np.full(dimensions, 0.5) if start is None else start.copy()
        bounds = np.tile([0.0, 1.0], (dimensions, 1))
        try:
            package: Any = importlib.import_module("cmaes")
        except ImportError as error:
            raise ObversiError(
                "CMA-ES needs the package cmaes: pip install 'obversi[lab]'; or take the method "
                "genetic or spsa"
            ) from error
        self._strategy = package.CMA(
            mean=middle,
            sigma=spread,
            bounds=bounds,
            population_size=population,
            seed=seed & (1 << 32) - 1,
        )
        self._asked: list[Point] = []

    def ask(self) -> list[Point]:
        """Return points around the mean, none of them outside the cube."""
        self._asked = [self._strategy.ask() for _ in range(self._strategy.population_size)]
        return [point.copy() for point in self._asked]

    def tell(self, fitness: Sequence[float]) -> None:
        """Move the mean, and learn from which points were better."""
        told = [(point, -value) for point, value in zip(self._asked, fitness, strict=True)]
        self._strategy.tell(told)

    @property
    def guess(self) -> Point:
        """The mean."""
        inside: Point = np.clip(self._strategy.mean, 0.0, 1.0)
        return inside

    @property
    def spread(self) -> float:
        """How far the points were from each other that were asked for last."""
        return float(np.array(self._asked).std(axis=0).mean()) if self._asked else 0.0
