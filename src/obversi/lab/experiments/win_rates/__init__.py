"""How often evaluations beat a random chooser."""

from obversi.lab.experiments.win_rates.experiment import EXPERIMENT

__all__ = ["EXPERIMENT"]
