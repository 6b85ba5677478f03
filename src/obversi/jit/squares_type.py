"""Sets of squares inside compiled functions: 64 bits that stay 64 bits.

Numba's own whole numbers are traps for work with such sets: an unsigned number that meets
a signed one becomes signed or even a float, differently from version to version, and ``>>`` then
draws in the sign. `SQUARES` is a type of its own, with these rules:

- ``& | ^ ~ << >>`` keep a set a set, whatever whole number the other side is;
- ``+ - * // %`` and the like make signed numbers of sets, as counting wants it; in ``own & -own``
  or ``own & (own - 1)`` such a number becomes a set again;
- ``== != < <= > >=`` compare sets as unsigned numbers, and a set that is not empty is true.
"""

# Numba declares few types, and others in each version.
# mypy: allow-untyped-calls, allow-untyped-decorators, allow-subclassing-any
# mypy: disable-error-code="import-untyped, attr-defined"

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import box, lower_builtin, lower_cast, models, overload, register_model

# Of the code that is being made: the place where it grows, and a value in it.
Builder = Any
Value = Any
Operands = tuple[types.Type, ...]
Rule = Callable[[Any, Any, Operands], Any]

WHOLE_NUMBERS = (types.Integer, types.Boolean)


class SquaresType(types.Type):
    """The type of a set of squares."""

    def __init__(self) -> None:
        """Make the type; all sets have the same."""
        super().__init__("Squares")

    def can_convert_from(self, _context: object, other: types.Type) -> Conversion | None:
        """Let whole numbers be given where a set is expected."""
        return Conversion.unsafe if isinstance(other, WHOLE_NUMBERS) else None

    def unify(self, _context: object, other: types.Type) -> types.Type | None:
        """Let a variable that starts as 0 become a set later."""
        return self if isinstance(other, types.Integer) else None


SQUARES = SquaresType()


@register_model(SquaresType)
class _SquaresModel(models.PrimitiveModel):
    """A word of the machine, like any other of 64 bits."""

    def __init__(self, manager: Any, kind: types.Type) -> None:
        super().__init__(manager, kind, ir.IntType(64))


@lower_cast(types.Integer, SquaresType)
@lower_cast(types.IntegerLiteral, SquaresType)
@lower_cast(types.Boolean, SquaresType)
def _to_squares(context: Any, builder: Builder, given: Any, _wanted: Any, value: Value) -> Value:
    return context.cast(builder, value, given, types.uint64)


@lower_cast(SquaresType, types.Number)
def _from_squares(context: Any, builder: Builder, _given: Any, wanted: Any, value: Value) -> Value:
    return context.cast(builder, value, types.uint64, wanted)


@lower_cast(SquaresType, types.Boolean)
def _not_empty(_context: Any, builder: Builder, _given: Any, _wanted: Any, value: Value) -> Value:
    return builder.icmp_unsigned("!=", value, value.type(0))


@box(SquaresType)
def _boxed(_kind: types.Type, value: Value, context: Any) -> Any:
    return context.pyapi.long_from_ulonglong(value)


@overload(int, strict=False)
def _int(bits: types.Type) -> Any:
    return (lambda bits: +bits) if bits is SQUARES else None


# How operators are typed


def _give_rule(operation: Any, rule: Rule) -> None:
    class Template(AbstractTemplate):
        def generic(self, operands: Operands, _keywords: object) -> Any:
            return rule(self.context, operation, operands) if SQUARES in operands else None

    infer_global(operation)(Template)


def _keeps_set(_context: Any, _operation: Any, operands: Operands) -> Any:
    whole = all(isinstance(one, (SquaresType, *WHOLE_NUMBERS)) for one in operands)
    return signature(SQUARES, *len(operands) * [SQUARES]) if whole else None


def _shifts_set(context: Any, operation: Any, operands: Operands) -> Any:
    if operands[0] is SQUARES and isinstance(operands[1], (SquaresType, types.Integer)):
        return signature(SQUARES, SQUARES, types.int64)
    return _works_as(types.int64)(context, operation, operands)


def _works_as(number: types.Type) -> Rule:
    def rule(context: Any, operation: Any, operands: Operands) -> Any:
        numbers = tuple(number if one is SQUARES else one for one in operands)
        return context.resolve_function_type(operation, numbers, {})

    return rule


# What they become


def _lower_logic(operation: Any, instruction: str) -> None:
    @lower_builtin(operation, SquaresType, SquaresType)
    def lowered(_context: Any, builder: Builder, _signature: Any, operands: list[Value]) -> Value:
        return getattr(builder, instruction)(*operands)


def _lower_shift(operation: Any, instruction: str) -> None:
    @lower_builtin(operation, SquaresType, types.int64)
    def lowered(_context: Any, builder: Builder, _signature: Any, operands: list[Value]) -> Value:
        return shifted(builder, instruction, *operands)


@lower_builtin(operator.invert, SquaresType)
def _lowered_invert(_context: Any, builder: Builder, _signature: Any, operands: list[Value]) -> Any:
    return builder.not_(operands[0])


def shifted(builder: Builder, instruction: str, bits: Value, steps: Value) -> Value:
    """Make a shift that leaves nothing after 64 steps; the machine's own may do anything then."""
    within = builder.icmp_unsigned("<", steps, steps.type(64))
    moved = getattr(builder, instruction)(bits, builder.and_(steps, steps.type(63)))
    return builder.select(within, moved, bits.type(0))


_LOGIC: dict[str, tuple[Any, ...]] = {
    "and_": (operator.and_, operator.iand),
    "or_": (operator.or_, operator.ior),
    "xor": (operator.xor, operator.ixor),
}
_SHIFTS: dict[str, tuple[Any, ...]] = {
    "shl": (operator.lshift, operator.ilshift),
    "lshr": (operator.rshift, operator.irshift),
}
_COUNTING: tuple[Any, ...] = (
    *(operator.add, operator.iadd, operator.sub, operator.isub, operator.mul, operator.imul),
    *(operator.floordiv, operator.ifloordiv, operator.mod, operator.imod),
    *(operator.truediv, operator.itruediv, operator.pow, operator.ipow),
    *(operator.neg, operator.pos, operator.getitem, abs, float, range),
)
_COMPARING: tuple[Any, ...] = (
    *(operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge),
    *(operator.not_, operator.truth, bool),
)

_give_rule(operator.invert, _keeps_set)
for _instruction, _operations in _LOGIC.items():
    for _operation in _operations:
        _give_rule(_operation, _keeps_set)
        _lower_logic(_operation, _instruction)
for _instruction, _operations in _SHIFTS.items():
    for _operation in _operations:
        _give_rule(_operation, _shifts_set)
        _lower_shift(_operation, _instruction)
for _operation in _COUNTING:
    _give_rule(_operation, _works_as(types.int64))
for _operation in _COMPARING:
    _give_rule(_operation, _works_as(types.uint64))
