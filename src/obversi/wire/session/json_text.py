"""One JSON object in a text from a stranger: strictly read, whatever it is."""

import json
from typing import Any, NoReturn

from obversi.errors import FormatError
from obversi.formats.problems import quoted

__all__ = ["read_object", "shown"]


def read_object(text: str | bytes) -> dict[str, Any]:
    """Return the members of the object that a text is; every other text is a FormatError.

    >>> read_object('{"type": "ping", "number": 7}')
    {'type': 'ping', 'number': 7}
    """
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            raise FormatError(f"byte {error.start + 1} of the message is no UTF-8") from None
    if not text.strip():
        raise FormatError("the message is empty: expected a JSON object")
    try:
        value = json.loads(text, object_pairs_hook=_members, parse_constant=_no_number)
    except RecursionError:
        raise FormatError("the message is nested too deeply") from None
    except FormatError:
        raise
    except ValueError as error:
        # A whole number of thousands of digits is a ValueError too, whose words are Python's.
        place = f"{error}" if isinstance(error, json.JSONDecodeError) else "a number is too long"
        raise FormatError(f"the message {quoted(text)} is no JSON: {place}") from None
    if not isinstance(value, dict):
        raise FormatError(f"the message {quoted(text)} is no JSON object")
    return value


def shown(value: object) -> str:
    """Return a value as JSON has it, cut if it is long, for use in a message."""
    if isinstance(value, str):
        return quoted(value)
    text = json.dumps(value)
    return text if len(text) <= 30 else text[:30] + "…"


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise FormatError(f"the message has the field {quoted(name)} twice")
        members[name] = value
    return members


def _no_number(name: str) -> NoReturn:
    raise FormatError(f"{name} is no number of JSON")
