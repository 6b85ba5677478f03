"""Optimisers with an ask-and-tell interface, and the table of methods by name.

Libraries such as nevergrad have many more, but also many dependencies. R2's genetic algorithm is
one of the compared methods, and SPSA takes thirty lines.
"""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np

from obversi.arguments import suggestion
from obversi.errors import InputError
from obversi.extras import missing_package
from obversi.lab.tuning.space import Point


class Optimiser(Protocol):
    """Searches the unit cube for points of large fitness, generation by generation.

    Its points depend only on its seed and on the fitness values that it got, so an interrupted
    search is resumed by passing the same values again.
    """

    def ask(self) -> list[Point]:
        """Return the points of the next generation."""

    def tell(self, fitness: Sequence[float]) -> None:
        """Take the fitness of the points of the last `ask`, in their order."""

    @property
    def guess(self) -> Point:
        """The estimate of the best point, which depends less on luck than the fittest point."""

    @property
    def spread(self) -> float:
        """How far the points of a generation are from its guess, from 0 to 1."""


class CmaSearch:
    """CMA-ES by the package cmaes: points around a mean that moves towards the better ones."""

    def __init__(
        self, start: Point | None, dimensions: int, population: int, spread: float, seed: int
    ) -> None:
        """Begin around the start or the middle, with this standard deviation."""
        middle = np.full(dimensions, 0.5) if start is None else start.copy()
        bounds = np.tile([0.0, 1.0], (dimensions, 1))
        try:
            package: Any = importlib.import_module("cmaes")
        except ImportError as error:
            missing = missing_package("CMA-ES needs the package cmaes", "lab")
            raise InputError(f"{missing}; or use the method genetic or spsa") from error
        self._strategy = package.CMA(
            mean=middle,
            sigma=spread,
            bounds=bounds,
            population_size=population,
            seed=seed & (1 << 32) - 1,
        )
        self._points: list[Point] = []

    def ask(self) -> list[Point]:
        """Return points around the mean, all inside the cube."""
        self._points = [self._strategy.ask() for _ in range(self._strategy.population_size)]
        return [point.copy() for point in self._points]

    def tell(self, fitness: Sequence[float]) -> None:
        """Move the mean, and adapt the covariances."""
        points = zip(self._points, fitness, strict=True)
        self._strategy.tell([(point, -value) for point, value in points])

    @property
    def guess(self) -> Point:
        """The mean."""
        inside: Point = np.clip(self._strategy.mean, 0.0, 1.0)
        return inside

    @property
    def spread(self) -> float:
        """The mean standard deviation of the last points."""
        return float(np.array(self._points).std(axis=0).mean()) if self._points else 0.0


# How steps and probes shrink, as Spall advises.
_STEP_DECAY = 0.602
_PROBE_DECAY = 0.101

# Spall's stability constant A: steps shrink slowly in the first generations.
_STABILITY = 50

# The longest step in each coordinate.
_LONGEST_STEP = 0.1


class SpsaSearch:
    """SPSA: estimates the gradient at a point by pairs of probes in random directions.

    The two probes of a pair differ from the point in every number by `spread` at first, with random
    signs. The point follows the mean gradient of all pairs, and is measured with them.
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
        """Move the point along the mean gradient."""
        probes = np.asarray(fitness[1:]).reshape(self._pairs, 2)
        differences = probes[:, 0] - probes[:, 1]
        slope = (differences[:, None] / (2 * self._sides)).mean(axis=0)
        if self._gain is None and np.any(slope):
            # The first step is as long as a probe.
            first = (1 + _STABILITY) ** _STEP_DECAY
            self._gain = self._probe * first / float(np.abs(slope).mean())
        self._generation += 1
        rate = (self._gain or 0.0) / (self._generation + _STABILITY) ** _STEP_DECAY
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


_CROSSED = 0.7  # the share of children with two parents
_BEYOND = 0.25  # how far outside its parents a child may be, as a share of their distance
_NARROWING = 0.98  # the factor by which mutations shrink in each generation


class GeneticSearch:
    """R2's elitist genetic algorithm: the better half of parents and children survives.

    Parents are measured again with their children in the same games; otherwise a lucky candidate
    would survive for ever. `spread` is the standard deviation of the first mutations.
    """

    def __init__(
        self, start: Point | None, dimensions: int, population: int, spread: float, seed: int
    ) -> None:
        """Begin with random points, and with the start if there is one."""
        self._random = np.random.default_rng([seed, 1])
        self._size = population
        self._width = spread
        self._points = [self._random.random(dimensions) for _ in range(population)]
        if start is not None:
            self._points[0] = start.copy()
        self._parents: list[Point] = []

    def ask(self) -> list[Point]:
        """Return the parents and the same number of children."""
        if self._parents:
            children = [self._child() for _ in range(self._size)]
            self._points = [*self._parents, *children]
        return [point.copy() for point in self._points]

    def tell(self, fitness: Sequence[float]) -> None:
        """Select the best, best first; among equals the older ones."""
        order = np.argsort(-np.asarray(fitness), kind="stable")
        self._parents = [self._points[place] for place in order[: self._size]]
        self._width *= _NARROWING

    @property
    def guess(self) -> Point:
        """The best of the last generation."""
        return self._parents[0].copy() if self._parents else self._points[0].copy()

    @property
    def spread(self) -> float:
        """The mean deviation of the population."""
        points = np.array(self._parents or self._points)
        return float(points.std(axis=0).mean())

    def _child(self) -> Point:
        first = self._selected()
        child = first.copy()
        if self._random.random() < _CROSSED:
            second = self._selected()
            where = self._random.uniform(-_BEYOND, 1 + _BEYOND, len(child))
            child = first + where * (second - first)
        # At least one number changes, about two on average.
        changes = self._random.random(len(child)) < 1 / len(child)
        changes[self._random.integers(len(child))] = True
        child = child + changes * self._random.normal(0.0, self._width, len(child))
        inside: Point = np.clip(child, 0.0, 1.0)
        return inside

    def _selected(self) -> Point:
        """Return the better of two random parents; parents are in the order of their fitness."""
        places = self._random.integers(self._size, size=2)
        return self._parents[int(places.min())]


@dataclass(frozen=True, slots=True)
class Method:
    """An optimiser by name: its description, constructor and defaults.

    `make` takes a start or None, the number of dimensions, the population, the spread and a seed.
    `patience` is the number of generations without progress after which a search ends.
    """

    description: str
    make: Callable[[Point | None, int, int, float, int], Optimiser]
    population: int
    spread: float
    patience: int | None = None


METHODS: Mapping[str, Method] = MappingProxyType(
    {
        "cma": Method("CMA-ES, an evolution strategy", CmaSearch, 16, 0.25),
        "genetic": Method("R2's elitist genetic algorithm", GeneticSearch, 20, 0.15, patience=10),
        "spsa": Method("a stochastic gradient by random probes", SpsaSearch, 16, 0.05),
    }
)


def method(name: str) -> Method:
    """Return the method of this name; a misspelt one is an error that suggests another."""
    if name not in METHODS:
        raise InputError(f"there is no method {name!r}: {suggestion(name, METHODS)}")
    return METHODS[name]
