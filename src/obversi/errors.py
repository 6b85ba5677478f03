"""The errors of the package: each is a ValueError whose message names what was wrong.

There is one warning too, for what was asked for but is done otherwise.
"""

__all__ = [
    "EvaluationError",
    "FormatError",
    "IllegalMoveError",
    "InvalidBoardError",
    "InvalidMoveError",
    "MachineError",
    "ObversiError",
    "ObversiWarning",
]


class ObversiError(ValueError):
    """Something that was given to the package cannot be used."""


class InvalidMoveError(ObversiError):
    """A text that names no square of the board and is no pass."""


class IllegalMoveError(ObversiError):
    """A square or a pass that the rules do not allow now."""


class InvalidBoardError(ObversiError):
    """A size, a rule set, a board text or an array that makes no board."""


class FormatError(ObversiError):
    """A file or a pasted text that cannot be read, with the place where reading stopped."""

    def __init__(self, reason: str, place: str = "") -> None:
        """Keep the reason and the place apart, so that a reader can add where it was."""
        super().__init__(f"{place}: {reason}" if place else reason)
        self.reason = reason
        self.place = place


class EvaluationError(ObversiError):
    """An evaluation that cannot be asked: it failed, or returned no number."""


class MachineError(ObversiError):
    """Something that this machine does not give: nobody who plays on it is to blame."""


class ObversiWarning(UserWarning):
    """Something that was asked for cannot be had, and less is given instead."""
