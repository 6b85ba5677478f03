"""What Monte Carlo tree search does with the time that R2 leaves over."""

from typing import Final

from obversi.lab.experiment import Experiment
from obversi.lab.experiments.leftover.conclusion import conclude
from obversi.lab.experiments.leftover.figure import draw
from obversi.lab.experiments.leftover.measurements import steps

__all__ = ["EXPERIMENT"]

EXPERIMENT: Final = Experiment(
    name="leftover",
    title="What MCTS does with the time left over",
    report="R2, 5",
    question="R2 leaves a fifth of its time unused and wishes for Monte Carlo tree search there: "
    "would its moves be better?",
    unit="positions of each part of the game",
    games=700,
    seconds=68,
    steps=steps,
    conclude=conclude,
    draw=draw,
)
