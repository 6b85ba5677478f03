"""TOML files of users, with bounds: a parser may take minutes for a small file made to hurt."""

from pathlib import Path
from typing import Any

from obversi.errors import FormatError

_MOST_BYTES = 64 * 1024

# The time for a key with dots is the square of its parts, and a key is in one line.
_LONGEST_LINE = 2000

_DEEPEST = 16

# TOML has numbers of 64 bits.
_LARGEST = 1 << 63


def read_toml_text(path: Path) -> str:
    """Return the text of a file in UTF-8; a FormatError says why it is none."""
    with path.open("rb") as file:
        content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise FormatError(f"a file of more than {_MOST_BYTES // 1024} KiB is too long", str(path))
    try:
        # Some editors begin a file with a mark that it is UTF-8.
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError("the file is not UTF-8 text", str(path)) from None


def parse_toml(text: str, path: Path) -> dict[str, Any]:
    """Return the content of a file; a FormatError with its path says what is wrong."""
    # Only those who read a file wait for the parser.
    import tomllib

    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _LONGEST_LINE:
            reason = f"line {number} has more than {_LONGEST_LINE} characters"
            raise FormatError(f"this is no TOML: {reason}", str(path))
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"this is no TOML: {error}", str(path)) from None
    except RecursionError:
        raise FormatError("this is no TOML: its values are nested too deeply", str(path)) from None
    except ValueError as error:
        raise FormatError(f"this is no TOML: {error}", str(path)) from None
    _check_values(content, path)
    return content


def _check_values(content: dict[str, Any], path: Path) -> None:
    """Reject numbers and depths that nobody writes, without recursion."""
    values: list[tuple[Any, int]] = [(content, 0)]
    while values:
        value, depth = values.pop()
        if depth > _DEEPEST:
            raise FormatError("its values are nested too deeply", str(path))
        if isinstance(value, dict | list):
            inner = value.values() if isinstance(value, dict) else value
            values += ((each, depth + 1) for each in inner)
        elif isinstance(value, int) and abs(value) >= _LARGEST:
            raise FormatError("a whole number has more than 64 bits", str(path))
