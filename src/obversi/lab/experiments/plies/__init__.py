"""R3's final score by the depth of its search."""

from obversi.lab.experiments.plies.experiment import EXPERIMENT

__all__ = ["EXPERIMENT"]
