"""Search strategies under one evaluation: what they cost, and what they are worth."""

from typing import Final

from obversi.lab.experiment import Experiment
from obversi.lab.experiments.strategies.conclusion import conclude
from obversi.lab.experiments.strategies.figure import draw
from obversi.lab.experiments.strategies.measurements import steps

__all__ = ["EXPERIMENT"]

EXPERIMENT: Final = Experiment(
    name="strategies",
    title="Search strategies under one evaluation",
    report="R2, 4.3",
    question="With one evaluation, which search finds the most for its nodes and its time?",
    unit="games for each search",
    games=300,
    seconds=86,
    steps=steps,
    conclude=conclude,
    draw=draw,
)
