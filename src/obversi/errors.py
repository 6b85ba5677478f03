"""The errors of the package; every message names the problem.

Bad input is an `InputError`, which is a `ValueError`. What fails for another reason, such as a
lost connection or a missing sandbox, is an `ObversiError` only.
"""


class ObversiError(Exception):
    """Base class of all errors of the package.

    >>> from obversi import Board
    >>> try:
    ...     Board(size=5)
    ... except ObversiError as error:
    ...     print(error)
    there is no board of size 5: expected 4, 6 or 8
    """


class InputError(ObversiError, ValueError):
    """An argument, a text or a file that cannot be used."""


class InvalidMoveError(InputError):
    """A text that names no square of the board and is no pass.

    >>> from obversi import Move
    >>> Move("z9")
    Traceback (most recent call last):
    obversi.errors.InvalidMoveError: 'z9' is no move: expected a square such as 'd3', or 'pass'
    """


class IllegalMoveError(InputError):
    """A square or a pass that the rules do not allow now."""


class InvalidBoardError(InputError):
    """A size, a rule set, a board text or an array that makes no board.

    >>> from obversi import Board
    >>> Board.parse("- X")
    Traceback (most recent call last):
    obversi.errors.InvalidBoardError: 1 cells before the mover make no board: expected 16, 36 or 64
    """


class FormatError(InputError):
    """A file or a pasted text that cannot be read, with the place where reading stopped."""

    def __init__(self, reason: str, place: str = "") -> None:
        """Keep the reason and the place apart, so that a reader can add where it was."""
        super().__init__(f"{place}: {reason}" if place else reason)
        self.reason = reason
        self.place = place


class EvaluationError(InputError):
    """An evaluation that cannot be asked: it failed, or returned no number.

    >>> from obversi import Board, evaluate
    >>> evaluate(Board(), lambda board: "high")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    obversi.errors.EvaluationError: evaluation '<lambda>', ... 'high': expected a finite number
    """


class MachineError(ObversiError):
    """A resource that this machine does not have, which is no failure of an agent."""


class ObversiWarning(UserWarning):
    """A request that could be fulfilled only in part.

    >>> import warnings
    >>> from obversi.formats import LossWarning
    >>> with warnings.catch_warnings(action="ignore", category=ObversiWarning):
    ...     warnings.warn("the date is lost", LossWarning)
    """
