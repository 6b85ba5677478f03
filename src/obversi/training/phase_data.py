"""The positions of each phase, on the device where weights are fitted."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from obversi.training.division import Division
from obversi.training.plan import Plan
from obversi.training.positions import Positions
from obversi.training.torch_extra import Tensor, torch_module

__all__ = ["Labelled", "Phase", "PhaseData"]


@dataclass(frozen=True)
class Labelled:
    """Positions, their margins, and how much each counts."""

    own: Tensor
    opp: Tensor
    margins: Tensor
    importance: Tensor

    def __len__(self) -> int:
        return len(self.own)

    def __getitem__(self, chosen: slice | Tensor) -> "Labelled":
        parts = (self.own, self.opp, self.margins, self.importance)
        return Labelled(*(part[chosen] for part in parts))


@dataclass(frozen=True)
class Phase:
    """A phase and its positions, with those of the plies around it."""

    number: int
    least_empties: int
    most_empties: int
    fitted: Labelled
    inside: slice  # which of those fitted belong to the phase itself
    tested: Labelled  # held out
    tested_inside: slice


class PhaseData:
    """All positions in the order of their empty squares: what a phase needs lies together."""

    def __init__(self, positions: Positions, size: int, plan: Plan, device: str) -> None:
        """Bring the positions to the device, those held out apart."""
        self.device = device
        self._plan = plan
        self._fitted = _Part(positions, ~positions.held_out, size, plan, device)
        self._tested = _Part(positions, positions.held_out, size, plan, device)

    def phase(self, number: int, division: Division) -> Phase:
        """Return what a phase is fitted to and tested on."""
        least, most = division.empties(number)
        fitted, inside = self._fitted.around(least, most, self._plan)
        tested, tested_inside = self._tested.around(least, most, self._plan)
        return Phase(number, least, most, fitted, inside, tested, tested_inside)

    def all_fitted(self, division: Division) -> tuple[Labelled, Tensor]:
        """Return all that is fitted in any phase, and the numbers of empty squares."""
        used = self._fitted.between(0, division.most_empties)
        empties = torch_module().from_numpy(self._fitted.empties[used].astype(np.int32))
        return self._fitted.labelled[used], empties.to(self.device)


class _Part:
    """The positions that are fitted, or those held out."""

    def __init__(
        self, positions: Positions, chosen: NDArray[np.bool_], size: int, plan: Plan, device: str
    ) -> None:
        (places,) = np.nonzero(chosen)
        places = places[np.argsort(positions.empties[places], kind="stable")]
        self.empties = positions.empties[places]
        # No game ends with more discs than there are squares, whatever a search may have thought.
        margins = positions.label(plan.blend)[places].clip(-(size**2), size**2)
        trust = np.array(plan.trust, np.float32)[positions.source[places]]
        if plan.close is not None:
            decided = np.where(self.empties > plan.close_empties, margins / plan.close, 0.0)
            trust = (trust / (1 + decided**2)).astype(np.float32)
        # PyTorch has no operators for unsigned words.
        own, opp = (squares[places].view(np.int64) for squares in (positions.own, positions.opp))
        from_numpy = torch_module().from_numpy
        parts = (own, opp, margins.astype(np.float32), trust)
        self.labelled = Labelled(*(from_numpy(part).to(device) for part in parts))

    def around(self, least: int, most: int, plan: Plan) -> tuple[Labelled, slice]:
        """Return the positions of a phase and around it, and where the phase itself lies there."""
        around = self.between(least - plan.overlap, most + plan.overlap)
        within = self.between(least, most)
        inside = slice(within.start - around.start, within.stop - around.start)
        found = self.labelled[around]
        importance = plan.overlap_weight * found.importance
        importance[inside] = found.importance[inside]
        return replace(found, importance=importance), inside

    def between(self, least: int, most: int) -> slice:
        """Return where the positions with so many empty squares lie."""
        begin, end = np.searchsorted(self.empties, [least, most + 1])
        return slice(int(begin), int(end))
