"""What can be tuned for, by its name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from obversi.errors import ObversiError
from obversi.lab.tuning.neighbours_objective import NeighboursObjective
from obversi.lab.tuning.objective import Objective
from obversi.lab.tuning.value_loss_objective import ValueLossObjective
from obversi.lab.tuning.win_rate_objective import WinRateObjective
from obversi.suggestion import suggestion

__all__ = ["OBJECTIVES", "objective"]

OBJECTIVES: Final[Mapping[str, Objective]] = MappingProxyType(
    {each.name: each for each in (WinRateObjective(), NeighboursObjective(), ValueLossObjective())}
)


def objective(name: str) -> Objective:
    """Return the objective of this name; a misspelt one is an error that suggests another."""
    if name not in OBJECTIVES:
        raise ObversiError(f"there is no objective {name!r}: {suggestion(name, OBJECTIVES)}")
    return OBJECTIVES[name]
