"""How many legal moves there are, round by round."""

from obversi.lab.experiments.breadth.experiment import EXPERIMENT

__all__ = ["EXPERIMENT"]
