"""Does deeper search play better? R2's theorem says not always, its hypothesis that it does."""

from typing import Final

from obversi.lab.experiment import Experiment
from obversi.lab.experiments.deeper.conclusion import conclude
from obversi.lab.experiments.deeper.figure import draw
from obversi.lab.experiments.deeper.measurements import steps

__all__ = ["EXPERIMENT"]

EXPERIMENT: Final = Experiment(
    name="deeper",
    title="Does deeper search play better?",
    report="R2, 2.2.3 and 3.2",
    question="Does a search that looks one ply deeper play better, and is there an evaluation with "
    "which it plays worse?",
    unit="games a depth (a tenth at the last, but for r2) and positions",
    games=1000,
    seconds=99,
    steps=steps,
    conclude=conclude,
    draw=draw,
)
