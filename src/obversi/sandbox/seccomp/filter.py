"""The program that decides about every system call of a sandbox."""

import platform
import sys
from itertools import groupby
from typing import Final

from obversi.sandbox.seccomp.calls import ARCHITECTURES, NEWEST_CALL, call_numbers
from obversi.sandbox.seccomp.program import (
    Answer,
    Instruction,
    allow_between,
    answer,
    bytes_of,
    case,
    case_above,
    case_any_bit,
    load_argument,
    load_number,
    only_on,
)

__all__ = ["filter_program", "no_filter_reason", "seccomp_filter"]

# How a file is opened.
_TO_WRITE: Final = 0x3
_TO_EMPTY: Final = 0x200

# The signal that lets a stopped process go on, which only the host may send.
_GO_ON: Final = 18

_NEW_THREAD: Final = 0x00010000

# Namespaces of all kinds; the first of them is for time, the second for mounts.
_NEW_NAMESPACES: Final = 0x00000080 | 0x00020000 | 0x7E000000

# Whom a file tells of its events by a signal, by which signal, leases, notes, sizes of pipes.
_REFUSED_FILE_COMMANDS: Final = (8, 10, 15, 1024, 1026, 1031)

# Is it a terminal, of which size, what is there to be read; close on exec or not; do not block.
_ALLOWED_DEVICE_COMMANDS: Final = (0x5401, 0x5413, 0x541B, 0x5450, 0x5451, 0x5421)

# Names of threads and of memory, and questions.
_ALLOWED_PROCESS_COMMANDS: Final = (3, 15, 16, 21, 23, 29, 30, 39, 51, 0x53564D41)


def no_filter_reason() -> str:
    """Return why there is no filter for this machine, or ""."""
    if sys.platform != "linux":
        return "only Linux has it"
    if platform.machine() not in ARCHITECTURES:
        known = " and ".join(ARCHITECTURES)
        return f"this machine is of the kind {platform.machine()}, and only {known} are known"
    return ""


def seccomp_filter(process: int, machine: str = "") -> bytes:
    """Return the filter for a process, whose number is as the process itself sees it."""
    return bytes_of(filter_program(process, machine or platform.machine()))


def filter_program(process: int, machine: str) -> list[Instruction]:
    """Return the filter as instructions."""
    numbers = call_numbers(machine)
    allow, refuse = answer(Answer.ALLOW), answer(Answer.REFUSE)
    special = {
        "openat": _opening(2),
        "clone": [
            *load_argument(0),
            *case_any_bit(_NEW_NAMESPACES, refuse),
            *case_any_bit(_NEW_THREAD, allow),
            *refuse,
        ],
        # Its flags are in memory, where no filter sees them; all go back to the older call.
        "clone3": answer(Answer.UNKNOWN),
        "kill": _signal_to(process, 1),
        "tgkill": _signal_to(process, 2),
        "rt_sigqueueinfo": _signal_to(process, 1),
        "rt_tgsigqueueinfo": _signal_to(process, 2),
        "prlimit64": [*load_argument(0), *case([0, process], allow), *refuse],
        "fcntl": [*load_argument(1), *case(_REFUSED_FILE_COMMANDS, refuse), *allow],
        "ioctl": [
            *load_argument(1),
            *case(_ALLOWED_DEVICE_COMMANDS, allow),
            *answer(Answer.NO_TERMINAL),
        ],
        "prctl": [*load_argument(0), *case(_ALLOWED_PROCESS_COMMANDS, allow), *refuse],
    }
    if "open" in numbers:
        special["open"] = _opening(1)
    program = [*only_on(ARCHITECTURES[machine]), *load_number()]
    program += case_above(NEWEST_CALL, answer(Answer.UNKNOWN))
    for name, part in special.items():
        program += case([numbers.pop(name)], part)
    for first, last in _ranges(sorted(numbers.values())):
        program += allow_between(first, last)
    return program + refuse


def _opening(flags: int) -> list[Instruction]:
    """Allow to open files, but not to empty one that is opened to be read.

    Linux does so, and Landlock does not mind before Linux 6.2.
    """
    allow, refuse = answer(Answer.ALLOW), answer(Answer.REFUSE)
    parts = (load_argument(flags), case_any_bit(_TO_WRITE, allow), case_any_bit(_TO_EMPTY, refuse))
    return [*(instruction for part in parts for instruction in part), *allow]


def _signal_to(process: int, signal: int) -> list[Instruction]:
    """Allow signals to a process, all but one; `signal` is the argument that says which."""
    allow, refuse = answer(Answer.ALLOW), answer(Answer.REFUSE)
    chosen = [*load_argument(signal), *case([_GO_ON], refuse), *allow]
    return [*load_argument(0), *case([process], chosen), *refuse]


def _ranges(numbers: list[int]) -> list[tuple[int, int]]:
    """Return the first and the last of each run of numbers without a gap."""
    runs = groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    found = [[number for _, number in run] for _, run in runs]
    return [(run[0], run[-1]) for run in found]
