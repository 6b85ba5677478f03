"""How far evaluations are from true minimax values."""

from obversi.lab.experiments.value_losses.experiment import EXPERIMENT

__all__ = ["EXPERIMENT"]
