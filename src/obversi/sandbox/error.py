"""What can go wrong with a sandbox, and whose doing it is."""

import signal
from enum import StrEnum

from obversi.errors import ObversiError

__all__ = ["Cause", "SandboxError", "ending_words"]

# What people know a signal by.
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

# Bubblewrap and shells tell a signal by a status of so much more.
_SIGNAL_STATUS = 128


class Cause(StrEnum):
    """Why a sandbox gives no answer."""

    HANG = "hang"  # the time, or the processor time, was up
    DEATH = "death"  # the process ended
    MEMORY = "memory"  # it held more memory than it may
    FLOOD = "flood"  # it wrote more output than it may
    THREADS = "threads"  # it had more threads or processes than it may
    DISK = "disk"  # it filled its scratch folder
    PROTOCOL = "protocol"  # what came is no message
    START = "start"  # it did not come to the point where code of others runs


class SandboxError(ObversiError):
    """A sandbox that gives no answer: the cause, and words that begin with "it"."""

    def __init__(self, cause: Cause, words: str) -> None:
        """Keep the cause for those who blame someone."""
        super().__init__(words)
        self.cause = cause
        self.words = words

    def __reduce__(self) -> tuple[type["SandboxError"], tuple[Cause, str]]:
        """Pickle both."""
        return SandboxError, (self.cause, self.words)


def ending_words(status: int, *, is_told: bool) -> str:
    """Say how a process ended, from its status or, below 0, its signal.

    Of a process that another one told us of (`is_told`), a signal is a status above 128.

    >>> ending_words(3, is_told=False), ending_words(-11, is_told=False)
    ('it ended its process with status 3', 'it was killed by signal 11 (a segmentation fault)')
    """
    if is_told and status > _SIGNAL_STATUS:
        status = _SIGNAL_STATUS - status
    if status >= 0:
        return f"it ended its process with status {status}"
    words = f"it was killed by signal {-status}"
    for name, known_as in _KNOWN_AS.items():
        if getattr(signal, name, None) == -status:  # not every system has all of them
            return f"{words} ({known_as})"
    return words
