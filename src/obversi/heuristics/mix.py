"""Mixes: evaluations that add up features, each times a weight."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from obversi import _core
from obversi.arguments import whole_number
from obversi.board import Board
from obversi.errors import InputError
from obversi.heuristics.evaluation import Evaluation, Finished, WeightedFeature, checked_finished
from obversi.heuristics.features import (
    Quarter,
    checked_feature,
    checked_quarter,
    is_number,
    needs_squares,
    square_weights,
)
from obversi.rules import Rules, checked_rules

_SQUARES_OF_8X8 = 64


@dataclass(frozen=True)
class Phase:
    """The weights of a phase: up to a number of discs on 8×8, or to the end."""

    weights: Mapping[str, float]
    until: int | None = None

    def __post_init__(self) -> None:
        """Store plain, immutable numbers; reject anything else, and unknown features."""
        if not isinstance(self.weights, Mapping) or not self.weights:
            raise InputError(
                f"the weights of a phase cannot be {self.weights!r}: expected features with numbers"
            )
        for name, weight in self.weights.items():
            if not is_number(weight):
                raise InputError(f"the weight of {name!r} cannot be {weight!r}: no finite number")
        weights = {checked_feature(name): float(value) for name, value in self.weights.items()}
        object.__setattr__(self, "weights", MappingProxyType(weights))
        if self.until is not None:
            until = whole_number(self.until, "the last disc of a phase", 1)
            if until >= _SQUARES_OF_8X8:
                raise InputError(f"a phase cannot end at {until} discs: expected fewer than 64")
            object.__setattr__(self, "until", until)

    def last_discs(self, size: int) -> int:
        """Return the number of discs up to which the phase goes on a board of this size."""
        if self.until is None:
            return size * size
        return self.until * size * size // _SQUARES_OF_8X8

    def __hash__(self) -> int:
        """Hash alike whatever the order of the weights."""
        return hash((frozenset(self.weights.items()), self.until))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the weights as a dictionary."""
        return Phase, (dict(self.weights), self.until)


@dataclass(frozen=True)
class Mix(Evaluation):
    """A sum of features, each times its weight, which may change from phase to phase.

    ``squares`` are the weights of squares for the features that need them: rows 1 to 4 of columns a
    to d. ``rules`` is the game that the weights were written for; under the other one, goal
    features change their sign. ``finished`` sets the value of a finished game: points for the
    "margin", more than any estimate; its "result", 1, 0 or -1; or the sum of the features
    ("evaluated"). ``origin`` names the source of the mix.

    >>> mix = Mix("mine", (Phase({"moves": 2.0}, until=40), Phase({"corners": 25, "moves": 1})))
    >>> board = Board()
    >>> mix(board)
    0.0
    >>> mix.by_move(board)
    {'d3': 0.0, 'c4': 0.0, 'f5': 0.0, 'e6': 0.0}
    """

    name: str
    phases: tuple[Phase, ...]
    squares: Quarter | None = None
    rules: Rules = "normal"
    finished: Finished = "margin"
    origin: str = ""

    def __post_init__(self) -> None:
        """Reject values that do not make an evaluation."""
        for label, text in (("name", self.name), ("origin", self.origin)):
            if not isinstance(text, str) or not text.isprintable():
                raise InputError(f"the {label} of an evaluation cannot be {text!r}")
        if not self.name:
            raise InputError("an evaluation needs a name")
        checked_rules(self.rules)
        checked_finished(self.finished)
        object.__setattr__(self, "phases", _checked_phases(self.phases))
        if self.squares is not None:
            object.__setattr__(self, "squares", checked_quarter(self.squares))
        elif lacking := [name for name in self.features if needs_squares(name)]:
            raise InputError(f"the feature {lacking[0]!r} needs the weights of squares")

    @property
    def features(self) -> tuple[str, ...]:
        """The features of all phases, each once."""
        return tuple(dict.fromkeys(name for phase in self.phases for name in phase.weights))

    def weighted_features(self, board: Board) -> list[WeightedFeature]:
        """Return every feature of the phase with its weight; a finished game may be one feature."""
        if board.is_over and self.finished != "evaluated":
            return [WeightedFeature("finished", 1.0, self(board))]
        core = self.core(board.size, board.rules)
        return [
            WeightedFeature(name, weight, value) for name, weight, value in core.terms(*board.bits)
        ]

    def core(self, size: int, rules: Rules) -> _core.Mix:
        """Return the evaluation for searches of the core, made once for each size and rules."""
        core = super().core(size, rules)
        assert isinstance(core, _core.Mix)
        return core

    def _make_core(self, size: int, rules: Rules) -> _core.Mix:
        names = self.features
        return _core.Mix(
            size,
            rules == "reversed",
            self.finished,
            self.rules == "reversed",
            list(names),
            [
                (phase.last_discs(size), [phase.weights.get(name, 0.0) for name in names])
                for phase in self.phases
            ],
            64 * [0.0] if self.squares is None else square_weights(self.squares, size),
        )


def _checked_phases(phases: Sequence[Phase]) -> tuple[Phase, ...]:
    """Return the phases if they follow one another, and the last lasts to the end."""
    found = tuple(phases)
    if not found:
        raise InputError("an evaluation needs at least one phase")
    for number, phase in enumerate(found[:-1], start=1):
        if phase.until is None:
            raise InputError(f"phase {number} is not the last one: 'until' says where it ends")
        following = found[number].until
        if following is not None and following <= phase.until:
            raise InputError(
                f"phase {number + 1} ends at {following} discs, before phase {number} has"
                f" at {phase.until}"
            )
    if found[-1].until is not None:
        raise InputError("the last phase goes on to the end: it has no 'until'")
    return found
