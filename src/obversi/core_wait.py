"""How long a process could not run: others had its core, the hypervisor, or a quota stopped it."""

import os
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import asdict, astuple, dataclass
from functools import cache
from operator import add
from pathlib import Path

from obversi.machine import core_count, processor_seconds
from obversi.records import Record

_NANOSECONDS = 1e-9
_MICROSECONDS = 1e-6

# The column of /proc/stat with the time that the hypervisor gave to others.
_STEAL_COLUMN = 8

# A machine disturbs a process that cannot run for more than this share of the time.
_DISTURBED_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class CoreTimes(Record):
    """The seconds of a process: in all, computed, and in which it could not run, by the cause.

    In `waited` seconds it was ready, and other processes had the core. In `stolen` seconds the
    hypervisor had the core. In `throttled` seconds the quota of a control group was used up.
    `computed` is without what was stolen. `excused` seconds passed for reasons outside the process.
    """

    elapsed: float = 0.0
    computed: float = 0.0
    waited: float = 0.0
    stolen: float = 0.0
    throttled: float = 0.0
    excused: float = 0.0

    @property
    def own(self) -> float:
        """The seconds to charge."""
        return max(self.elapsed - self.excused, 0.0)

    @property
    def is_disturbed(self) -> bool:
        """Whether the process could not run for a large share of the time."""
        return self.excused > _DISTURBED_SHARE * self.elapsed

    def __add__(self, other: "CoreTimes") -> "CoreTimes":
        return CoreTimes(*map(add, astuple(self), astuple(other)))

    def to_object(self) -> dict[str, float]:
        """Return the seconds by name, for JSON."""
        return {name: round(seconds, 4) for name, seconds in asdict(self).items()}


class CoreWait:
    """Measures from now on the threads of this process, and of a program if an agent is one."""

    def __init__(self, program: int | None = None, *, with_own: bool = True) -> None:
        """Begin to measure; `program` is the number of the program's process.

        Where other agents are waited for in this process, its own threads say nothing of one.
        """
        self._program = program
        self._with_own = with_own
        self._folders = ["/proc/self/task"] if with_own else []
        if program is not None:
            self._folders.append(f"/proc/{program}/task")
        self._cores = _cores_of(0 if program is None else program)
        self._before = dict(self._waits())
        self._computed_before = self._computed_last = self._computed()
        self._stolen_before = stolen_seconds(self._cores)
        self._throttled_before = throttled_seconds()

    def excuse(self, elapsed: float, threads: int) -> float:
        """Return how much of the time since then is not to be charged to an agent of `threads`."""
        return self.times(elapsed, threads).excused

    def times(self, elapsed: float, threads: int) -> CoreTimes:
        """Return the times since then, of an agent of `threads`.

        A process stands still while a thread is ready and none of its threads runs. So waits of
        different threads add up. Where its threads were in each other's way, that is too much; but
        what it computed is always charged: its share with as many cores as it said that it uses,
        or as there are.
        """
        stolen = max(stolen_seconds(self._cores) - self._stolen_before, 0.0)
        throttled = max(throttled_seconds() - self._throttled_before, 0.0)
        waits = (wait - self._before.get(thread, 0) for thread, wait in self._waits())
        waited = sum(waits) * _NANOSECONDS
        # Some kernels count stolen time as time of the process that had the core.
        computed = max(self._computed() - self._computed_before - stolen, 0.0)
        needed = computed / max(min(threads, core_count()), 1)
        excused = max(min(waited + stolen + throttled, elapsed - needed), 0.0)
        return CoreTimes(elapsed, computed, waited, stolen, throttled, excused)

    def is_starved(self) -> bool:
        """Return whether a thread is ready to run, but none has run since the last call.

        The system counts a wait only when it is over.
        """
        computed = self._computed()
        has_run, self._computed_last = computed > self._computed_last, computed
        return not has_run and any(self._states(b"R"))

    def _states(self, state: bytes) -> Iterator[bool]:
        """Go through the threads: whether each is in this state."""
        for folder in self._folders:
            with suppress(OSError):
                for thread in os.listdir(folder):  # noqa: PTH208 - far quicker
                    with suppress(OSError):
                        text = _read(f"{folder}/{thread}/stat", 512)
                        yield text.rpartition(b")")[2].split()[:1] == [state]

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
                        _, waiting, _ = _read(f"{folder}/{thread}/schedstat", 100).split()
                        yield thread, int(waiting)


def stolen_seconds(cores: Collection[int]) -> float:
    """Return the time that the hypervisor took from these cores so far, as their mean.

    It is 0 on a system that does not say.
    """
    if not cores:
        return 0.0
    try:
        lines = _read("/proc/stat", 1 << 16).splitlines()
        ticks = os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError):
        return 0.0
    names = {b"cpu%d" % core for core in cores}
    columns = [words for line in lines if (words := line.split()) and words[0] in names]
    stolen = sum(int(words[_STEAL_COLUMN]) for words in columns if len(words) > _STEAL_COLUMN)
    return stolen / ticks / len(cores)


def throttled_seconds() -> float:
    """Return how long quotas have stopped the control groups of this process so far.

    It is the time of the group that was stopped longest, as the sum of its cores.
    """
    return max((_throttled(file) for file in _quota_files()), default=0.0)


def _throttled(file: str) -> float:
    with suppress(OSError, ValueError):
        for line in _read(file, 4096).splitlines():
            name, _, value = line.partition(b" ")
            if name == b"throttled_usec":
                return int(value) * _MICROSECONDS
            if name == b"throttled_time":
                return int(value) * _NANOSECONDS
    return 0.0


@cache
def _quota_files() -> tuple[str, ...]:
    """Find the statistics of the control groups that this process is in, from the inner one on."""
    found: list[str] = []
    with suppress(OSError, ValueError):
        for line in Path("/proc/self/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers and "cpu" not in controllers.split(","):
                continue
            mounts = (f"/sys/fs/cgroup/{controllers}", "/sys/fs/cgroup")
            mount = Path(mounts[0] if controllers else mounts[1])
            folder = mount / path.lstrip("/")
            for group in (folder, *folder.parents):
                if not group.is_relative_to(mount):
                    break
                if (group / "cpu.stat").is_file():
                    found.append(str(group / "cpu.stat"))
    return tuple(dict.fromkeys(found))


def _cores_of(process: int) -> frozenset[int]:
    """Return the cores that a process may use."""
    with suppress(OSError, AttributeError):
        return frozenset(os.sched_getaffinity(process))
    return frozenset()


def _read(path: str, most_bytes: int) -> bytes:
    """Read a short file in a tenth of the time that others take: this is done twice a move."""
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, most_bytes)
    finally:
        os.close(file)
