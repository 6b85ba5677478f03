"""The machine that the package runs on: cores, memory, and how long threads waited for a core."""

import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = [
    "CoreWait",
    "core_count",
    "keep_to_core",
    "memory_bytes",
    "on_one_core",
    "processor_name",
    "processor_seconds",
]

# Where Linux says how much memory a container may use, in the newer and in the older way.
_MEMORY_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)


def core_count() -> int:
    """Return the number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def keep_to_core(place: int, process: int = 0) -> None:
    """Let a process, or the thread that calls this, have one core, and so all that it starts.

    `place` counts the cores that this process may use, and begins again where they end. Processes
    that pass their own process number spread over the cores. On a system that cannot do this,
    nothing changes.
    """
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(os.getpid()))
        with suppress(OSError):  # the process is gone, or the core is
            os.sched_setaffinity(process, {cores[place % len(cores)]})


@contextmanager
def on_one_core() -> Iterator[None]:
    """Have one core in this thread, and so in all that it starts meanwhile."""
    before = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    keep_to_core(os.getpid())
    try:
        yield
    finally:
        if before is not None:
            os.sched_setaffinity(0, before)


def memory_bytes() -> int | None:
    """Return the memory that this machine or container has, or None if the system does not say."""
    try:
        installed = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None
    if installed <= 0:
        return None
    return min([installed, *_memory_limits()])


def _memory_limits() -> list[int]:
    limits = []
    for path in _MEMORY_LIMITS:
        try:
            limits.append(int(path.read_text()))
        except (OSError, ValueError):  # there is no such file, or it says "max"
            continue
    return [limit for limit in limits if limit > 0]


def processor_name() -> str:
    """Return the processor's name as its maker gives it, as far as the system reports it."""
    for name in (_from_cpuinfo(), _from_lscpu(), platform.processor()):
        if name:
            return name
    return platform.machine()


def processor_seconds(process: int) -> float | None:
    """Return the processor time of a process so far, of all threads that it has or had."""
    with suppress(OSError, AttributeError):
        # The number that Linux has for the clock of another process.
        return time.clock_gettime((~process << 3) | 2)
    return None


def _from_cpuinfo() -> str:
    path = Path("/proc/cpuinfo")
    return _model_name(path.read_text()) if path.exists() else ""


def _from_lscpu() -> str:
    import subprocess  # not needed, and not quick, whenever the package is imported

    try:
        done = subprocess.run(
            ["lscpu"],
            capture_output=True,
            text=True,
            check=False,
            timeout=5,
            env=os.environ | {"LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return _model_name(done.stdout)


def _model_name(text: str) -> str:
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key.strip().lower() == "model name" and value.strip() not in ("", "-"):
            return value.strip()
    return ""


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
