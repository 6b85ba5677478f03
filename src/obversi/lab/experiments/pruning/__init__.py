"""How many nodes alpha-beta leaves of minimax."""

from obversi.lab.experiments.pruning.experiment import EXPERIMENT

__all__ = ["EXPERIMENT"]
