"""Tuning: better numbers for an evaluation, and their strength."""

from obversi.lab.tuning.run import tune
from obversi.lab.tuning.space import Parameter, Space
from obversi.lab.tuning.study import Study

__all__ = ["Parameter", "Space", "Study", "tune"]
