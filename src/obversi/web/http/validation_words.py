"""What is wrong with a request, in the words of the house rather than those of a library."""

from collections.abc import Mapping
from typing import Any, Final

from obversi.wire.session.json_text import shown

__all__ = ["problem_of"]

_EXPECTED: Final = {
    "string_type": "a text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "literal_error": "{expected}",
    "greater_than_equal": "{ge} or more",
    "greater_than": "more than {gt}",
    "less_than_equal": "{le} or less",
    "less_than": "less than {lt}",
    "string_too_long": "at most {max_length} characters",
    "string_too_short": "at least {min_length} characters",
    "too_long": "at most {max_length} of them",
    "too_short": "at least {min_length} of them",
    "string_pattern_mismatch": "a text that matches {pattern}",
}

_NO_OBJECT: Final = frozenset(
    {"model_type", "model_attributes_type", "dict_type", "dataclass_type"}
)


def problem_of(error: Mapping[str, Any]) -> tuple[str, str | None]:
    """Return what the first error of a request is, and which field is to blame.

    >>> problem_of({"type": "missing", "loc": ("body", "text"), "input": {}})
    ("the field 'text' is missing", 'text')
    """
    kind, place = error["type"], _place(error["loc"])
    if kind == "json_invalid":
        return "the request is no JSON", None
    if kind == "missing":
        if not place:
            return "the request has no JSON object", None
        return f"the field {place!r} is missing", place
    if kind == "extra_forbidden":
        return f"there is no field {place!r} here", place
    if not place or kind in _NO_OBJECT:
        whole = "the request" if not place else f"'{place}'"
        return f"{whole} cannot be {shown(error['input'])}: expected an object", place
    if kind in _EXPECTED:
        expected = _EXPECTED[kind].format(**error.get("ctx", {}))
        return f"'{place}' cannot be {shown(error['input'])}: expected {expected}", place
    return f"'{place}' cannot be {shown(error['input'])}: {error['msg']}", place


def _place(location: tuple[int | str, ...]) -> str | None:
    """Return a field as people write it: ``limit.seconds``, ``evaluations[2]``."""
    place = ""
    for part in location[1:]:
        place += f"[{part}]" if isinstance(part, int) else f".{part}" if place else part
    return place or None
