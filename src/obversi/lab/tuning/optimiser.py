"""Optimisers: they ask for candidates to be measured, and are told how good those are."""

from collections.abc import Sequence
from typing import Protocol

from obversi.lab.tuning.space import Point

__all__ = ["Optimiser"]


class Optimiser(Protocol):
    """Searches the unit cube for points of large fitness, generation by generation.

    What it asks for depends on its seed and on what it was told alone, so that a search that was
    interrupted is brought back by telling it the same again.
    """

    def ask(self) -> list[Point]:
        """Return the points of the next generation."""

    def tell(self, fitness: Sequence[float]) -> None:
        """Hear the fitness of the points that were asked for last, in their order."""

    @property
    def guess(self) -> Point:
        """Where the best point is by all that was told; chance helped it less than the luckiest."""

    @property
    def spread(self) -> float:
        """How far the points of a generation are from its guess, as a share of their ranges."""
