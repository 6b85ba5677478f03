"""What the host sees of a process: its memory, its threads and its processor time."""

import os
from contextlib import suppress
from dataclasses import dataclass

__all__ = ["ProcessState", "children", "number_inside", "process_state"]

_KILOBYTE = 1024
_MEGABYTE = 1 << 20

# Memory that is the process's own: not the files of libraries, which all processes share.
_OWN_MEMORY = (b"RssAnon:", b"RssShmem:", b"VmSwap:")


@dataclass(frozen=True, slots=True)
class ProcessState:
    """What a process holds now."""

    memory_mb: float
    threads: int


def process_state(process: int) -> ProcessState | None:
    """Return what Linux tells of a process, or None if it has ended or nobody tells."""
    memory = threads = 0
    try:
        lines = _read(f"/proc/{process}/status").splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith(_OWN_MEMORY):
            memory += int(line.split()[1]) * _KILOBYTE
        elif line.startswith(b"Threads:"):
            threads = int(line.split()[1])
    return ProcessState(memory / _MEGABYTE, threads)


def children(process: int) -> list[int]:
    """Return the processes that threads of a process have started and that are still there."""
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):  # noqa: PTH208 - far quicker
            with suppress(OSError):
                text = _read(f"/proc/{process}/task/{thread}/children")
                found += [int(word) for word in text.split()]
    return found


def number_inside(process: int) -> int:
    """Return the number that a process has in its own namespace."""
    with suppress(OSError):
        for line in _read(f"/proc/{process}/status").splitlines():
            if line.startswith(b"NSpid:"):
                return int(line.split()[-1])
    return process


def _read(path: str) -> bytes:
    """Read a short file in a tenth of the time that others take: this is done all the time."""
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 8192)
    finally:
        os.close(file)
