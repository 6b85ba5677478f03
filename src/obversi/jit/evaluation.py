"""Evaluations that Numba compiles."""

# Numba declares few types, and others in each version.
# mypy: allow-untyped-calls, allow-untyped-decorators, allow-subclassing-any
# mypy: disable-error-code="import-untyped, attr-defined"

import inspect
import re
from collections.abc import Callable
from math import nan
from typing import Any, overload

import numpy as np
from numba import cfunc, njit
from numba.core import types

from obversi import _core
from obversi.errors import EvaluationError
from obversi.heuristics.evaluation import Evaluation, Finished, checked_finished
from obversi.jit.sets import bitboard
from obversi.jit.squares_type import SQUARES
from obversi.rules import Rules

Function = Callable[..., float]

# What the core calls. Python's rules hold inside: dividing by 0 raises, and so does an index beyond
# the end.
_ENTRY = types.float64(types.uint64, types.uint64, types.int64, types.int64)
_OPTIONS: dict[str, Any] = {"boundscheck": True, "error_model": "python"}


@overload
def evaluation(
    function: Function, /, *, name: str | None = None, finished: Finished = "margin"
) -> "NativeEvaluation": ...
@overload
def evaluation(
    *, name: str | None = None, finished: Finished = "margin"
) -> "Callable[[Function], NativeEvaluation]": ...


def evaluation(
    function: Function | None = None,
    /,
    *,
    name: str | None = None,
    finished: Finished = "margin",
) -> "NativeEvaluation | Callable[[Function], NativeEvaluation]":
    """Compile a function of the mover's and the opponent's discs into an evaluation.

    It may have the board's size as its third parameter, and whether the rules are reversed as its
    fourth. It returns what the position is worth to the mover.

    >>> from obversi import Board, jit
    >>> @jit.evaluation
    ... def freedom(own, opp, size):
    ...     return jit.popcount(jit.moves(own, opp, size)) - jit.popcount(jit.moves(opp, own, size))
    >>> board = Board()
    >>> board.push("f5")
    >>> freedom(board)
    0.0
    """
    if function is not None:
        return NativeEvaluation(function, name, finished)
    return lambda function: NativeEvaluation(function, name, finished)


class NativeEvaluation(Evaluation):
    """Judges by machine code that was made of a Python function."""

    def __init__(
        self, function: Function, name: str | None = None, finished: Finished = "margin"
    ) -> None:
        """Compile the function; it is named by its own name unless there is a better one."""
        if not inspect.isfunction(function):
            raise EvaluationError(f"{function!r} cannot be compiled: expected a Python function")
        self.name = function.__name__ if name is None else name
        self.finished = checked_finished(finished)
        self.function = function
        # To be found again by its name, like a function, and to explain itself like one.
        self.__module__, self.__doc__ = function.__module__, function.__doc__
        self._wrapped = _compiled(function, self.name)
        self._entry = _entry(self._wrapped)

    def _make_core(self, size: int, rules: Rules) -> _core.NativeHeuristic:
        return _core.NativeHeuristic(
            size, rules == "reversed", self.finished, self.name, self._entry.address, self._again
        )

    def _again(self, own: int, opp: int, size: int, reversed_rules: bool) -> float:
        """Ask once more from Python, which raises what was raised inside."""
        return float(self._wrapped(np.uint64(own), np.uint64(opp), size, int(reversed_rules)))

    def __reduce__(self) -> str:
        """Pickle by the name, like a function: another process compiles its own."""
        return self.function.__qualname__

    def __repr__(self) -> str:
        """Show what was compiled."""
        return f"<evaluation {self.name!r}, compiled>"


def _compiled(function: Function, name: str) -> Any:
    """Compile a function to one that has all parameters, as whole numbers, and returns a float."""
    arguments = (SQUARES, SQUARES, types.int64, types.boolean)[: _parameters(function, name)]
    inner = njit(**_OPTIONS)(function)
    try:
        inner.compile(arguments)
    except Exception as error:
        raise EvaluationError(f"evaluation {name!r} cannot be compiled: {_reason(error)}") from None
    _check_result(inner.overloads[arguments].signature.return_type, name)

    if len(arguments) == 2:

        def wrapped(own, opp, _size, _reversed):  # type: ignore[no-untyped-def]
            return inner(bitboard(own), bitboard(opp))

    elif len(arguments) == 3:

        def wrapped(own, opp, size, _reversed):  # type: ignore[no-untyped-def]
            return inner(bitboard(own), bitboard(opp), size)

    else:

        def wrapped(own, opp, size, reversed_rules):  # type: ignore[no-untyped-def]
            return inner(bitboard(own), bitboard(opp), size, reversed_rules != 0)

    return njit(_ENTRY, **_OPTIONS)(wrapped)


def _entry(wrapped: Any) -> Any:
    """Make the code that the core calls. It has no way to raise, and returns NaN instead."""

    @cfunc(_ENTRY)
    def entry(own, opp, size, reversed_rules):  # type: ignore[no-untyped-def]
        try:
            return wrapped(own, opp, size, reversed_rules)
        except Exception:
            return nan

    return entry


def _parameters(function: Function, name: str) -> int:
    parameters = inspect.signature(function).parameters.values()
    plain = all(one.kind is one.POSITIONAL_OR_KEYWORD for one in parameters)
    if plain and 2 <= len(parameters) <= 4:
        return len(parameters)
    raise EvaluationError(
        f"evaluation {name!r} cannot be compiled: expected the parameters (own, opp), "
        f"(own, opp, size) or (own, opp, size, reversed), not {inspect.signature(function)}"
    )


def _check_result(result: types.Type, name: str) -> None:
    if isinstance(result, (types.Integer, types.Float, types.Boolean)):
        return
    if result is SQUARES:
        problem = "a set of squares; popcount() counts them"
    elif isinstance(result, (types.NoneType, types.Optional)):
        problem = "nothing at times; expected a number, always"
    else:
        problem = f"{result}; expected a number"
    raise EvaluationError(f"evaluation {name!r} returns {problem}")


# Numba marks its messages if the package colorama is installed.
_COLORS = re.compile(r"\x1b\[[0-9;]*m")


def _reason(error: Exception) -> str:
    """Return what Numba's long account says in short: the problem, and the line."""
    account = _COLORS.sub("", str(error))
    lines = [line.strip() for line in account.splitlines()]
    problem = next((line for line in lines if line and not line.startswith("Failed in")), account)
    if problem.startswith("No implementation"):
        # The call that cannot be made, and why if there is more to say than that.
        call = next(line.removeprefix(">>> ") for line in lines if line.startswith(">>>"))
        reasons = [line for line in lines if line.startswith("TypingError: ")]
        more = reasons[-1].removeprefix("TypingError: ") if reasons else problem
        problem = f"{call} cannot be computed"
        if not more.startswith("No implementation"):
            problem += f": {more}"
    problem = re.sub(r"Literal\[\w+\]\(([^)]*)\)", r"\1", problem)
    if "<class 'function'>" in problem:
        problem += "; a function that it calls must be compiled as well, by @numba.njit"
    place = re.search(r'File ".*", line (\d+)', account)
    return f"{problem} (line {place[1]})" if place else problem
