"""What an endgame solver adds to R2."""

from typing import Final

from obversi.lab.experiment import Experiment
from obversi.lab.experiments.endgame.conclusion import conclude
from obversi.lab.experiments.endgame.figure import draw
from obversi.lab.experiments.endgame.measurements import steps

__all__ = ["EXPERIMENT"]

EXPERIMENT: Final = Experiment(
    name="endgame",
    title="What an endgame solver adds to R2",
    report="R2, 3.3.3.2 and 4.2.1",
    question="How much stronger does R2 get if it plays the last squares perfectly, and at what "
    "cost?",
    unit="games against R2 without a solver",
    games=1000,
    seconds=90,
    steps=steps,
    conclude=conclude,
    draw=draw,
)
