"""Dataclasses as plain data for JSON, and back."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from sys import float_info
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Self, cast, get_args, get_origin, get_type_hints

# An object of JSON; its values are anything that JSON has.
JsonObject = dict[str, Any]


def fields_object(record: Any, *names: str) -> JsonObject:
    """Return the fields of a dataclass for JSON, or the named fields and properties."""
    chosen = names or tuple(field.name for field in fields(record))
    return {name: plain(getattr(record, name)) for name in chosen}


def plain(value: Any) -> Any:
    """Return records, and tuples and mappings with records inside, as plain data for JSON."""
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    if isinstance(value, Mapping):
        return {name: plain(one) for name, one in value.items()}
    return value.to_object() if hasattr(value, "to_object") else value


class Record:
    """The base of dataclasses that are stored as JSON objects.

    `STORED` names the fields and properties that are written, if these are not all fields. Fields
    are numbers, texts, truth values and other records, or tuples of these, or None. `ADDED` names
    fields that objects of earlier versions lack; they have defaults.
    """

    __slots__ = ()

    STORED: ClassVar[tuple[str, ...]] = ()
    ADDED: ClassVar[tuple[str, ...]] = ()

    def to_object(self) -> JsonObject:
        """Return plain data for JSON."""
        return fields_object(self, *self.STORED)

    @classmethod
    def from_object(cls, data: Mapping[str, Any]) -> Self:
        """Read what `to_object` returned; a wrong value raises ValueError or KeyError."""
        if not isinstance(data, Mapping):
            raise ValueError(f"{data!r} is not an object")
        kinds = _kinds(cast(Any, cls)).items()
        lacking = set(cls.ADDED) - data.keys()
        return cls(**{name: _read(kind, data[name]) for name, kind in kinds if name not in lacking})


@cache
def _kinds(cls: Any) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {field.name: hints[field.name] for field in fields(cls)}


def _read(kind: Any, value: Any) -> Any:
    """Check a value of JSON, and return it as a field of this type."""
    if get_origin(kind) is UnionType:
        (kind,) = (one for one in get_args(kind) if one is not NoneType)
        return None if value is None else _read(kind, value)
    if get_origin(kind) is tuple:
        if not isinstance(value, list):
            raise ValueError(f"{value!r} is not a list")
        return tuple(_read(get_args(kind)[0], one) for one in value)
    if isinstance(kind, type) and issubclass(kind, Record):
        return value if isinstance(value, kind) else kind.from_object(value)
    if kind is float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not abs(value) <= float_info.max:  # neither infinite nor NaN
            raise ValueError(f"{value!r} is not a number")
        return float(value)
    if get_origin(kind) is Literal:
        kind = str
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ValueError(f"{value!r} is not {'a whole number' if kind is int else kind.__name__}")
    return value
