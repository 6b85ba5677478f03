"""Evaluations to compare: those of the reports, and two that know next to nothing."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from obversi.heuristics import EVALUATIONS, AnyEvaluation, Mix, Phase

__all__ = ["DISCS", "NOTHING", "YARDSTICKS"]

# Every position is alike to it, but a finished game is known.
NOTHING: Final = Mix("nothing", (Phase({"discs": 0.0}),))

DISCS: Final = Mix("discs", (Phase({"discs": 1.0}),))

YARDSTICKS: Final[Mapping[str, AnyEvaluation]] = MappingProxyType(
    {**{name: name for name in EVALUATIONS}, DISCS.name: DISCS, NOTHING.name: NOTHING}
)
