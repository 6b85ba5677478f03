"""Functions for both worlds: plain Python, and inside compiled functions.

A helper is written once, as a formula on sets of squares. Python runs it unchanged.
Where a compiled function calls it, it is called once with words of the code that is being made, and
the formula writes itself out there, instruction by instruction: that compiles quickly, and nothing
is called when it runs.
"""

# Numba declares few types, and others in each version.
# mypy: allow-untyped-calls, allow-untyped-decorators, allow-subclassing-any
# mypy: disable-error-code="import-untyped, attr-defined"

import inspect
from collections.abc import Callable
from typing import Annotated, Any, TypeVar, get_type_hints

from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.core.typing import signature
from numba.extending import lower_builtin, type_callable

from obversi.errors import ObversiError
from obversi.jit.squares_type import SQUARES, shifted

# A set of squares: bit 8·row + column of 64 stands for a square.
Squares = Annotated[int, "a set of squares"]

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., int])

_KINDS = {Squares: SQUARES, int: types.int64}
_WORD = ir.IntType(64)


class Word:
    """A word of 64 bits in code that is being made; operators add instructions to it."""

    def __init__(self, builder: Any, value: Any) -> None:
        """Take a value that the code has computed already."""
        self.builder = builder
        self.value = value

    def __and__(self, other: "Word | int") -> "Word":
        return self._made("and_", self.value, self._value_of(other))

    def __or__(self, other: "Word | int") -> "Word":
        return self._made("or_", self.value, self._value_of(other))

    def __invert__(self) -> "Word":
        return self._made("not_", self.value)

    def __lshift__(self, steps: "Word | int") -> "Word":
        return self._shifted("shl", steps)

    def __rshift__(self, steps: "Word | int") -> "Word":
        return self._shifted("lshr", steps)

    __rand__ = __and__
    __ror__ = __or__

    def bit(self) -> "Word":
        """Make the set of the square with this number."""
        return Word(self.builder, _WORD(1)) << self

    def count(self) -> "Word":
        """Count the squares."""
        return self._made("ctpop", self.value)

    def lowest(self) -> "Word":
        """Find the first square; 64 if there is none."""
        return self._made("cttz", self.value, ir.Constant(ir.IntType(1), 0))

    def equals(self, number: int) -> "Word":
        """Compare with a number; for `chosen`."""
        return self._made("icmp_unsigned", "==", self.value, self._value_of(number))

    def chosen(self, this: "Word | int", other: "Word | int") -> "Word":
        """Return `this` if the word is not 0, else the other; both are computed."""
        zero = self.value.type(0)
        truth = self.builder.icmp_unsigned("!=", self.value, zero)
        return self._made("select", truth, self._value_of(this), self._value_of(other))

    def _value_of(self, other: "Word | int") -> Any:
        return other.value if isinstance(other, Word) else _WORD(other % (1 << 64))

    def _shifted(self, instruction: str, steps: "Word | int") -> "Word":
        value = shifted(self.builder, instruction, self.value, self._value_of(steps))
        return Word(self.builder, value)

    def _made(self, instruction: str, *values: Any) -> "Word":
        return Word(self.builder, getattr(self.builder, instruction)(*values))


def helper(function: AnyFunction) -> AnyFunction:
    """Let compiled functions use a formula; its annotations say what is a set and what a number."""
    *given, result = [
        _KINDS[kind] for kind in get_type_hints(function, include_extras=True).values()
    ]

    @type_callable(function)
    def typing(_context: object) -> Any:
        def typer(*by_place: types.Type, **by_name: types.Type) -> Any:
            return signature(result, *given[: len(by_place) + len(by_name)])

        typer.__signature__ = inspect.signature(function)
        return typer

    @lower_builtin(function, types.VarArg(types.Any))
    def lowered(_context: Any, builder: Any, _signature: Any, values: list[Any]) -> Any:
        words: Any = (Word(builder, value) for value in values)
        word: Any = function(*words)
        return word.value

    return function


def helper_of_text(function: AnyFunction) -> AnyFunction:
    """Let compiled functions use what a function says of a text that is written out in them."""
    result = _KINDS[get_type_hints(function, include_extras=True)["return"]]

    @type_callable(function)
    def typing(_context: object) -> Any:
        def typer(text: types.Type) -> Any:
            if not isinstance(text, types.StringLiteral):
                raise TypingError(f"the text for {function.__name__}() must be written out there")
            try:
                function(text.literal_value)
            except ObversiError as error:
                raise TypingError(str(error)) from error
            return signature(result, text)

        return typer

    @lower_builtin(function, types.StringLiteral)
    def lowered(_context: Any, _builder: Any, kinds: Any, _values: object) -> Any:
        return _WORD(function(kinds.args[0].literal_value))

    return function
