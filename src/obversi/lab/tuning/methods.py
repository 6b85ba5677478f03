"""The ways to search, by their names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from obversi.errors import ObversiError
from obversi.lab.tuning.cma import CmaSearch
from obversi.lab.tuning.genetic import GeneticSearch
from obversi.lab.tuning.optimiser import Optimiser
from obversi.lab.tuning.space import Point
from obversi.lab.tuning.spsa import SpsaSearch
from obversi.suggestion import suggestion

__all__ = ["METHODS", "Method", "method"]


@dataclass(frozen=True, slots=True)
class Method:
    """A way to search: a line about it, what makes it, and what is usual for it.

    `make` takes a start or None, the number of dimensions, the population, the spread and a seed.
    `patience` is after how many generations without progress it gives up, None for never.
    """

    description: str
    make: Callable[[Point | None, int, int, float, int], Optimiser]
    population: int
    spread: float
    patience: int | None = None


METHODS: Final[Mapping[str, Method]] = MappingProxyType(
    {
        "cma": Method("CMA-ES, which learns which way it goes uphill", CmaSearch, 16, 0.25),
        "genetic": Method("R2's elitist genetic algorithm", GeneticSearch, 20, 0.15, patience=10),
        "spsa": Method("the slope by random steps", SpsaSearch, 16, 0.05),
    }
)


def method(name: str) -> Method:
    """Return the method of this name; a misspelt one is an error that suggests another."""
    if name not in METHODS:
        raise ObversiError(f"there is no method {name!r}: {suggestion(name, METHODS)}")
    return METHODS[name]
