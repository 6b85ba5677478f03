"""What happens with a broken record: the reader is told, and decides whether to read on."""

from collections.abc import Callable
from typing import NoReturn

from obversi.errors import FormatError, ObversiError
from obversi.formats.record import BrokenGameError

__all__ = ["OnProblem", "placed", "quoted", "raise_problem"]

OnProblem = Callable[[FormatError], None]

_LONGEST_REASON = 400


def raise_problem(problem: FormatError) -> NoReturn:
    """Stop at the first problem; what every reader does unless told otherwise."""
    raise problem


def placed(error: ObversiError, place: str) -> FormatError:
    """Return the error with the line or the record where it came up."""
    if isinstance(error, BrokenGameError):
        return error.at(place)
    reason = str(error)
    if len(reason) > _LONGEST_REASON:
        reason = reason[:_LONGEST_REASON] + "…"
    return FormatError(reason, place)


def quoted(text: str, longest: int = 30) -> str:
    """Return a text in quotes, cut if it is long, for use in a message."""
    return repr(text if len(text) <= longest else text[:longest] + "…")
