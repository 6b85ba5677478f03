"""The weights of a mix as numbers to be tuned: those of squares, and those of every phase."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from obversi.heuristics import Evaluation, Mix, Phase
from obversi.heuristics.features import needs_squares
from obversi.lab.tuning.space import Parameter, Space, Vector

__all__ = ["mix_space"]

_FILES: Final = "abcd"

# Weights may become so many times as large as the largest one of their kind is, or as they are.
_WIDER: Final = 2.0


@dataclass(frozen=True, slots=True)
class _Ranges:
    """How R2 searched: bounds of squares, and what its coefficients are to the features here.

    Of squares and edges R2 counts the opponent's minus one's own, so that signs turn.
    """

    squares: tuple[float, float]
    signs: tuple[tuple[str, float], ...] = ()
    coefficients: tuple[float, float] = (0.0, 1.0)


_R2: Final = {
    "r2-position": _Ranges((-1.0, 1.0)),
    "r2": _Ranges(
        (-20.0, 20.0), (("square_share", -1.0), ("weighted_moves", 1.0), ("edge_runs", -1.0))
    ),
}


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a number stands in a mix: on squares of the quarter, or at a feature of a phase."""

    squares: tuple[tuple[int, int], ...] = ()
    phase: int = 0
    feature: str = ""
    sign: float = 1.0


@dataclass(frozen=True)
class _MixMaker:
    """Puts numbers into their places in a mix."""

    mix: Mix
    places: tuple[_Place, ...]

    def __call__(self, vector: Vector, name: str) -> Evaluation:
        """Return the mix with these numbers."""
        squares = None if self.mix.squares is None else [list(row) for row in self.mix.squares]
        phases = [dict(phase.weights) for phase in self.mix.phases]
        for number, place in zip(vector, self.places, strict=True):
            for row, column in place.squares:
                assert squares is not None
                squares[row][column] = number
            if place.feature:
                phases[place.phase][place.feature] = place.sign * number + 0.0  # never minus zero
        return replace(
            self.mix,
            name=name,
            squares=None if squares is None else tuple(tuple(row) for row in squares),
            phases=tuple(
                Phase(weights, phase.until)
                for weights, phase in zip(phases, self.mix.phases, strict=True)
            ),
        )


def mix_space(mix: Mix, source: str, size: int = 8) -> Space:
    """Return the weights of a mix that matter on boards of this size.

    Squares that are alike by symmetry share a number, in the order of R2: a1, b1, c1, d1, b2 and so
    on. Then come the weights of the phases; one that is alone with the squares is left as it is,
    for it only says again how much they count. What R2 tuned has its ranges; others may become
    twice as large as they are, with either sign.

    >>> from obversi.heuristics import evaluation
    >>> mix_space(evaluation("r2-position"), "r2-position").names
    ('a1', 'b1', 'c1', 'd1', 'b2', 'c2', 'd2', 'c3', 'd3', 'd4')
    """
    ranges = _R2.get(source.split(":")[0])
    squares = list(_square_parameters(mix, size, ranges))
    weights = list(_weight_parameters(mix, ranges))
    if squares and len(weights) == 1:
        weights = []
    both = squares + weights
    return Space(
        source,
        tuple(parameter for parameter, _ in both),
        _MixMaker(mix, tuple(place for _, place in both)),
        mix.rules,
        mix,
    )


def _square_parameters(
    mix: Mix, size: int, ranges: _Ranges | None
) -> Iterator[tuple[Parameter, _Place]]:
    quarter = mix.squares
    if quarter is None or not any(map(needs_squares, mix.features)):
        return
    symmetric = all(quarter[row][column] == quarter[column][row] for row, column in _cells(4))
    largest = _WIDER * max(abs(weight) for row in quarter for weight in row) or 1.0
    low, high = (-largest, largest) if ranges is None else ranges.squares
    for row, column in _cells(size // 2):
        if symmetric and column < row:
            continue
        # A set, as both are the same on the diagonal; in one order, so that all is alike again.
        alike = {(row, column), (column, row)} if symmetric else {(row, column)}
        name = f"{_FILES[column]}{row + 1}"
        parameter = _parameter(name, low, high, quarter[row][column])
        yield parameter, _Place(squares=tuple(sorted(alike)))


def _weight_parameters(mix: Mix, ranges: _Ranges | None) -> Iterator[tuple[Parameter, _Place]]:
    signs = dict(ranges.signs) if ranges else {}
    largest = max(abs(weight) for phase in mix.phases for weight in phase.weights.values()) or 1.0
    for number, phase in enumerate(mix.phases):
        for feature, weight in phase.weights.items():
            if feature in signs and ranges is not None:
                low, high = ranges.coefficients
            else:
                high = _WIDER * (abs(weight) or largest)
                low = -high
            sign = signs.get(feature, 1.0)
            name = _weight_name(mix, number, feature)
            yield (
                _parameter(name, low, high, sign * weight + 0.0),
                _Place(phase=number, feature=feature, sign=sign),
            )


def _weight_name(mix: Mix, number: int, feature: str) -> str:
    if len(mix.phases) == 1:
        return feature
    until = mix.phases[number].until
    return f"{feature} later" if until is None else f"{feature} to {until}"


def _parameter(name: str, low: float, high: float, start: float) -> Parameter:
    """Return a parameter whose range holds its start, wherever that is."""
    return Parameter(name, min(low, start), max(high, start), start)


def _cells(side: int) -> Iterator[tuple[int, int]]:
    return ((row, column) for row in range(side) for column in range(side))
