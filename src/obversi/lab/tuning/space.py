"""The search space: the numbers to tune with their ranges, and the evaluation made from them.

`space_of` takes the weights of a mix of features, or the numbers of a Python function.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obversi.errors import EvaluationError, InputError
from obversi.heuristics.catalog import evaluation
from obversi.heuristics.evaluation import Evaluation
from obversi.heuristics.features import is_number, needs_squares
from obversi.heuristics.mix import Mix, Phase
from obversi.heuristics.python_evaluation import PythonEvaluation
from obversi.records import Record
from obversi.rules import Rules
from obversi.user_code import load_user_object

# The numbers of a candidate.
Vector = tuple[float, ...]

# The numbers for optimisers: each scaled from its range to 0 to 1.
Point = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Parameter(Record):
    """A number to tune: its name, its range, and its value before tuning."""

    name: str
    low: float
    high: float
    start: float

    def __post_init__(self) -> None:
        """Check the range and the start."""
        if not (isfinite(self.low) and isfinite(self.high) and self.low < self.high):
            raise InputError(
                f"the range of {self.name!r} cannot be {self.low} to {self.high}: "
                "expected two numbers, the lower one first"
            )
        if not self.low <= self.start <= self.high:
            raise InputError(
                f"{self.name!r} cannot start at {self.start}: its range is "
                f"{self.low} to {self.high}"
            )


@dataclass(frozen=True)
class Space:
    """The parameters of a `source`, and a function that makes an evaluation from their values.

    `make` takes a value for each parameter and the name of the evaluation. `rules` are those that
    the evaluation was written for. `mix` is the mix whose weights are tuned, None for a function.
    """

    source: str
    parameters: tuple[Parameter, ...]
    make: Callable[[Vector, str], Evaluation]
    rules: Rules = "normal"
    mix: Mix | None = None

    def __post_init__(self) -> None:
        """Check that there is something to tune."""
        if not self.parameters:
            raise InputError(f"there is nothing to tune in {self.source!r}: it has no weights")

    def __len__(self) -> int:
        """Return the number of parameters."""
        return len(self.parameters)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return tuple(parameter.name for parameter in self.parameters)

    @property
    def start(self) -> Vector:
        """The numbers before tuning."""
        return tuple(parameter.start for parameter in self.parameters)

    def evaluation(self, vector: Sequence[float], name: str = "candidate") -> Evaluation:
        """Return the evaluation with these numbers."""
        if len(vector) != len(self):
            raise InputError(f"{self.source!r} has {len(self)} numbers to tune, not {len(vector)}")
        return self.make(tuple(float(number) for number in vector), name)

    def vector(self, point: Point) -> Vector:
        """Scale a point to the ranges of the parameters.

        >>> space = Space("x", (Parameter("a", -1.0, 3.0, 0.0),), lambda vector, name: None)
        >>> space.vector(np.array([0.75])), space.point((2.0,))
        ((2.0,), array([0.75]))
        """
        low, high = self._bounds()
        inside = np.clip(point, 0.0, 1.0)
        return tuple(float(number) for number in low + inside * (high - low))

    def point(self, vector: Sequence[float]) -> Point:
        """Scale numbers from their ranges to 0 to 1."""
        low, high = self._bounds()
        shares: Point = (np.asarray(vector, np.float64) - low) / (high - low)
        return shares

    def _bounds(self) -> tuple[Point, Point]:
        low, high = np.array([(each.low, each.high) for each in self.parameters]).T
        return low, high


_FILES = "abcd"

# The range of a weight, in units of the weight itself, or of the largest weight of its kind.
_WIDER = 2.0


@dataclass(frozen=True, slots=True)
class _Ranges:
    """The ranges of R2: those of squares, and those of features with their signs.

    R2 counts squares and edges as the opponent's minus one's own, hence the negative signs.
    """

    squares: tuple[float, float]
    signs: tuple[tuple[str, float], ...] = ()
    coefficients: tuple[float, float] = (0.0, 1.0)


_R2 = {
    "r2-position": _Ranges((-1.0, 1.0)),
    "r2": _Ranges(
        (-20.0, 20.0), (("square_share", -1.0), ("weighted_moves", 1.0), ("edge_runs", -1.0))
    ),
}


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of a number in a mix: the weight of squares, or of a feature in a phase."""

    squares: tuple[tuple[int, int], ...] = ()
    phase: int = 0
    feature: str = ""
    sign: float = 1.0


@dataclass(frozen=True)
class _MixMaker:
    """Replaces weights of a mix."""

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

    Squares that are equal by symmetry share a number, in the order of R2: a1, b1, c1, d1, b2 and so
    on. Then come the weights of the phases; a single weight besides squares is not tuned, because
    it would only scale them. The mixes of R2 have R2's ranges; other weights may become twice as
    large as they are, with either sign.

    >>> from obversi.heuristics import evaluation
    >>> mix_space(evaluation("r2-position"), "r2-position").names
    ('a1', 'b1', 'c1', 'd1', 'b2', 'c2', 'd2', 'c3', 'd3', 'd4')
    """
    ranges = _R2.get(source.split(":")[0])
    squares = list(_square_parameters(mix, size, ranges))
    weights = list(_weight_parameters(mix, ranges))
    if squares and len(weights) == 1:
        weights = []
    parameters, places = zip(*squares, *weights, strict=True) if squares or weights else ((), ())
    return Space(source, parameters, _MixMaker(mix, places), mix.rules, mix)


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
        # A set, because both are the same on the diagonal; sorted, because sets have no order.
        equal = {(row, column), (column, row)} if symmetric else {(row, column)}
        name = f"{_FILES[column]}{row + 1}"
        parameter = _mix_parameter(name, low, high, quarter[row][column])
        yield parameter, _Place(squares=tuple(sorted(equal)))


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
                _mix_parameter(name, low, high, sign * weight + 0.0),
                _Place(phase=number, feature=feature, sign=sign),
            )


def _weight_name(mix: Mix, number: int, feature: str) -> str:
    if len(mix.phases) == 1:
        return feature
    until = mix.phases[number].until
    return f"{feature} later" if until is None else f"{feature} to {until}"


def _mix_parameter(name: str, low: float, high: float, start: float) -> Parameter:
    """Return a parameter whose range is widened to contain its start."""
    return Parameter(name, min(low, start), max(high, start), start)


def _cells(side: int) -> Iterator[tuple[int, int]]:
    return ((row, column) for row in range(side) for column in range(side))


# A range of each number, by its name.
Ranges = Mapping[str, Sequence[float]]


_PYTHON = "python:"


def _load(source: str) -> Any:
    """Return the object that a text such as python:MODULE:NAME names."""
    module, _, name = source.removeprefix(_PYTHON).rpartition(":")
    if not module or not name:
        raise InputError(f"{source!r} is not complete: expected python:MODULE:NAME")
    return load_user_object(module, name)


@dataclass(frozen=True)
class _Caller:
    """Calls a function with numbers by their names.

    A function with a name is stored by its name, and loaded when it is first called.
    """

    source: str
    names: tuple[str, ...]
    function: Callable[..., Any] | None = None

    def __call__(self, vector: Vector, name: str) -> Evaluation:
        """Return the function's evaluation for these numbers."""
        function = self.function or self._loaded
        try:
            made = function(**dict(zip(self.names, vector, strict=True)))
        except Exception as error:
            raise EvaluationError(
                f"{self.source} made no evaluation: {type(error).__name__}: {error}"
            ) from error
        if isinstance(made, Evaluation) or not callable(made):
            return evaluation(made)  # which raises if it is not one
        return PythonEvaluation(made, name)

    @cached_property
    def _loaded(self) -> Callable[..., Any]:
        if not self.source.startswith(_PYTHON):
            raise InputError(
                f"{self.source} was a function of a program, which a study cannot store: "
                "tune it again in that program"
            )
        loaded: Callable[..., Any] = _load(self.source)
        return loaded

    def __reduce__(self) -> tuple[Any, ...]:
        function = None if self.source.startswith(_PYTHON) else self.function
        return _Caller, (self.source, self.names, function)


def python_space(
    function: Callable[..., Any], source: str, parameters: Ranges | None = None
) -> Space:
    """Return the arguments of a function that makes an evaluation from numbers.

    Their ranges are `parameters`, or an attribute `parameters` of the function. Each number starts
    at the default of its argument, or in the middle of its range.

    >>> def mine(corner=10.0, moves=1.0):
    ...     return lambda board: corner * 0 + moves * len(board.legal_moves)
    >>> space = python_space(mine, "mine", {"corner": (0, 50), "moves": (-2, 2)})
    >>> space.start
    (10.0, 1.0)
    """
    ranges = getattr(function, "parameters", None) if parameters is None else parameters
    if not isinstance(ranges, Mapping) or not ranges:
        raise InputError(
            f"{source} does not say what to tune: expected a function with an attribute "
            f"'parameters' such as {{'corner': (0, 50)}}"
        )
    defaults = _defaults(function)
    numbers = tuple(
        _python_parameter(source, name, bounds, defaults) for name, bounds in ranges.items()
    )
    return Space(source, numbers, _Caller(source, tuple(map(str, ranges)), function))


def stored_python_space(source: str, parameters: tuple[Parameter, ...]) -> Space:
    """Return the space of a stored study; the function is loaded when it is first called."""
    return Space(source, parameters, _Caller(source, tuple(each.name for each in parameters)))


def _python_parameter(
    source: str, name: str, bounds: Any, defaults: Mapping[str, float]
) -> Parameter:
    try:
        low, high = bounds
    except (TypeError, ValueError):
        low = high = None
    if not (is_number(low) and is_number(high)):
        raise InputError(f"the range of {name!r} in {source} is {bounds!r}: expected two numbers")
    start = defaults.get(name, (low + high) / 2)
    return Parameter(str(name), float(low), float(high), float(start))


def _defaults(function: Callable[..., Any]) -> dict[str, float]:
    try:
        arguments = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # some functions in C have no signature
        return {}
    return {
        argument.name: argument.default for argument in arguments if is_number(argument.default)
    }


Source = str | Path | Mix | Space | Callable[..., Any]


def space_of(
    source: Source, size: int = 8, parameters: Mapping[str, Sequence[float]] | None = None
) -> Space:
    """Return the search space of a source, for boards of a size.

    The source is a mix of features, its name or its file; or a function that makes an evaluation
    from numbers, itself or as ``python:my_module:name``. `parameters` are the ranges of such a
    function.

    >>> len(space_of("r2")), len(space_of("r4")), len(space_of("r2-position", size=6))
    (16, 13, 6)
    """
    if isinstance(source, Space):
        return source
    named = str(source)
    if isinstance(source, str) and source.startswith(_PYTHON):
        tuned = _load(source)
    elif isinstance(source, str | Path):
        tuned = evaluation(source)
    else:
        tuned = source
        named = (
            source.name if isinstance(source, Mix) else getattr(source, "__name__", repr(source))
        )
    if isinstance(tuned, Mix):
        if parameters is not None:
            raise InputError(f"{named} has ranges of its own: 'parameters' are for functions")
        return mix_space(tuned, named, size)
    if isinstance(tuned, Evaluation) or not callable(tuned):
        raise InputError(
            f"{named} has no weights to tune: expected an evaluation made of features, or a "
            "function that makes one from numbers"
        )
    return python_space(tuned, named, parameters)


def mix_object(mix: Mix) -> dict[str, Any]:
    """Return a mix as plain data for JSON.

    >>> mix = Mix("mine", (Phase({"moves": 2.0}, until=40), Phase({"corners": 25.0})))
    >>> mix_from_object(mix_object(mix)) == mix
    True
    """
    return {
        "name": mix.name,
        "origin": mix.origin,
        "rules": mix.rules,
        "finished": mix.finished,
        "squares": None if mix.squares is None else [list(row) for row in mix.squares],
        "phases": [{"until": each.until, "weights": dict(each.weights)} for each in mix.phases],
    }


def mix_from_object(data: dict[str, Any]) -> Mix:
    """Read what `mix_object` returned."""
    phases = tuple(Phase(each["weights"], each["until"]) for each in data["phases"])
    return Mix(**{**data, "phases": phases})
