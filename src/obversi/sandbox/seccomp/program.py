"""Programs for the kernel's packet filter, as far as a filter of system calls needs them.

Every part ends with an answer, or goes on behind itself: jumps are short.
"""

import errno
import struct
from collections.abc import Iterable
from enum import IntEnum
from typing import Final

__all__ = ["Answer", "Instruction", "answer", "bytes_of", "case", "load_argument", "load_number"]

# Code, how many instructions to skip if it holds and if it does not, and a number.
Instruction = tuple[int, int, int, int]

_LOAD: Final = 0x20
_JUMP_EQUAL: Final = 0x15
_JUMP_GREATER: Final = 0x25
_JUMP_AT_LEAST: Final = 0x35
_JUMP_ANY_BIT: Final = 0x45
_RETURN: Final = 0x06

# Where the kernel puts the parts of a call: its number, the architecture, six arguments of 64 bits.
_NUMBER_AT: Final = 0
_ARCHITECTURE_AT: Final = 4
_ARGUMENTS_AT: Final = 16


class Answer(IntEnum):
    """What the kernel does with a call."""

    ALLOW = 0x7FFF0000
    KILL = 0x80000000
    REFUSE = 0x00050000 | errno.EPERM
    UNKNOWN = 0x00050000 | errno.ENOSYS
    NO_TERMINAL = 0x00050000 | errno.ENOTTY


def answer(what: Answer) -> list[Instruction]:
    """End with an answer."""
    return [(_RETURN, 0, 0, what)]


def load_number() -> list[Instruction]:
    """Look at the number of the call from here on."""
    return [(_LOAD, 0, 0, _NUMBER_AT)]


def load_argument(index: int) -> list[Instruction]:
    """Look at the lower half of an argument from here on: flags and process numbers fit in it."""
    return [(_LOAD, 0, 0, _ARGUMENTS_AT + 8 * index)]


def only_on(architecture: int) -> list[Instruction]:
    """Kill whoever calls as another architecture does, with its other numbers."""
    return [
        (_LOAD, 0, 0, _ARCHITECTURE_AT),
        (_JUMP_EQUAL, 1, 0, architecture),
        *answer(Answer.KILL),
    ]


def case(values: Iterable[int], then: list[Instruction]) -> list[Instruction]:
    """Do something, which ends with an answer, for each of several values."""
    return [
        instruction
        for value in values
        for instruction in ((_JUMP_EQUAL, 0, len(then), value), *then)
    ]


def case_any_bit(bits: int, then: list[Instruction]) -> list[Instruction]:
    """Do something, which ends with an answer, if any of these bits is set."""
    return [(_JUMP_ANY_BIT, 0, len(then), bits), *then]


def case_above(value: int, then: list[Instruction]) -> list[Instruction]:
    """Do something, which ends with an answer, for larger values."""
    return [(_JUMP_GREATER, 0, len(then), value), *then]


def allow_between(first: int, last: int) -> list[Instruction]:
    """Allow a range of values; those above it go on, those below it are refused."""
    return [
        (_JUMP_GREATER, 3, 0, last),
        (_JUMP_AT_LEAST, 0, 1, first),
        *answer(Answer.ALLOW),
        *answer(Answer.REFUSE),
    ]


def bytes_of(program: Iterable[Instruction]) -> bytes:
    """Return a program as the kernel reads it."""
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in program)
