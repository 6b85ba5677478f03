"""The elitist genetic algorithm of R2: real numbers, and parents that compete with children."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from obversi.lab.tuning.space import Point

__all__ = ["GeneticSearch"]

_CROSSED: Final = 0.7  # the share of children that have two parents
_BEYOND: Final = 0.25  # so far beyond both parents a child may be, as a share of their distance
_NARROWING: Final = 0.98  # mutations become smaller by this from generation to generation


class GeneticSearch:
    """A population of points; the better half of parents and children lives on.

    Parents are measured again with their children, in the same games: where chance has its part,
    whoever was lucky once would live for ever otherwise. `spread` is the deviation of a mutation at
    first, as a share of a range.
    """

    def __init__(
        self, start: Point | None, dimensions: int, population: int, spread: float, seed: int
    ) -> None:
        """Begin with points anywhere, and with the start if there is one."""
        self._random = np.random.default_rng([seed, 1])
        self._size = population
        self._width = spread
        self._asked = [self._random.random(dimensions) for _ in range(population)]
        if start is not None:
            self._asked[0] = start.copy()
        self._parents: list[Point] = []

    def ask(self) -> list[Point]:
        """Return the parents, and as many children."""
        if self._parents:
            children = [self._child() for _ in range(self._size)]
            self._asked = [*self._parents, *children]
        return [point.copy() for point in self._asked]

    def tell(self, fitness: Sequence[float]) -> None:
        """Let the best live on, best first; of equals the older ones."""
        order = np.argsort(-np.asarray(fitness), kind="stable")
        self._parents = [self._asked[place] for place in order[: self._size]]
        self._width *= _NARROWING

    @property
    def guess(self) -> Point:
        """The best of the last generation."""
        return self._parents[0].copy() if self._parents else self._asked[0].copy()

    @property
    def spread(self) -> float:
        """The mean deviation of the population."""
        points = np.array(self._parents or self._asked)
        return float(points.std(axis=0).mean())

    def _child(self) -> Point:
        first = self._chosen()
        child = first.copy()
        if self._random.random() < _CROSSED:
            second = self._chosen()
            where = self._random.uniform(-_BEYOND, 1 + _BEYOND, len(child))
            child = first + where * (second - first)
        # One number changes on average, and at least one does.
        changes = self._random.random(len(child)) < 1 / len(child)
        changes[self._random.integers(len(child))] = True
        child = child + changes * self._random.normal(0.0, self._width, len(child))
        inside: Point = np.clip(child, 0.0, 1.0)
        return inside

    def _chosen(self) -> Point:
        """Return the better of two parents, who are in the order of their fitness."""
        places = self._random.integers(self._size, size=2)
        return self._parents[int(places.min())]
