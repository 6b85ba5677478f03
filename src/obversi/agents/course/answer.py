"""What comes out of a sandbox, looked at before it is believed."""

import errno
import json
import os
from dataclasses import dataclass
from typing import Any, Final

from obversi.agents.failure import AgentFailureError, Fault

__all__ = ["Answer", "CourseFailureError", "raised", "read_answer", "read_candidates"]

_MOST_CANDIDATES: Final = 4096
_LARGEST_COORDINATE: Final = 1_000_000
_LONGEST_TEXT: Final = 5000

# What the system says where a wall of the sandbox stands.
_REFUSALS: Final = (
    *(errno.EPERM, errno.EACCES, errno.EROFS),
    *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG),
)


class CourseFailureError(AgentFailureError):
    """A student's agent that fails: the fault, the reason, and where in its file.

    `details` is the traceback, of the student's own lines alone.
    """

    def __init__(
        self, fault: Fault, reason: str, details: str = "", line: int | None = None
    ) -> None:
        """Keep what helps the one who wrote the file."""
        super().__init__(fault, reason)
        self.details = details
        self.line = line


@dataclass(frozen=True, slots=True)
class Answer:
    """What one call of `go` brought.

    `candidates` are rows and columns as the list has them when the call ends, or at the time-out;
    `line` is where it was interrupted then. `seconds` are without those in which others had the
    core, and `processor_seconds` what all its threads computed together. `memory_mb` is the most
    that was seen so far, `returned` shows what it returned, and `output` is what it printed.
    `changed_board` says that the array which it was given is another one after a call that came to
    its end.
    """

    candidates: tuple[tuple[int, int], ...]
    timed_out: bool
    seconds: float
    memory_mb: float
    returned: str = ""
    output: str = ""
    line: int | None = None
    processor_seconds: float = 0.0
    changed_board: bool = False


def read_answer(message: bytes, token: str) -> dict[str, Any]:
    """Read a message that answers the question with this token; anything else is a fault."""
    try:
        content = json.loads(message)
        if isinstance(content, dict) and content.get("token") == token:
            return content
    except (ValueError, RecursionError):
        pass
    raise CourseFailureError(
        Fault.PROTOCOL,
        "something else than its answer came out of it: it writes to files not its own",
    )


def raised(content: dict[str, Any], doing: str) -> CourseFailureError | None:
    """Return what the student's code raised while it was doing something, if it did."""
    error = content.get("error")
    if not isinstance(error, dict):
        return None
    kind, message = _text(error.get("type")), _text(error.get("message"))
    line = error.get("line")
    line = line if isinstance(line, int) else None
    where = f" (line {line})" if line is not None else ""
    fault, reason = Fault.ERROR, f"{kind}: {message}" if message else kind
    if error.get("forbidden"):
        fault, reason = Fault.FORBIDDEN, message
    elif error.get("memory"):
        fault, reason = Fault.MEMORY, f"it ran out of memory {doing}: {reason}"
    elif type(number := error.get("errno")) is int and number in _REFUSALS:
        what = f"what line {line} does" if line is not None else f"what it does {doing}"
        words = f"the sandbox refuses {what}: {os.strerror(number)}"
        return CourseFailureError(Fault.FORBIDDEN, words, _text(error.get("trace")), line)
    elif kind == "SystemExit":
        reason = f"it ended itself {doing}, by sys.exit or the like"
    return CourseFailureError(fault, reason + where, _text(error.get("trace")), line)


def read_candidates(content: dict[str, Any]) -> tuple[tuple[int, int], ...]:
    """Return the candidates of an answer; a list that is none is a fault."""
    if trouble := _text(content.get("trouble")):
        raise CourseFailureError(Fault.PROTOCOL, trouble)
    found = content.get("candidates")
    if isinstance(found, list) and len(found) <= _MOST_CANDIDATES and all(map(_is_square, found)):
        return tuple((row, column) for row, column in found)
    raise CourseFailureError(Fault.PROTOCOL, "candidate_list is no list of (row, column)")


def _is_square(entry: object) -> bool:
    return (
        isinstance(entry, list)
        and len(entry) == 2
        and all(type(part) is int and abs(part) < _LARGEST_COORDINATE for part in entry)
    )


def _text(text: object) -> str:
    return text[:_LONGEST_TEXT] if isinstance(text, str) else ""
