"""Dataclasses as JSON objects: their fields are read by the parts that they are annotated with."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from typing import Any, Final, TypeVar, get_type_hints

from obversi.errors import FormatError
from obversi.suggestion import suggestion
from obversi.wire.session.parts import Part, mismatch

__all__ = ["Member", "read_fields", "written_fields"]

AnyClass = TypeVar("AnyClass")

# What was found out about the classes so far.
_KNOWN: Final[dict[type[Any], dict[str, "_Field"]]] = {}
_DEFAULTS: Final[dict[type[Any], list[tuple[str, Any]]]] = {}


@dataclass(frozen=True, slots=True)
class _Field:
    name: str
    part: Part
    default: Any  # MISSING if the field must be there


@dataclass(frozen=True, slots=True)
class Member:
    """A field that is an object itself, read as a dataclass."""

    kind: type[Any]

    @property
    def expected(self) -> str:
        """What is expected, in words."""
        return f"an object with {', '.join(map(repr, _fields(self.kind)))}"

    def read(self, value: Any, place: str) -> Any:
        """Read it."""
        if not isinstance(value, dict):
            mismatch(place, value, self.expected)
        return read_fields(self.kind, value, place=place)


def read_fields(
    kind: type[AnyClass], members: Mapping[str, Any], *, place: str = "", ignore: bool = False
) -> AnyClass:
    """Make a message of the members of an object; unknown ones are refused unless ignored."""
    known = _fields(kind)
    where = f" of '{place}'" if place else ""
    for name in members:
        if name not in known and not ignore:
            advice = suggestion(name[:40], known) if known else "it has none"
            raise FormatError(f"there is no field {name[:40]!r}{where}: {advice}")
    values = {}
    for name, field in known.items():
        if name in members:
            values[name] = field.part.read(members[name], f"{place}.{name}" if place else name)
        elif field.default is MISSING:
            raise FormatError(
                f"the field {name!r}{where} is missing: expected {field.part.expected}"
            )
    return kind(**values)


def written_fields(message: Any) -> dict[str, Any]:
    """Return a message as an object for JSON, without the fields that are as they are by default.

    Whoever reads it gives them the same values.
    """
    return {
        name: _plain(value)
        for name, default in _defaults(message)
        if (value := getattr(message, name)) is not default and value != default
    }


def _plain(value: Any) -> Any:
    if value is None or type(value) in (str, int, float, bool):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return written_fields(value) if is_dataclass(value) else value


def _fields(kind: type[Any]) -> dict[str, _Field]:
    if kind not in _KNOWN:
        hints = get_type_hints(kind, include_extras=True)
        _KNOWN[kind] = {
            field.name: _Field(field.name, hints[field.name].__metadata__[0], field.default)
            for field in fields(kind)
        }
    return _KNOWN[kind]


def _defaults(message: Any) -> list[tuple[str, Any]]:
    kind = type(message)
    if kind not in _DEFAULTS:
        _DEFAULTS[kind] = [(field.name, field.default) for field in fields(message)]
    return _DEFAULTS[kind]
