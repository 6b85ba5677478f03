"""Minimax against alpha-beta, by depth."""

from obversi.lab.experiments.minimax.experiment import EXPERIMENT

__all__ = ["EXPERIMENT"]
