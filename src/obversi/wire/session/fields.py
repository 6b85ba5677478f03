"""The fields of messages: their types, and the check of a JSON object against a dataclass.

A field is annotated with what pydantic checks and with the words of an error message:
``Annotated[int, whole(0)]``.
"""

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields as dataclass_fields, is_dataclass
from enum import Enum
from itertools import groupby
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from obversi.analysis import Bound
from obversi.arguments import suggestion
from obversi.color import BLACK, WHITE, Color as ColorNumber
from obversi.engine import Top
from obversi.errors import FormatError
from obversi.extras import MissingPackageError, missing_package
from obversi.limit import Limit
from obversi.rules import Rules
from obversi.wire.json_object import LARGEST, LONGEST_ID, is_id, is_line_count, shown

try:
    from annotated_types import Ge, GroupedMetadata, Gt, Le, MaxLen
    from pydantic import (
        AfterValidator,
        ConfigDict,
        PlainValidator,
        Strict,
        TypeAdapter,
        ValidationError,
    )
    from pydantic.types import StringConstraints
except ImportError as missing:
    raise MissingPackageError(missing_package("this protocol needs pydantic", "web")) from missing

#: The most seconds on a clock, and the most that a move adds.
LONGEST_CLOCK = 86_400.0

# The search for a similar name takes long if the name is long.
_LONGEST_GUESS = 40

AnyClass = TypeVar("AnyClass")
Location = tuple[int | str, ...]


class FieldError(FormatError):
    """A field is wrong, missing or unknown; `field` is its name."""

    def __init__(self, reason: str, location: Location) -> None:
        """Store the name of the field."""
        super().__init__(reason)
        self.field = str(location[0])[:_LONGEST_GUESS] if location else ""


# What a field may be


@dataclass(frozen=True, slots=True)
class Expected(GroupedMetadata):
    """The checks of a field, and what they expect in words."""

    words: str
    checks: tuple[Any, ...] = ()

    def __iter__(self) -> Iterator[Any]:
        """Go through the checks; pydantic does."""
        return iter(self.checks)


def _printable(value: str) -> str:
    if not value.isprintable():
        raise ValueError("not printable")
    return value


def text(most: int, least: int = 0) -> Expected:
    """Expect a text of printable characters; blanks around it are removed."""
    length = f"{least} to {most}" if least else f"at most {most}"
    string = StringConstraints(
        strict=True, strip_whitespace=True, min_length=least, max_length=most
    )
    words = f"a text of {length} printable characters"
    return Expected(words, (string, AfterValidator(_printable)))


def _name(most: int) -> Expected:
    """Expect a name that can be seen, and that stays on its line."""
    expected = text(most, least=1)
    words = f"{expected.words} that can be seen"
    return Expected(words, (*expected.checks, AfterValidator(_visible)))


# Characters that are invisible.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")

# No script has more marks above and below one letter.
_MOST_MARKS = 4


def _visible(name: str) -> str:
    kinds = [unicodedata.category(letter) for letter in name]
    if not any(
        kind[0] in "LNPS" for kind, letter in zip(kinds, name, strict=True) if letter not in _BLANK
    ):
        raise ValueError("nothing to be seen")
    runs = (
        len(list(run)) for is_mark, run in groupby(kinds, lambda kind: kind[0] == "M") if is_mark
    )
    if max(runs, default=0) > _MOST_MARKS:
        raise ValueError("too many marks on a letter")
    return name


def whole(least: int = -LARGEST, most: int = LARGEST) -> Expected:
    """Expect a whole number: neither true nor 8.0."""
    words = "a whole number"
    if most < LARGEST:
        words += f" from {least} to {most}"
    elif least > -LARGEST:
        words += f", {least} or more"
    return Expected(words, (Strict(), Ge(least), Le(most)))


def number(least: float = 0, most: float = LARGEST, *, above: bool = False) -> Expected:
    """Expect a finite number; with `above` it must be larger than `least`."""
    words = f"a number above {least:g}" if above else f"a number {least:g} or more"
    if most < LARGEST:
        words += f" and at most {most:g}"
    return Expected(words, (Strict(), Gt(least) if above else Ge(least), Le(most)))


def list_of(most: int) -> Expected:
    """Expect a list, which is a tuple in the dataclass."""
    return Expected(f"a list of at most {most}", (MaxLen(most),))


def _checked_by(is_valid: Callable[[Any], bool], words: str) -> Expected:
    def check(value: Any) -> Any:
        if not is_valid(value):
            raise ValueError(words)
        return value

    return Expected(words, (PlainValidator(check),))


def id_of(most: int) -> Expected:
    """Expect a whole number or a short text."""
    words = f"a whole number or a text of 1 to {most} printable characters"
    return _checked_by(lambda value: is_id(value, most), words)


def _is_size(value: Any) -> bool:
    return type(value) is int and value in (4, 6, 8)


# The check of an object


def validated(kind: type[AnyClass], members: Mapping[str, Any], place: str = "") -> AnyClass:
    """Return the message that the members of a JSON object describe, or raise a FieldError.

    Unknown members are ignored, unless the class forbids them. `place` is the field that contains
    the object.
    """
    try:
        return adapter(kind).validate_python(members)
    except ValidationError as problem:
        errors = problem.errors(include_url=False)
        unknown = (error for error in errors if error["type"] == "unexpected_keyword_argument")
        error = next(unknown, errors[0])
        cause = error.get("ctx", {}).get("error")
        if isinstance(cause, FieldError):
            raise FieldError(str(cause), error["loc"]) from None
        raise FieldError(_reason(kind, members, error["loc"], place), error["loc"]) from None


def adapter(kind: type[AnyClass]) -> TypeAdapter[AnyClass]:
    """Return what reads and writes the objects of a class."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


_ADAPTERS: dict[type[Any], TypeAdapter[Any]] = {}


def _reason(kind: Any, value: Any, location: Location, place: str) -> str:
    """Return what is wrong at a location of a message, and what was expected there."""
    hint = kind
    for part in location:
        inner = _inner(hint)
        if isinstance(part, int) and get_origin(inner) is tuple:
            hint, value, place = get_args(inner)[0], value[part], f"{place}[{part}]"
            continue
        if not is_dataclass(inner):
            break
        hints = get_type_hints(inner, include_extras=True)
        where = f" of '{place}'" if place else ""
        name = str(part)
        if name not in hints:
            advice = suggestion(name[:_LONGEST_GUESS], hints)
            return f"there is no field {name[:_LONGEST_GUESS]!r}{where}: {advice}"
        if name not in value:
            return f"the field {name!r}{where} is missing: expected {_words(hints[name])}"
        hint, value, place = hints[name], value[name], f"{place}.{name}" if place else name
    choices = _choices(_inner(hint))
    if isinstance(value, str) and choices and all(isinstance(each, str) for each in choices):
        return f"'{place}' cannot be {shown(value)}: {suggestion(value[:_LONGEST_GUESS], choices)}"
    return f"'{place}' cannot be {shown(value)}: expected {_words(hint)}"


def _words(hint: Any) -> str:
    """Return what an annotation expects, in words."""
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        return f"{_words(get_args(hint)[0])}, or null"
    for part in getattr(hint, "__metadata__", ()):
        if isinstance(part, Expected):
            return part.words
    inner = _inner(hint)
    if choices := _choices(inner):
        return " or ".join(map(shown, choices))
    if is_dataclass(inner):
        return f"an object with {', '.join(repr(field.name) for field in dataclass_fields(inner))}"
    return "something else"


def _inner(hint: Any) -> Any:
    """Return the type of an annotation, without null and checks."""
    while get_origin(hint) in (Annotated, Union, UnionType):
        hint = get_args(hint)[0]
    return hint


def _choices(kind: Any) -> list[Any]:
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    return (
        [each.value for each in kind] if isinstance(kind, type) and issubclass(kind, Enum) else []
    )


# Fields that many messages have: what their values may be.
Color = Literal["black", "white"]
Flag = Annotated[bool, Expected("true or false", (Strict(),))]
Id = Annotated[int | str, id_of(LONGEST_ID)]
Name = Annotated[str, _name(40)]
GameId = Annotated[str, text(40, least=1)]
Token = Annotated[str, text(64, least=1)]
PersonKey = Annotated[str, text(64)]
Description = Annotated[str, text(200, least=1)]
Sentence = Annotated[str, text(1000)]
BoardText = Annotated[str, text(80)]
Moves = Annotated[str, text(400)]
Square = Annotated[str, text(10, least=1)]
Squares = Annotated[tuple[Square, ...], list_of(64)]
Ply = Annotated[int, whole(0, 1000)]
Seconds = Annotated[float, number()]
Size = Annotated[int, _checked_by(_is_size, "4 or 6 or 8")]
LineCount = Annotated[Top, _checked_by(is_line_count, 'a whole number from 1 to 64, or "all"')]


def color_number(color: Color) -> ColorNumber:
    """Return the number that represents a colour everywhere else.

    >>> color_number("black")
    -1
    """
    return BLACK if color == "black" else WHITE


def color_word(color: ColorNumber) -> Color:
    """Return the word for a colour in messages.

    >>> color_word(1)
    'white'
    """
    return "black" if color == BLACK else "white"


@dataclass(frozen=True, slots=True)
class ClockSetting:
    """The seconds of each player for a whole game; each move adds the increment."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    seconds: Annotated[float, number(0, LONGEST_CLOCK, above=True)]
    increment: Annotated[float, number(0, LONGEST_CLOCK)] = 0.0


@dataclass(frozen=True, slots=True)
class Clocks:
    """The seconds that both players have left."""

    black: Seconds
    white: Seconds


@dataclass(frozen=True, slots=True)
class Offer:
    """An agent of the server: its description, and what it is in words."""

    description: Description
    words: Sentence


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a client may do: bytes of a line, messages per second, games at once, seconds of search.

    The seconds are the most that the server searches, for a move or an analysis.
    """

    line: Annotated[int, whole(0)]
    rate: Annotated[float, number()]
    games: Annotated[int, whole(0)]
    seconds: Seconds


@dataclass(frozen=True, slots=True)
class PlayerRating:
    """The rating of a person in one game and size; a provisional one is known only roughly."""

    rating: Annotated[int, whole()]
    provisional: Flag


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game in the list; a free seat does not have a name.

    `agents` are the colours that agents play. If `drawn`, the colours of a waiting game are drawn
    when an opponent comes. Persons who play rated games have a rating.
    """

    game: GameId
    rules: Rules
    size: Size
    black: Annotated[str, text(200)] | None
    white: Annotated[str, text(200)] | None
    clock: ClockSetting | None
    ply: Ply
    waiting: Flag
    watchers: Annotated[int, whole(0)]
    agents: Annotated[tuple[Color, ...], list_of(2)] = ()
    drawn: Flag = False
    rated: Flag = False
    black_rating: PlayerRating | None = None
    white_rating: PlayerRating | None = None


@dataclass(frozen=True, slots=True)
class AnalysedLine:
    """A move, its margin for the mover, and how the game may continue."""

    move: Square
    margin: Annotated[int, whole(-64, 64)]
    bound: Bound
    exact: Flag
    pv: Annotated[tuple[Square, ...], list_of(128)]


@dataclass(frozen=True, slots=True)
class _LimitFields:
    seconds: Annotated[float, number(0, 3600, above=True)] | None = None
    depth: Annotated[int, whole(1)] | None = None
    nodes: Annotated[int, whole(1)] | None = None


_LIMIT_WORDS = 'an object with "seconds", "depth" or "nodes"'


def _limit(value: Any) -> Limit:
    names = {field.name for field in dataclass_fields(_LimitFields)}
    if not isinstance(value, dict) or not value or value.keys() - names or None in value.values():
        raise ValueError(_LIMIT_WORDS)
    given = validated(_LimitFields, value, "limit")
    return Limit(seconds=given.seconds, depth=given.depth, nodes=given.nodes)


#: What ends an analysis: at least one of seconds, depth and nodes.
LimitField = Annotated[Limit, Expected(_LIMIT_WORDS, (PlainValidator(_limit),))]
