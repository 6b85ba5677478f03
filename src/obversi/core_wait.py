"""How long an agent waited for a core, which is no thinking and not its fault.

Linux tells of every thread how long it was ready to run while others had the cores. Elsewhere
nothing is known, and nothing is excused.
"""

import os
import time
from collections.abc import Iterator
from contextlib import suppress

from obversi.machine import core_count, processor_seconds

__all__ = ["CoreWait"]

_NANOSECONDS = 1e-9


class CoreWait:
    """Looks at the threads of this process, and of a program if an agent is one."""

    def __init__(self, program: int | None = None, *, with_own: bool = True) -> None:
        """Begin to count; `program` is the number of the program's process.

        Where other agents are waited for in this process, its own threads say nothing of one.
        """
        self._program = program
        self._with_own = with_own
        self._folders = ["/proc/self/task"] if with_own else []
        if program is not None:
            self._folders.append(f"/proc/{program}/task")
        self._before = dict(self._waits())
        self._computed_before = self._computed()

    def excuse(self, elapsed: float, threads: int) -> float:
        """Return how much of the time since then is not to be charged to an agent of `threads`.

        It is what the thread waited that waited longest. But an agent whose own threads were in
        each other's way has no excuse: what it computed would have taken its share of the time with
        as many cores as it said that it uses, or as there are.
        """
        waits = (wait - self._before.get(thread, 0) for thread, wait in self._waits())
        waited = max(waits, default=0)
        computed = self._computed() - self._computed_before
        needed = computed / max(min(threads, core_count()), 1)
        return max(min(waited * _NANOSECONDS, elapsed - needed), 0.0)

    def _computed(self) -> float:
        """Return the processor time so far, that of threads which have ended too."""
        own = time.process_time() if self._with_own else 0.0
        return own + (processor_seconds(self._program) or 0.0 if self._program else 0.0)

    def _waits(self) -> Iterator[tuple[str, int]]:
        """Go through the threads: how long each has waited, in nanoseconds."""
        for folder in self._folders:
            with suppress(OSError):  # there is no such system, or the program is gone
                for thread in os.listdir(folder):  # noqa: PTH208 - far quicker
                    with suppress(OSError, ValueError):  # the thread is gone
                        _, waiting, _ = _read(f"{folder}/{thread}/schedstat").split()
                        yield thread, int(waiting)


def _read(path: str) -> bytes:
    """Read a short file in a tenth of the time that others take: this is done twice a move."""
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 100)
    finally:
        os.close(file)
