"""Checks of what a caller gives: numbers, file names, misspelt names, settings such as depth=4."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import isfinite
from operator import index
from pathlib import Path
from typing import Any, TypeVar

from obversi.errors import InputError

Value = TypeVar("Value")


def whole_number(value: int, what: str, least: int | None, most: int | None = None) -> int:
    """Return a number that must be whole and not below `least`; `what` names it in the error.

    A number beyond `most` counts as that, where more would be the same.
    """
    try:
        number = index(value)
    except TypeError:
        raise InputError(f"{what} cannot be {value!r}: expected a whole number") from None
    if least is not None and number < least:
        raise InputError(f"{what} cannot be {number}: expected {least} or more")
    return number if most is None else min(number, most)


def chosen_seed(seed: int | None) -> int:
    """Return a seed, a random one for None; JSON readers keep its 53 bits."""
    if seed is None:
        return int.from_bytes(os.urandom(7)) >> 3
    return whole_number(seed, "the seed", None)


def seed_bits(seed: int | None) -> int:
    """Return a seed as the core takes it: 64 bits, with a sign or without."""
    number = chosen_seed(seed)
    if not -(1 << 63) <= number < 1 << 64:
        raise InputError(f"the seed cannot be {number}: it has more than 64 bits")
    return number & (1 << 64) - 1


def checked_type(value: Value, kind: type, what: str) -> Value:
    """Return a value of a type; the error names both.

    >>> checked_type("f5d6", int, "number")
    Traceback (most recent call last):
        ...
    obversi.errors.InputError: 'f5d6' is no number: expected an int
    """
    if not isinstance(value, kind):
        article = "an" if kind.__name__[0] in "AEIOUi" else "a"
        raise InputError(f"{value!r:.40} is no {what}: expected {article} {kind.__name__}")
    return value


def checked_values(values: Iterable[Value], kind: type, what: str) -> Iterator[Value]:
    """Return values of a type one after another."""
    if not isinstance(values, Iterable):
        raise InputError(f"{values!r} has no {what}: expected several of the type {kind.__name__}")
    return (checked_type(value, kind, what) for value in values)


def is_finite(value: float) -> bool:
    """Whether a value is a number, and neither infinite nor NaN."""
    try:
        return isfinite(value)
    except (TypeError, OverflowError):
        return False


def is_positive(value: float) -> bool:
    """Whether a value is a finite number above 0."""
    return is_finite(value) and value > 0


def checked_text(value: str, what: str) -> str:
    """Return a text if it is one; `what` names it in the error."""
    if not isinstance(value, str):
        raise InputError(f"{what} cannot be {value!r}: expected a text")
    return value


def file_path(name: str | os.PathLike[str]) -> Path:
    """Return the path of a file; an empty name would be the working folder."""
    if not isinstance(name, str | os.PathLike) or not os.fspath(name):
        raise InputError(f"{name!r} is not a file name")
    return Path(name)


def suggestion(word: str, known: Iterable[str]) -> str:
    """Suggest the known name that is most like a word, or list them all.

    >>> suggestion("gredy", ["random", "greedy"])
    "did you mean 'greedy'?"
    >>> suggestion("alice", ["random", "greedy"])
    'expected random or greedy'
    >>> suggestion("alice", ["random", "greedy", "engine"])
    'expected random, greedy or engine'
    """
    names = list(known)
    if near := get_close_matches(word.lower(), names, 1):
        return f"did you mean {near[0]!r}?"
    *others, last = names or ["none"]
    return f"expected {', '.join(others)} or {last}" if others else f"expected {last}"


@dataclass(frozen=True, slots=True)
class Setting:
    """What can be set: what it does, how its value is read (rejected by a ValueError), and more.

    `expected` says in words what is read, and `default` what counts without it.
    """

    description: str
    read: Callable[[str], object]
    expected: str
    default: object = None


def read_settings(
    owner: str, settings: Sequence[str], known: Mapping[str, Setting]
) -> dict[str, Any]:
    """Read texts such as ``depth=4``; the owner, such as ``agent 'r4'``, is named in errors.

    >>> read_settings("agent 'r4'", ["depth=4"], {"depth": Setting("plies", int, "a number")})
    {'depth': 4}
    """
    values: dict[str, Any] = {}
    for setting in settings:
        option, equals, text = setting.partition("=")
        if not equals:
            raise InputError(f"{setting!r} in {owner} is no option=value")
        if option not in known:
            raise InputError(f"{owner} has no option {option!r}: {suggestion(option, known)}")
        if option in values:
            raise InputError(f"{owner} has the option {option!r} twice")
        try:
            values[option] = known[option].read(text)
        except ValueError:
            expected = known[option].expected
            raise InputError(f"{text!r} for {option!r} in {owner}: expected {expected}") from None
    return values
