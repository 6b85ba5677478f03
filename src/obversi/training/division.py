"""Dividing a game into phases that have weights of their own."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from obversi.errors import ObversiError
from obversi.numbers import whole_number

__all__ = ["Division"]

# An evaluation is asked with 0 to 64 empty squares.
_NUMBERS_OF_EMPTIES: Final = 65


@dataclass(frozen=True)
class Division:
    """The phase of each number of empty squares, and with how many of them the first begins."""

    phase_of_empties: NDArray[np.uint8]
    most_empties: int

    @classmethod
    def even(cls, most_empties: int, phases: int) -> "Division":
        """Make phases of the same length; whatever comes earlier belongs to the first.

        >>> Division.even(12, 3).phase_of_empties[:14].tolist()
        [2, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0]
        """
        phases = whole_number(phases, "phases", 1)
        if phases > most_empties:
            raise ObversiError(f"{most_empties} plies cannot be divided into {phases} phases")
        played = np.maximum(most_empties - np.arange(_NUMBERS_OF_EMPTIES), 0)
        phase_of_empties = np.minimum(played * phases // most_empties, phases - 1)
        return cls(phase_of_empties.astype(np.uint8), most_empties)

    @classmethod
    def given(cls, most_empties: int, phase_of_empties: Sequence[int]) -> "Division":
        """Take the phase of each number of empty squares from 0 to 64, if it makes sense."""
        phases = np.asarray(phase_of_empties, np.int64)
        steps = phases[:-1] - phases[1:]
        fits = phases.shape == (_NUMBERS_OF_EMPTIES,) and np.isin(steps, (0, 1)).all()
        if not fits or phases[most_empties] != 0:
            raise ObversiError(
                "phase_of_empties must have 65 numbers: the last phase first, for no empty square, "
                f"then down in steps of one to phase 0, for {most_empties} empty squares and more"
            )
        return cls(phases.astype(np.uint8), most_empties)

    @property
    def phases(self) -> int:
        """The number of phases."""
        return int(self.phase_of_empties[0]) + 1

    def empties(self, phase: int) -> tuple[int, int]:
        """Return the least and the most empty squares of a phase."""
        (inside,) = np.nonzero(self.phase_of_empties[: self.most_empties + 1] == phase)
        return int(inside[0]), int(inside[-1])
