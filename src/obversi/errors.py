"""The errors of the package; every message names the problem.

Bad input is an `InputError`, which is a `ValueError`. What fails for another reason, such as a
lost connection or a missing sandbox, is an `ObversiError` only.
"""

__all__ = [
    "EvaluationError",
    "FormatError",
    "IllegalMoveError",
    "InputError",
    "InvalidBoardError",
    "InvalidMoveError",
    "MachineError",
    "ObversiError",
    "ObversiWarning",
]


class ObversiError(Exception):
    """Base class of all errors of the package."""


class InputError(ObversiError, ValueError):
    """An argument, a text or a file that cannot be used."""


class InvalidMoveError(InputError):
    """A text that names no square of the board and is no pass."""


class IllegalMoveError(InputError):
    """A square or a pass that the rules do not allow now."""


class InvalidBoardError(InputError):
    """A size, a rule set, a board text or an array that makes no board."""


class FormatError(InputError):
    """A file or a pasted text that cannot be read, with the place where reading stopped."""

    def __init__(self, reason: str, place: str = "") -> None:
        """Keep the reason and the place apart, so that a reader can add where it was."""
        super().__init__(f"{place}: {reason}" if place else reason)
        self.reason = reason
        self.place = place


class EvaluationError(InputError):
    """An evaluation that cannot be asked: it failed, or returned no number."""


class MachineError(ObversiError):
    """A resource that this machine does not have, which is no failure of an agent."""


class ObversiWarning(UserWarning):
    """A request that could be fulfilled only in part."""
