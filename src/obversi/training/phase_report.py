"""What came of fitting one phase."""

from dataclasses import dataclass
from typing import ClassVar, Literal

__all__ = ["PhaseReport"]


@dataclass(frozen=True)
class PhaseReport:
    """The errors of one phase, with the weights as they are stored; in discs."""

    evaluation: Literal["full", "light"]
    phase: int
    most_empties: int
    least_empties: int
    positions: int
    spread: float  # of the margins: what the error would be like without an evaluation
    fitted_error: float
    held_out: int
    held_out_error: float
    held_out_deviation: float

    HEADER: ClassVar = (
        "phase  empties   positions  spread  mean error | held out  mean error  deviation\n"
        "-----  -------  ----------  ------  ---------- + --------  ----------  ---------"
    )

    def __str__(self) -> str:
        return (
            f"{self.phase:5}  {self.most_empties:3}-{self.least_empties:<3}  {self.positions:10}  "
            f"{self.spread:6.2f}  {self.fitted_error:10.2f} | {self.held_out:8}  "
            f"{self.held_out_error:10.2f}  {self.held_out_deviation:9.2f}"
        )
