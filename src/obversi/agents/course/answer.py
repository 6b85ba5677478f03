"""Answers of a student's process, checked before they are used, and squares in words."""

import errno
import json
import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from obversi.agents.agent import AgentFailureError, FailureKind
from obversi.board import Board
from obversi.core_wait import CoreTimes
from obversi.move import Move
from obversi.records import JsonObject

# Row and column from 0, as courses count.
Square = tuple[int, int]

_MOST_CANDIDATES = 4096
_LARGEST_COORDINATE = 1_000_000
_LONGEST_TEXT = 5000

# Errors of calls that the sandbox forbids.
_REFUSALS = (
    *(errno.EPERM, errno.EACCES, errno.EROFS),
    *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG),
)


class CourseFailureError(AgentFailureError):
    """A failure of a student's agent: the kind, the reason, and the line in its file.

    `details` is the traceback, with lines of the student's file only.
    """

    def __init__(
        self,
        kind: FailureKind,
        reason: str,
        details: str = "",
        line: int | None = None,
        *,
        disputed: bool = False,
    ) -> None:
        """Store what helps the author of the file."""
        super().__init__(kind, reason, disputed=disputed)
        self.details = details
        self.line = line


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of one call of `go`.

    `candidates` are the rows and columns of the list at the end of the call or at the time-out,
    when it was interrupted in `line`. `seconds` exclude those in which other processes had the
    core; `processor_seconds` are those of all its threads. `memory_mb` is the most so far,
    `returned` shows what it returned, and `output` is what it printed. `changed_board` says that a
    call that was not interrupted changed the array it was given. If its time was not enough,
    `is_disputed` says that the machine may be why, and `compiles` that it was compiling then.
    `times` are those of its process.
    """

    candidates: tuple[Square, ...]
    timed_out: bool
    seconds: float
    memory_mb: float
    returned: str = ""
    output: str = ""
    line: int | None = None
    processor_seconds: float = 0.0
    changed_board: bool = False
    times: CoreTimes = field(default_factory=CoreTimes)
    is_disputed: bool = False
    compiles: bool = False


def read_answer(message: bytes, token: str) -> JsonObject:
    """Read the answer to the request with this token; anything else is a failure."""
    try:
        content = json.loads(message)
        if isinstance(content, dict) and content.get("token") == token:
            return content
    except (ValueError, RecursionError):
        pass
    raise CourseFailureError(
        FailureKind.PROTOCOL,
        "it sent something that is not an answer: it writes to files that are not its own",
    )


def raised(content: JsonObject, doing: str) -> CourseFailureError | None:
    """Return the failure for an exception of the student's code, if there was one."""
    error = content.get("error")
    if not isinstance(error, dict):
        return None
    kind, message = _text(error.get("type")), _text(error.get("message"))
    line = error.get("line")
    line = line if isinstance(line, int) else None
    where = f" (line {line})" if line is not None else ""
    failure, reason = FailureKind.ERROR, f"{kind}: {message}" if message else kind
    if error.get("forbidden"):
        failure, reason = FailureKind.FORBIDDEN, message
    elif error.get("memory"):
        failure, reason = FailureKind.MEMORY, f"it ran out of memory {doing}: {reason}"
    elif type(number := error.get("errno")) is int and number in _REFUSALS:
        what = f"what line {line} does" if line is not None else f"what it does {doing}"
        words = f"the sandbox refuses {what}: {os.strerror(number)}"
        return CourseFailureError(FailureKind.FORBIDDEN, words, _text(error.get("trace")), line)
    elif kind == "SystemExit":
        reason = f"it ended itself {doing}, by sys.exit or the like"
    return CourseFailureError(failure, reason + where, _text(error.get("trace")), line)


def read_candidates(content: JsonObject) -> tuple[Square, ...]:
    """Return the candidates of an answer; anything but a list of squares is a failure."""
    if trouble := _text(content.get("trouble")):
        raise CourseFailureError(FailureKind.PROTOCOL, trouble)
    found = content.get("candidates")
    if isinstance(found, list) and len(found) <= _MOST_CANDIDATES and all(map(_is_square, found)):
        return tuple((row, column) for row, column in found)
    raise CourseFailureError(FailureKind.PROTOCOL, "candidate_list is not a list of (row, column)")


def _is_square(entry: object) -> bool:
    return (
        isinstance(entry, list)
        and len(entry) == 2
        and all(type(part) is int and abs(part) < _LARGEST_COORDINATE for part in entry)
    )


def _text(text: object) -> str:
    return text[:_LONGEST_TEXT] if isinstance(text, str) else ""


# The most squares in a message.
_MOST_NAMED = 12


def square_name(square: Square, size: int) -> str:
    """Return the name of a square, or "" if it is not on the board.

    >>> square_name((2, 3), 8), square_name((8, 3), 8)
    ('d3', '')
    """
    row, column = square
    return str(Move.at(row, column)) if 0 <= row < size and 0 <= column < size else ""


def square_text(square: Square, size: int) -> str:
    """Write a square as (row, column), with its name if it is on the board.

    >>> square_text((2, 3), 8), square_text((8, 0), 8)
    ('(2, 3) d3', '(8, 0)')
    """
    return f"({square[0]}, {square[1]}) {square_name(square, size)}".rstrip()


def squares_text(squares: Iterable[Square], size: int) -> str:
    """Write several squares in order, but not too many.

    >>> squares_text({(2, 3), (0, 0)}, 8)
    '(0, 0) a1, (2, 3) d3'
    """
    texts = [square_text(square, size) for square in sorted(set(squares))]
    left_out = len(texts) - _MOST_NAMED
    return ", ".join(texts if left_out <= 0 else [*texts[:_MOST_NAMED], f"and {left_out} more"])


def candidate_differences(
    candidates: Collection[Square], legal: Collection[Square], size: int
) -> str:
    """Describe how candidates differ from the legal squares; "" if they do not.

    >>> candidate_differences([(2, 3), (0, 0)], [(2, 3), (3, 2)], 8)
    'its candidates lack (3, 2) c4 and have (0, 0) a1, which is not legal'
    """
    missing, wrong = set(legal) - set(candidates), set(candidates) - set(legal)
    parts = []
    if missing:
        parts.append(f"lack {squares_text(missing, size)}")
    if wrong:
        are = "is" if len(wrong) == 1 else "are"
        parts.append(f"have {squares_text(wrong, size)}, which {are} not legal")
    return f"its candidates {' and '.join(parts)}" if parts else ""


def legal_squares(board: Board) -> set[Square]:
    """Return the legal squares as rows and columns; none if the mover has to pass."""
    return {(move.row, move.column) for move in board.legal_moves if not move.is_pass}


def candidate_name(square: Square, size: int) -> str:
    """Return the name of a square, or its numbers if it is not on the board.

    >>> candidate_name((2, 3), 8), candidate_name((8, 3), 8)
    ('d3', '(8, 3)')
    """
    return square_name(square, size) or square_text(square, size)


def candidate_square(name: str) -> Square:
    """Read a square as `candidate_name` writes it.

    >>> candidate_square("d3"), candidate_square("(8, 3)")
    ((2, 3), (8, 3))
    """
    if name.startswith("("):
        row, column = name.strip("()").split(",")
        return int(row), int(column)
    move = Move(name)
    return move.row, move.column
