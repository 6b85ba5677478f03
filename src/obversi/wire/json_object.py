"""JSON objects of unknown origin: read from texts, and checks of their members."""

import json
from collections import Counter
from typing import Any, NoReturn

from obversi.errors import FormatError
from obversi.formats.lines import quoted

#: The most characters of the id that a request may have.
LONGEST_ID = 40

# The largest whole number that every reader of JSON represents exactly.
LARGEST = 2**53


def read_object(text: str | bytes) -> dict[str, Any]:
    """Return the members of the JSON object that a text is."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            raise FormatError(f"byte {error.start + 1} of the message is not UTF-8") from None
    if not text.strip():
        raise FormatError("the message is empty: expected a JSON object")
    try:
        value = json.loads(text, object_pairs_hook=_members, parse_constant=_reject_constant)
    except RecursionError:
        raise FormatError("the message is nested too deeply") from None
    except FormatError:
        raise
    except ValueError as error:
        # A number of thousands of digits is a ValueError too, with a text about Python's limits.
        reason = str(error) if isinstance(error, json.JSONDecodeError) else "a number is too long"
        raise FormatError(f"the message {quoted(text)} is not JSON: {reason}") from None
    if not isinstance(value, dict):
        raise FormatError(f"the message {quoted(text)} is not a JSON object")
    return value


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        [(twice, _)] = Counter(name for name, _ in pairs).most_common(1)
        raise FormatError(f"the message has the field {quoted(twice)} twice")
    return members


def _reject_constant(name: str) -> NoReturn:
    raise FormatError(f"{name} is not a number of JSON")


def is_id(value: Any, most: int = LONGEST_ID) -> bool:
    """Whether a value is a whole number or a short text."""
    if isinstance(value, str):
        return 1 <= len(value) <= most and value.isprintable()
    return type(value) is int and abs(value) <= LARGEST


def is_line_count(value: Any) -> bool:
    """Whether a value is a number of best moves, or "all"."""
    return value == "all" or (type(value) is int and 1 <= value <= 64)


def shown(value: object) -> str:
    """Return a value as JSON writes it, cut if it is long, for use in a message."""
    if isinstance(value, str):
        return quoted(value)
    written = json.dumps(value)
    return written if len(written) <= 30 else written[:30] + "…"
