"""What stands in a game of SGF, of whose variations the first ones are the game."""

import re
from collections.abc import Iterator

from obversi.errors import FormatError
from obversi.formats.problems import quoted

__all__ = ["main_line"]

_PART = re.compile(r"\s*+(?:([;()])|([A-Za-z]++)\s*+((?:\[(?:\\.|[^\]\\])*+\]\s*+)++))", re.DOTALL)
_VALUE = re.compile(r"\[((?:\\.|[^\]\\])*+)\]", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_SHOWN = 1000  # more than is quoted of what cannot be read


def main_line(text: str) -> Iterator[tuple[str, list[str]]]:
    """Go through the properties of a game, each with its values.

    >>> list(main_line("(;GM[2]AB[e4][d5];B[f5](;W[d6])(;W[f6]))"))
    [('GM', ['2']), ('AB', ['e4', 'd5']), ('B', ['f5']), ('W', ['d6'])]
    """
    if not text.startswith("("):
        raise FormatError(f"{quoted(text)} is no SGF: expected (;GM[2]…)")
    place = 1
    while found := _PART.match(text, place):
        sign, name, values = found.groups()
        if sign == ")":
            return
        if name:
            # Older files write Black for B.
            yield re.sub("[a-z]", "", name), [_plain(value) for value in _VALUE.findall(values)]
        place = found.end()
    rest = text[place : place + _SHOWN].strip()
    raise FormatError(
        f"{quoted(rest)} cannot be read: expected a property such as B[f5]"
        if rest
        else "the game is cut off: expected ) at the end"
    )


def _plain(value: str) -> str:
    """Return a value without what guards its letters; a guarded line end is none."""
    return _ESCAPED.sub(lambda found: found[1].strip("\n"), value).strip()
