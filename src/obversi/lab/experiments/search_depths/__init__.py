"""How deep evaluations let a search get in the same time."""

from obversi.lab.experiments.search_depths.experiment import EXPERIMENT

__all__ = ["EXPERIMENT"]
