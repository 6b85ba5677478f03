"""The machine that the package runs on: its cores, its memory, and their use."""

import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

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


def slowdown(seconds: float) -> float:
    """Compute for these seconds of processor time, and return how many times as long it took."""
    begin, end = time.monotonic(), time.thread_time() + seconds
    while time.thread_time() < end:
        pass
    return max((time.monotonic() - begin) / seconds, 1.0)


def quietest_core(seconds: float) -> int | None:
    """Watch the cores for some seconds, and return the one that was idle longest.

    The cores are those of the process that started this one, which may have only one of them.
    Return None on a system that does not say.
    """
    try:
        cores = os.sched_getaffinity(os.getppid())
        before = _idle_times()
        time.sleep(seconds)
        now = _idle_times()
    except (OSError, AttributeError, ValueError):
        return None
    own = os.sched_getaffinity(0)
    idle = {core: now[core] - before[core] for core in cores & before.keys() & now.keys()}
    return max(idle, key=lambda core: (idle[core], core in own), default=None)


def _idle_times() -> dict[int, int]:
    """Return how long each core had nothing to do so far, in ticks."""
    found = {}
    for line in Path("/proc/stat").read_text().splitlines():
        name, _, columns = line.partition(" ")
        if name.startswith("cpu") and name[3:].isdigit():
            found[int(name[3:])] = int(columns.split()[3])
    return found


@contextmanager
def moved_to_core(core: int | None) -> Iterator[None]:
    """Have another core meanwhile, if this process has one core only; also all that it starts."""
    before = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if core is None or len(before) != 1:
        yield
        return
    with suppress(OSError):
        os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
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
