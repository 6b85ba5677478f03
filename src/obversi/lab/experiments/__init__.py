"""All experiments, by their names: one module for each."""

from collections.abc import Mapping
from types import MappingProxyType

from obversi.arguments import suggestion
from obversi.errors import InputError
from obversi.lab.experiment import Experiment
from obversi.lab.experiments import (
    beating,
    breadth,
    deeper,
    endgame,
    gamma,
    invertible,
    leftover,
    matrices,
    minimax,
    mobility,
    plies,
    pruning,
    search_depths,
    strategies,
    value_losses,
    win_rates,
    winners,
    wishes,
)

# In the order of the page.
_MODULES = (
    breadth,
    pruning,
    minimax,
    winners,
    invertible,
    gamma,
    matrices,
    mobility,
    plies,
    deeper,
    strategies,
    endgame,
    leftover,
    wishes,
    beating,
    win_rates,
    value_losses,
    search_depths,
)

# All experiments by their names.
EXPERIMENTS: Mapping[str, Experiment] = MappingProxyType(
    {module.EXPERIMENT.name: module.EXPERIMENT for module in _MODULES}
)


def experiment(name: str) -> Experiment:
    """Return the experiment of this name; a misspelt one is an error that suggests another."""
    if name not in EXPERIMENTS:
        raise InputError(f"there is no experiment {name!r}: {suggestion(name, EXPERIMENTS)}")
    return EXPERIMENTS[name]
