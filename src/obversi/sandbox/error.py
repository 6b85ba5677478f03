"""Errors of a sandbox and their causes."""

import signal
from enum import StrEnum

from obversi.errors import ObversiError

# Common names of signals.
_KNOWN_AS = {
    "SIGSEGV": "a segmentation fault",
    "SIGBUS": "a bus error",
    "SIGABRT": "it aborted",
    "SIGTRAP": "it aborted",
    "SIGILL": "an illegal instruction",
    "SIGFPE": "an arithmetic error",
    "SIGSYS": "a system call that is not allowed",
    "SIGXFSZ": "a file larger than it may be",
}

# Bubblewrap and shells report a signal as a status: this plus the number of the signal.
_SIGNAL_STATUS = 128


class Cause(StrEnum):
    """Why a sandbox does not answer."""

    HANG = "hang"  # the time or the processor time is used up
    DEATH = "death"  # the process ended
    MEMORY = "memory"  # it holds more memory than allowed
    FLOOD = "flood"  # it printed more than allowed
    THREADS = "threads"  # it has more threads or processes than allowed
    DISK = "disk"  # it filled its scratch folder
    PROTOCOL = "protocol"  # it sent something that is not a message
    START = "start"  # it ended before the untrusted code could run


class SandboxError(ObversiError):
    """A sandbox does not answer: the cause, and an explanation that begins with "it"."""

    def __init__(self, cause: Cause, words: str) -> None:
        """Store the cause and the explanation."""
        super().__init__(words)
        self.cause = cause
        self.words = words

    def __reduce__(self) -> tuple[type["SandboxError"], tuple[Cause, str]]:
        return SandboxError, (self.cause, self.words)


def ending_words(status: int, *, is_wrapped: bool) -> str:
    """Describe how a process ended, from its status or, below 0, its signal.

    If another process reported the status (`is_wrapped`), a status above 128 is a signal.

    >>> ending_words(3, is_wrapped=False), ending_words(-11, is_wrapped=False)
    ('it ended its process with status 3', 'it was killed by signal 11 (a segmentation fault)')
    """
    if is_wrapped and status > _SIGNAL_STATUS:
        status = _SIGNAL_STATUS - status
    if status >= 0:
        return f"it ended its process with status {status}"
    words = f"it was killed by signal {-status}"
    for name, known_as in _KNOWN_AS.items():
        if getattr(signal, name, None) == -status:  # some systems lack some signals
            return f"{words} ({known_as})"
    return words
