"""The parts that an experiment is measured in, each kept as soon as it is done."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Measured", "Step", "Watch"]

# Whatever JSON can keep: numbers, texts, lists and objects with texts for names.
Measured = Any

# Told which share of a step is done, from 0 to 1.
Watch = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Step:
    """A part of the work; `key` names it, alike whenever the settings are.

    A step takes some seconds at most, for one that is interrupted begins again. What it measures
    depends on the settings alone, never on the steps before.
    """

    key: str
    work: Callable[[Watch], Measured]
