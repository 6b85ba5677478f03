"""A board does not tell where it came from."""

from obversi.lab.experiments.invertible.experiment import EXPERIMENT

__all__ = ["EXPERIMENT"]
