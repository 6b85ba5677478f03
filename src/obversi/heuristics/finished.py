"""What finished games are worth, by name."""

from typing import get_args

from obversi.errors import ObversiError
from obversi.heuristics.evaluation import Finished

__all__ = ["checked_finished"]


def checked_finished(finished: Finished) -> Finished:
    """Return the name if it says what a finished game is worth."""
    if finished not in get_args(Finished):
        raise ObversiError(
            f"a finished game cannot be {finished!r}: expected margin, result or evaluated"
        )
    return finished
