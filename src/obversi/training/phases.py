"""The phases of a game, the positions of each, and the settings and errors of a fit."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import ClassVar, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from obversi import _core
from obversi.arguments import whole_number
from obversi.errors import InputError
from obversi.training.positions import Positions
from obversi.training.torch_extra import Tensor, torch_module

# From 0 to 64 empty squares.
_NUMBERS_OF_EMPTIES = 65


@dataclass(frozen=True)
class Division:
    """The phase of each number of empty squares; the first phase begins at `most_empties`.

    The numbers of a phase are `step` apart.
    """

    phase_of_empties: NDArray[np.uint8]
    most_empties: int
    step: int = 1

    @classmethod
    def even(cls, most_empties: int, phases: int) -> "Division":
        """Make phases of the same length; positions before them belong to the first.

        >>> Division.even(12, 3).phase_of_empties[:14].tolist()
        [2, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0]
        """
        played = cls._played(most_empties, phases)
        phase_of_empties = np.minimum(played * phases // most_empties, phases - 1)
        return cls(phase_of_empties.astype(np.uint8), most_empties)

    @classmethod
    def by_parity(cls, most_empties: int, phases: int) -> "Division":
        """Make phases of the same length, half of them for odd numbers of empty squares.

        >>> Division.by_parity(12, 6).phase_of_empties[:14].tolist()
        [4, 5, 4, 5, 4, 3, 2, 3, 2, 1, 0, 1, 0, 0]
        """
        played = cls._played(most_empties, phases)
        if phases % 2:
            raise InputError(
                f"{phases} phases cannot be divided by parity: expected an even number"
            )
        half = phases // 2
        phase_of_empties = 2 * np.minimum(played * half // most_empties, half - 1) + played % 2
        return cls(phase_of_empties.astype(np.uint8), most_empties, step=2)

    @staticmethod
    def _played(most_empties: int, phases: int) -> NDArray[np.int64]:
        """Return the plies played for each number of empty squares."""
        if whole_number(phases, "phases", 1) > most_empties:
            raise InputError(f"{most_empties} plies cannot be divided into {phases} phases")
        return np.maximum(most_empties - np.arange(_NUMBERS_OF_EMPTIES), 0)

    @classmethod
    def given(cls, most_empties: int, phase_of_empties: Sequence[int]) -> "Division":
        """Take the phase of each number of empty squares from 0 to 64, and check it."""
        phases = np.asarray(phase_of_empties, np.int64)
        steps = phases[:-1] - phases[1:]
        fits = phases.shape == (_NUMBERS_OF_EMPTIES,) and np.isin(steps, (0, 1)).all()
        if not fits or phases[most_empties] != 0:
            raise InputError(
                "phase_of_empties must have 65 numbers: the last phase first, for no empty square, "
                f"then down in steps of one to phase 0, for {most_empties} empty squares and more"
            )
        return cls(phases.astype(np.uint8), most_empties)

    @property
    def phases(self) -> int:
        """The number of phases."""
        return int(self.phase_of_empties.max()) + 1

    def empties(self, phase: int) -> tuple[int, int]:
        """Return the least and the most empty squares of a phase."""
        (inside,) = np.nonzero(self.phase_of_empties[: self.most_empties + 1] == phase)
        return int(inside[0]), int(inside[-1])


Method = Literal["ridge", "network"]

# The number of phases for which games on each board have enough positions: of tables, and of the
# vectors of networks.
_PHASES = {4: 6, 6: 16, 8: 30}
_NETWORK_PHASES = {4: 1, 6: 2, 8: 4}
# With a larger decay a step could change the sign of a vector.
_MOST_DECAY = 100.0


@dataclass(frozen=True)
class FitPlan:
    """How weights are fitted; the defaults suit ten thousand positions as well as many millions.

    The ridge is the pull on each weight, expressed as a number of positions with unexplained
    margins. The better the weights explain the margins, the weaker it is.
    """

    # The default depends on the size. An even number is divided by parity, because the player of
    # the last move matters, above all in the reversed game.
    phases: int | None = None
    phase_of_empties: Sequence[int] | None = None  # for 0 to 64 empty squares, instead of `phases`
    light_phases: int = 5
    light_empties: int = 20  # the most empty squares of the light evaluation
    method: Method = "ridge"
    ridge: float = 400.0
    # Positions up to this number of plies outside a phase count too, with this weight. Phases by
    # parity use only those of their own parity.
    overlap: int = 2
    overlap_weight: float = 0.5
    trust: tuple[float, float, float] = (1.0, 1.0, 1.0)  # in exact, played and searched margins
    # A position with this value counts half as much as an even one, because a decided game needs no
    # exact evaluation. Near the end all positions count the same, because moves must be ordered in
    # all of them. A network uses its own value: the margin, which least squares use, is noisy and
    # pulls the values of close positions towards zero. None: all positions count the same.
    close: float | None = None
    close_empties: int = 22  # `close` matters with more empty squares than these
    iterations: int = 20
    epochs: int = 5  # of a network
    # The weight decay of a network's vectors. Without it a vector that few positions have learns
    # their noise.
    decay: float = 2.0
    seed: int | None = 1  # of a network: its first weights, and the order of positions
    device: str = "auto"

    def __post_init__(self) -> None:
        """Check the values."""
        if self.method not in get_args(Method):
            expected = " or ".join(map(repr, get_args(Method)))
            raise InputError(f"there is no method {self.method!r}: expected {expected}")
        for name in ("ridge", "overlap_weight"):
            if not getattr(self, name) > 0:
                raise InputError(f"{name} cannot be {getattr(self, name)}: expected more than 0")
        if not 0 <= self.decay <= _MOST_DECAY:
            raise InputError(f"decay cannot be {self.decay}: expected 0 to {_MOST_DECAY:.0f}")
        if self.close is not None and not self.close > 0:
            raise InputError(f"close cannot be {self.close}: expected more than 0")
        for name, least in (
            ("close_empties", 0),
            ("overlap", 0),
            ("iterations", 1),
            ("epochs", 1),
            ("light_phases", 1),
        ):
            whole_number(getattr(self, name), name, least)

    def full_division(self, size: int) -> Division:
        """Return the phases of the full evaluation."""
        most_empties = size**2 - 4
        if self.phase_of_empties is not None:
            return Division.given(most_empties, self.phase_of_empties)
        phases = self.phases
        if phases is None or self.method == "network":
            phases = _PHASES[size]
        if phases % 2 == 0:
            return Division.by_parity(most_empties, phases)
        return Division.even(most_empties, phases)

    def network_division(self, size: int) -> Division:
        """Return the phases of a network's vectors."""
        phases = _NETWORK_PHASES[size] if self.phases is None else self.phases
        return Division.even(size**2 - 4, phases)

    def light_division(self, size: int) -> Division:
        """Return the phases of the light evaluation."""
        return Division.even(min(self.light_empties, size**2 - 4), self.light_phases)


@dataclass(frozen=True)
class Labelled:
    """Positions with their margins and weights in the fit."""

    own: Tensor
    opp: Tensor
    margins: Tensor
    importance: Tensor
    empties: Tensor
    moves: Tensor  # the two weights of `_core.move_counts`

    @classmethod
    def joined(cls, parts: "Sequence[Labelled]") -> "Labelled":
        """Concatenate parts."""
        cat = torch_module().cat
        return cls(*(cat([getattr(p, column.name) for p in parts]) for column in fields(cls)))

    def __len__(self) -> int:
        return len(self.own)

    def __getitem__(self, chosen: slice | Tensor) -> "Labelled":
        return Labelled(*(getattr(self, column.name)[chosen] for column in fields(self)))


@dataclass(frozen=True)
class PhasePositions:
    """The positions of a phase and of the plies around it."""

    number: int
    least_empties: int
    most_empties: int
    fitted: Labelled
    inside: slice  # the fitted ones that belong to the phase itself
    tested: Labelled  # held out
    tested_inside: slice


class PhaseData:
    """All positions sorted by empty squares, so that those of a phase are adjacent."""

    def __init__(self, positions: Positions, size: int, plan: FitPlan, device: str) -> None:
        """Copy the positions to the device, held-out ones separately."""
        self.device = device
        self._plan = plan
        self._fitted = _Part(positions, ~positions.held_out, size, plan, device)
        self._tested = _Part(positions, positions.held_out, size, plan, device)

    def phase(self, number: int, division: Division) -> PhasePositions:
        """Return the positions of a phase."""
        least, most = division.empties(number)
        fitted, inside = self._fitted.around(least, most, division.step, self._plan)
        tested, tested_inside = self._tested.around(least, most, division.step, self._plan)
        return PhasePositions(number, least, most, fitted, inside, tested, tested_inside)

    def all_fitted(self, division: Division) -> Labelled:
        """Return the fitted positions of all phases."""
        return self._fitted.labelled[self._fitted.between(0, division.most_empties)]


class _Part:
    """The fitted positions, or the held-out ones."""

    def __init__(
        self, positions: Positions, chosen: NDArray[np.bool_], size: int, plan: FitPlan, device: str
    ) -> None:
        (places,) = np.nonzero(chosen)
        places = places[np.argsort(positions.empties[places], kind="stable")]
        self.empties = positions.empties[places]
        # A search may return more than the largest possible margin.
        margins = positions.margin[places].clip(-(size**2), size**2)
        trust = np.array(plan.trust, np.float32)[positions.source[places]]
        if plan.close is not None and plan.method == "ridge":
            decided = np.where(self.empties > plan.close_empties, margins / plan.close, 0.0)
            trust = (trust / (1 + decided**2)).astype(np.float32)
        own, opp = positions.own[places], positions.opp[places]
        moves = _core.move_counts(np.stack([own, opp], 1), size)
        # PyTorch has no operators for unsigned integers.
        squares = own.view(np.int64), opp.view(np.int64)
        from_numpy = torch_module().from_numpy
        parts = (*squares, margins.astype(np.float32), trust, self.empties, moves)
        self.labelled = Labelled(*(from_numpy(part).to(device) for part in parts))

    def around(self, least: int, most: int, step: int, plan: FitPlan) -> tuple[Labelled, slice]:
        """Return the positions of a phase and around it, and the slice of the phase itself."""
        first = least - plan.overlap // step * step
        plies = range(first, most + plan.overlap + 1, step)
        parts = [self.between(empties, empties) for empties in plies]
        ends = np.cumsum([0] + [part.stop - part.start for part in parts])
        inside = slice(int(ends[plies.index(least)]), int(ends[plies.index(most) + 1]))
        labelled = Labelled.joined([self.labelled[part] for part in parts])
        importance = plan.overlap_weight * labelled.importance
        importance[inside] /= plan.overlap_weight
        return replace(labelled, importance=importance), inside

    def between(self, least: int, most: int) -> slice:
        """Return the slice of the positions with these numbers of empty squares."""
        begin, end = np.searchsorted(self.empties, [least, most + 1])
        return slice(int(begin), int(end))


@dataclass(frozen=True)
class PhaseReport:
    """The errors of one phase in discs, with the weights rounded as they are stored."""

    evaluation: Literal["full", "light"]
    phase: int
    most_empties: int
    least_empties: int
    positions: int
    spread: float  # the standard deviation of the margins
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
