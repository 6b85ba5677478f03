"""Who beats whom, and that it goes round in circles."""

from obversi.lab.experiments.beating.experiment import EXPERIMENT

__all__ = ["EXPERIMENT"]
