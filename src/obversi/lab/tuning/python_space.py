"""Functions that make evaluations of numbers, which can be tuned."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from obversi.errors import EvaluationError, ObversiError
from obversi.heuristics import Evaluation, PythonEvaluation, evaluation
from obversi.heuristics.quarter import is_number
from obversi.lab.tuning.space import Parameter, Space, Vector
from obversi.own_code import own_code

__all__ = ["kept_python_space", "python_space"]

# A range of each number, by its name.
Ranges = Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class _Caller:
    """Calls a function with numbers by their names."""

    source: str
    function: Callable[..., Any]
    names: tuple[str, ...]

    def __call__(self, vector: Vector, name: str) -> Evaluation:
        """Return what the function makes of these numbers."""
        try:
            made = self.function(**dict(zip(self.names, vector, strict=True)))
        except Exception as error:
            raise EvaluationError(
                f"{self.source} made no evaluation: {type(error).__name__}: {error}"
            ) from error
        if isinstance(made, Evaluation) or not callable(made):
            return evaluation(made)  # which says so if it is none
        return PythonEvaluation(made, name)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let another process find the function by its name, where it has one."""
        if self.source.startswith("python:"):
            return _found_again, (self.source, self.names)
        return _Caller, (self.source, self.function, self.names)


def _found_again(source: str, names: tuple[str, ...]) -> _Caller:
    module, _, name = source.removeprefix("python:").rpartition(":")
    return _Caller(source, own_code(module, name), names)


def python_space(
    function: Callable[..., Any], source: str, parameters: Ranges | None = None
) -> Space:
    """Return the numbers of a function that makes an evaluation of them.

    Their ranges are given, or are in an attribute `parameters` of the function; each number begins
    at the default of its argument, or in the middle of its range.

    >>> def mine(corner=10.0, moves=1.0):
    ...     return lambda board: corner * 0 + moves * len(board.legal_moves)
    >>> space = python_space(mine, "mine", {"corner": (0, 50), "moves": (-2, 2)})
    >>> space.start
    (10.0, 1.0)
    """
    ranges = getattr(function, "parameters", None) if parameters is None else parameters
    if not isinstance(ranges, Mapping) or not ranges:
        raise ObversiError(
            f"{source} does not say what to tune: expected a function with an attribute "
            f"'parameters' such as {{'corner': (0, 50)}}"
        )
    defaults = _defaults(function)
    found = tuple(_parameter(source, name, bounds, defaults) for name, bounds in ranges.items())
    return Space(source, found, _Caller(source, function, tuple(map(str, ranges))))


def kept_python_space(source: str, parameters: tuple[Parameter, ...]) -> Space:
    """Return the numbers that a study has kept; the function is looked for when it is needed."""
    return Space(source, parameters, _Finder(source, tuple(each.name for each in parameters)))


@dataclass(frozen=True)
class _Finder:
    """Finds a function again by its name, and calls it."""

    source: str
    names: tuple[str, ...]

    def __call__(self, vector: Vector, name: str) -> Evaluation:
        if not self.source.startswith("python:"):
            raise ObversiError(
                f"{self.source} was a function of a program, which no study can keep: "
                "tune it again in that program"
            )
        return _found_again(self.source, self.names)(vector, name)


def _parameter(source: str, name: str, bounds: Any, defaults: Mapping[str, float]) -> Parameter:
    try:
        low, high = bounds
    except (TypeError, ValueError):
        low = high = None
    if not (is_number(low) and is_number(high)):
        raise ObversiError(f"the range of {name!r} in {source} is {bounds!r}: expected two numbers")
    start = defaults.get(name, (low + high) / 2)
    return Parameter(str(name), float(low), float(high), float(start))


def _defaults(function: Callable[..., Any]) -> dict[str, float]:
    try:
        arguments = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # some that are written in C do not tell
        return {}
    return {
        argument.name: argument.default for argument in arguments if is_number(argument.default)
    }
