"""R0's share of the squares."""

from obversi.lab.experiments.gamma.experiment import EXPERIMENT

__all__ = ["EXPERIMENT"]
