"""What a field of a message may be; each part reads a value or says what was expected.

A message is a dataclass whose fields are annotated with these: ``Annotated[int, Whole(0)]``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn, Protocol

from obversi.errors import FormatError
from obversi.suggestion import suggestion
from obversi.wire.session.json_text import shown

__all__ = [
    "Choice",
    "Flag",
    "ListOf",
    "Nullable",
    "Number",
    "Part",
    "Row",
    "Text",
    "WhichLines",
    "Whole",
    "WholeOrText",
    "mismatch",
]

# The largest whole number that every reader of JSON keeps exactly.
_LARGEST: Final = 2**53

# To look for the name that was meant takes long for a long one.
_LONGEST_GUESS: Final = 40


class Part(Protocol):
    """What a field may be."""

    @property
    def expected(self) -> str:
        """What is expected, in words."""

    def read(self, value: Any, place: str) -> Any:
        """Return the value as the dataclass has it, or raise a FormatError that names the place."""


def mismatch(place: str, value: object, expected: str) -> NoReturn:
    """Refuse a value."""
    raise FormatError(f"'{place}' cannot be {shown(value)}: expected {expected}")


@dataclass(frozen=True, slots=True)
class Text:
    """A text of printable characters; blanks around it do not count."""

    most: int
    least: int = 0

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        at_least = f"{self.least} to " if self.least else "at most "
        return f"a text of {at_least}{self.most} printable characters"

    def read(self, value: Any, place: str) -> str:
        """Read it."""
        if not isinstance(value, str):
            mismatch(place, value, self.expected)
        text = value.strip()
        if not (self.least <= len(text) <= self.most and text.isprintable()):
            mismatch(place, value, self.expected)
        return text


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number."""

    least: int = -_LARGEST
    most: int = _LARGEST

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        if self.least == -_LARGEST:
            return "a whole number"
        if self.most == _LARGEST:
            return f"a whole number, {self.least} or more"
        return f"a whole number from {self.least} to {self.most}"

    def read(self, value: Any, place: str) -> int:
        """Read it; true and false are no numbers, and 8.0 is not whole."""
        if type(value) is not int or not self.least <= value <= self.most:
            mismatch(place, value, self.expected)
        return value


@dataclass(frozen=True, slots=True)
class Number:
    """A finite number; it may have to be above `above`."""

    least: float = 0.0
    most: float = float(_LARGEST)
    above: bool = False

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        most = "" if self.most == _LARGEST else f" and at most {self.most:g}"
        least = f"above {self.least:g}" if self.above else f"{self.least:g} or more"
        return f"a number {least}{most}"

    def read(self, value: Any, place: str) -> float:
        """Read it; a whole number may be larger than any float."""
        if type(value) not in (int, float) or not self.least <= value <= self.most:
            mismatch(place, value, self.expected)
        if self.above and value == self.least:
            mismatch(place, value, self.expected)
        return float(value)


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    expected: str = "true or false"

    def read(self, value: Any, place: str) -> bool:
        """Read it."""
        if not isinstance(value, bool):
            mismatch(place, value, self.expected)
        return value


class Choice:
    """One of some texts or numbers."""

    def __init__(self, *known: str | int) -> None:
        """Take all that are known."""
        self._known = known

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        return " or ".join(map(shown, self._known))

    def read(self, value: Any, place: str) -> Any:
        """Read it; the one that is known comes back, an entry of a StrEnum for its text."""
        for known in self._known:
            # 8.0 and true are equal to numbers that they are not.
            if value == known and (isinstance(value, str) or type(value) is int):
                return known
        if isinstance(value, str) and all(isinstance(known, str) for known in self._known):
            advice = suggestion(value[:_LONGEST_GUESS], map(str, self._known))
            raise FormatError(f"'{place}' cannot be {shown(value)}: {advice}")
        mismatch(place, value, self.expected)


@dataclass(frozen=True, slots=True)
class WholeOrText:
    """The id of a message: a whole number, or a short text."""

    most: int

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        return f"a whole number or a text of 1 to {self.most} printable characters"

    def read(self, value: Any, place: str) -> int | str:
        """Read it; a text is kept as it is."""
        if type(value) is int and abs(value) <= _LARGEST:
            return value
        if isinstance(value, str) and 1 <= len(value) <= self.most and value.isprintable():
            return value
        mismatch(place, value, self.expected)


@dataclass(frozen=True, slots=True)
class WhichLines:
    """How many of the best moves are asked for, or all of them."""

    expected: str = 'a whole number from 1 to 64, or "all"'

    def read(self, value: Any, place: str) -> Any:
        """Read it."""
        if value != "all" and not (type(value) is int and 1 <= value <= 64):
            mismatch(place, value, self.expected)
        return value


@dataclass(frozen=True, slots=True)
class Nullable:
    """Something, or null."""

    part: Part

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        return f"{self.part.expected}, or null"

    def read(self, value: Any, place: str) -> Any:
        """Read it."""
        return None if value is None else self.part.read(value, place)


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of like things; a tuple in the dataclass."""

    part: Part
    most: int

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        return f"a list of at most {self.most}"

    def read(self, value: Any, place: str) -> Sequence[Any]:
        """Read it."""
        if not isinstance(value, list) or len(value) > self.most:
            mismatch(place, value, self.expected)
        return tuple(self.part.read(item, f"{place}[{at}]") for at, item in enumerate(value))


class Row:
    """A list of so many unlike things; a tuple of a kind in the dataclass."""

    def __init__(self, kind: Callable[..., Any], *parts: Part) -> None:
        """Take what is made of them, and what each has to be."""
        self._kind = kind
        self._parts = parts

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        return f"a list of {', '.join(part.expected for part in self._parts)}"

    def read(self, value: Any, place: str) -> Any:
        """Read it."""
        if not isinstance(value, list) or len(value) != len(self._parts):
            mismatch(place, value, self.expected)
        items = zip(self._parts, value, strict=True)
        return self._kind(
            *(part.read(item, f"{place}[{at}]") for at, (part, item) in enumerate(items))
        )
