"""What can be tuned: numbers with ranges, and the evaluation that they make."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi.errors import ObversiError
from obversi.heuristics import Evaluation, Mix

__all__ = ["Parameter", "Point", "Space", "Vector"]

# The numbers of a candidate as its evaluation has them.
Vector = tuple[float, ...]

# The same as optimisers see them: each as a share of its range, from 0 to 1.
Point = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number to be tuned: its name, its range, and what it is before."""

    name: str
    low: float
    high: float
    start: float

    def __post_init__(self) -> None:
        """Refuse what is no range, or does not hold the start."""
        if not (isfinite(self.low) and isfinite(self.high) and self.low < self.high):
            raise ObversiError(
                f"the range of {self.name!r} cannot be {self.low} to {self.high}: "
                "expected two numbers, the lower one first"
            )
        if not self.low <= self.start <= self.high:
            raise ObversiError(
                f"{self.name!r} cannot begin at {self.start}: its range is "
                f"{self.low} to {self.high}"
            )

    def to_object(self) -> dict[str, Any]:
        """Return what JSON keeps."""
        return {"name": self.name, "low": self.low, "high": self.high, "start": self.start}

    @classmethod
    def from_object(cls, told: dict[str, Any]) -> "Parameter":
        """Read what `to_object` returned."""
        return cls(str(told["name"]), told["low"], told["high"], told["start"])


@dataclass(frozen=True)
class Space:
    """Numbers, and what makes an evaluation of them; `source` says whose numbers they are.

    `make` takes as many numbers as there are parameters, and the name of what it makes. `rules` is
    the game that the evaluation was written for. `mix` is whose weights are tuned, None if a
    function makes evaluations of the numbers.
    """

    source: str
    parameters: tuple[Parameter, ...]
    make: Callable[[Vector, str], Evaluation]
    rules: str = "normal"
    mix: Mix | None = None

    def __post_init__(self) -> None:
        """Refuse what leaves nothing to tune."""
        if not self.parameters:
            raise ObversiError(f"there is nothing to tune in {self.source!r}: it has no weights")

    def __len__(self) -> int:
        """Return how many numbers there are."""
        return len(self.parameters)

    @property
    def names(self) -> tuple[str, ...]:
        """What the numbers are called."""
        return tuple(parameter.name for parameter in self.parameters)

    @property
    def start(self) -> Vector:
        """The numbers before tuning."""
        return tuple(parameter.start for parameter in self.parameters)

    def evaluation(self, vector: Sequence[float], name: str = "candidate") -> Evaluation:
        """Return the evaluation that these numbers make."""
        if len(vector) != len(self):
            raise ObversiError(
                f"{self.source!r} has {len(self)} numbers to tune, and {len(vector)} are given"
            )
        return self.make(tuple(float(number) for number in vector), name)

    def vector(self, point: Point) -> Vector:
        """Return the numbers at shares of their ranges.

        >>> space = Space("x", (Parameter("a", -1.0, 3.0, 0.0),), lambda vector, name: None)
        >>> space.vector(np.array([0.75])), space.point((2.0,))
        ((2.0,), array([0.75]))
        """
        low, high = self._bounds()
        inside = np.clip(point, 0.0, 1.0)
        return tuple(float(number) for number in low + inside * (high - low))

    def point(self, vector: Sequence[float]) -> Point:
        """Return which shares of their ranges these numbers are."""
        low, high = self._bounds()
        shares: Point = (np.asarray(vector, np.float64) - low) / (high - low)
        return shares

    def _bounds(self) -> tuple[Point, Point]:
        low, high = np.array([(each.low, each.high) for each in self.parameters]).T
        return low, high
