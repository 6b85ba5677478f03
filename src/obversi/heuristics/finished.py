"""What finished games are worth, by name."""

from typing import Literal, get_args

from obversi.errors import ObversiError

__all__ = ["Finished", "checked_finished"]

# Points for the margin, more than any guess; 1, 0 or -1; or what the evaluation says of the
# position as of any other.
Finished = Literal["margin", "result", "evaluated"]


def checked_finished(finished: Finished) -> Finished:
    """Return the name if it says what a finished game is worth."""
    if finished not in get_args(Finished):
        raise ObversiError(
            f"a finished game cannot be {finished!r}: expected margin, result or evaluated"
        )
    return finished
