"""How long an agent waited for a core, which is no thinking and not its fault.

Linux tells of every thread how long it was ready to run while others had the cores. Elsewhere
nothing is known, and nothing is excused.
"""

import os
from collections.abc import Iterator
from contextlib import suppress

__all__ = ["CoreWait"]

_NANOSECONDS = 1e-9


class CoreWait:
    """Looks at the threads of this process, and of a program if an agent is one."""

    def __init__(self, program: int | None = None) -> None:
        """Begin to count; `program` is the number of the program's process."""
        self._folders = ["/proc/self/task"]
        if program is not None:
            self._folders.append(f"/proc/{program}/task")
        self._before = dict(self._waits())

    def seconds(self) -> float:
        """Return how long the thread has waited since then that waited longest."""
        waited = (wait - self._before.get(thread, 0) for thread, wait in self._waits())
        return max(waited, default=0) * _NANOSECONDS

    def _waits(self) -> Iterator[tuple[str, int]]:
        for folder in self._folders:
            with suppress(OSError):  # there is no such system, or the program is gone
                for thread in os.listdir(folder):  # noqa: PTH208 - far quicker
                    with suppress(OSError, ValueError):  # the thread is gone
                        _running, waiting, _turns = _read(f"{folder}/{thread}/schedstat").split()
                        yield thread, int(waiting)


def _read(path: str) -> bytes:
    """Read a short file in a tenth of the time that others take: this is done twice a move."""
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 100)
    finally:
        os.close(file)
