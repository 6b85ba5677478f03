"""A control group (cgroup): the kernel limits the memory and the threads of a process.

In version 2 one folder does it all; in version 1 memory and threads have a folder each.
"""

import os
import signal
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path

from obversi.sandbox.monitor import read_short
from obversi.sandbox.owner import SANDBOX_PREFIX, is_gone, owner_mark
from obversi.sandbox.settings import SandboxLimits

# Both are needed; the processor controller is optional.
_CONTROLLERS = ("memory", "pids")
_PROCESSOR = "cpu"

# A period much longer than the slices of 5 ms that the kernel hands out.
_PERIOD_MICROSECONDS = 100_000


@dataclass(frozen=True, slots=True)
class CgroupPlaces:
    """The folders to create groups in, which may be the same folder."""

    memory: Path
    threads: Path
    processor: Path | None
    is_version_2: bool

    @property
    def folders(self) -> tuple[Path, ...]:
        """The different folders."""
        folders = (self.memory, self.threads, self.processor)
        return tuple(dict.fromkeys(folder for folder in folders if folder is not None))

    @property
    def memory_events(self) -> str:
        """The file that counts kills for memory."""
        return "memory.events" if self.is_version_2 else "memory.oom_control"

    @property
    def memory_use(self) -> str:
        """The file with all bytes that are charged to the group."""
        return "memory.current" if self.is_version_2 else "memory.usage_in_bytes"

    @property
    def file_cache(self) -> bytes:
        """The name of the cached files in memory.stat, which include shared memory."""
        return b"file" if self.is_version_2 else b"cache"

    def limits(self, memory: int, threads: int) -> dict[str, str]:
        """Return the required settings of a group: file names with their contents."""
        file = "memory.max" if self.is_version_2 else "memory.limit_in_bytes"
        return {file: str(memory), "pids.max": str(threads)}

    def extras(self, memory: int, cores: float) -> dict[str, str]:
        """Return the optional settings of a group: no swap, and not much more than one core."""
        period, share = _PERIOD_MICROSECONDS, int(cores * _PERIOD_MICROSECONDS)
        found: dict[str, str] = {}
        if self.is_version_2:
            found |= {"memory.swap.max": "0", "memory.oom.group": "1"}
        else:
            found["memory.memsw.limit_in_bytes"] = str(memory)
        if self.processor is not None and self.is_version_2:
            found["cpu.max"] = f"{share} {period}"
        elif self.processor is not None:
            found |= {"cpu.cfs_period_us": str(period), "cpu.cfs_quota_us": str(share)}
        return found


@cache
def cgroup_places() -> CgroupPlaces:
    """Find the folders; an `OSError` says why there are none."""
    if sys.platform != "linux":
        raise OSError("only Linux has control groups")
    mounted, ours = _mounted(), _ours()
    older = {name: _inner(place, ours.get(name, "/")) for name, place in mounted.items() if name}
    older = {name: folder for name, folder in older.items() if os.access(folder, os.W_OK)}
    if {*_CONTROLLERS} <= older.keys():
        memory, threads = (older[name] for name in _CONTROLLERS)
        return CgroupPlaces(memory, threads, older.get(_PROCESSOR), is_version_2=False)
    if "" in mounted:
        for folder in _upwards(mounted[""], ours.get("", "/")):
            controllers = _divided(folder)
            if {*_CONTROLLERS} <= controllers and os.access(folder, os.W_OK):
                processor = folder if _PROCESSOR in controllers else None
                return CgroupPlaces(folder, folder, processor, is_version_2=True)
    raise OSError("this user cannot create control groups that limit memory and threads here")


def _mounted() -> dict[str, Path]:
    """Return the folder of each controller of version 1, and of version 2 by the key ""."""
    found: dict[str, Path] = {}
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        before, _, after = line.partition(" - ")
        place = Path(before.split()[4])
        kind, _, options = after.split()[:3]
        if kind == "cgroup2":
            found.setdefault("", place)
        elif kind == "cgroup":
            known = {*_CONTROLLERS, _PROCESSOR} & {*options.split(",")}
            found |= dict.fromkeys(known, place)
    return found


def _ours() -> dict[str, str]:
    """Return the group that this process is in, by the same keys."""
    found: dict[str, str] = {}
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, names, path = line.split(":", 2)
        found |= dict.fromkeys(names.split(","), path)
    return found


def _inner(place: Path, path: str) -> Path:
    """Return the folder of a group; in a container the path may be one of the host."""
    folder = place / path.lstrip("/")
    return folder if folder.is_dir() else place


def _upwards(place: Path, path: str) -> list[Path]:
    folder = _inner(place, path)
    return [folder, *(above for above in folder.parents if above.is_relative_to(place))]


def _divided(folder: Path) -> set[str]:
    """Return the controllers that are enabled for the groups in a folder."""
    try:
        return {*(folder / "cgroup.subtree_control").read_text().split()}
    except OSError:
        return set()


_MEGABYTE = 1 << 20

# On top of the limit: Python, libraries and cached files count too.
_MEMORY_TO_SPARE_MB = 384

#: Some more threads than allowed, so that the monitor sees that there are too many.
THREADS_TO_SPARE = 8

# One core for the process, and something for the thread of its timer; the kernel hands out slices
# per core, so a process that moves between cores needs a little more.
_CORES = 1.25

_TRIES_TO_REMOVE = 100
_SHORT_SECONDS = 0.005

_numbers = count()


class Cgroup:
    """A group for one process; it is killed and removed at the end."""

    def __init__(self, limits: SandboxLimits) -> None:
        """Create the group; an `OSError` says why that failed."""
        self._places = cgroup_places()
        self._name = f"{SANDBOX_PREFIX}{owner_mark()}-{next(_numbers)}"
        memory_mb = limits.memory_mb + limits.scratch_mb + _MEMORY_TO_SPARE_MB
        memory = int(memory_mb * _MEGABYTE)
        threads = limits.threads + THREADS_TO_SPARE
        try:
            for folder in self._folders:
                folder.mkdir()
            for name, value in self._places.limits(memory, threads).items():
                self._file(name).write_text(value)
        except OSError:
            self.remove()
            raise
        for name, value in self._places.extras(memory, _CORES).items():
            with suppress(OSError):
                self._file(name).write_text(value)

    @property
    def _folders(self) -> list[Path]:
        return [place / self._name for place in self._places.folders]

    def _file(self, name: str) -> Path:
        """Return the path of a file of the group, whose name begins with the controller."""
        places = self._places
        about = {"memory": places.memory, "cpu": places.processor or places.threads}
        return about.get(name.partition(".")[0], places.threads) / self._name / name

    def add(self, process: int) -> None:
        """Add a process, with all its future children."""
        for folder in self._folders:
            (folder / "cgroup.procs").write_text(str(process))

    @property
    def memory_mb(self) -> float | None:
        """The memory of the group without cached files, or None if it cannot be read.

        It includes memory that no process maps: shared memory, page tables, buffers of pipes.
        """
        places = self._places
        try:
            used = int(read_short(str(self._file(places.memory_use))))
            lines = read_short(str(self._file("memory.stat"))).splitlines()
        except OSError:
            return None
        parts = dict(line.split()[:2] for line in lines)
        used += int(parts.get(b"shmem", 0)) - int(parts.get(places.file_cache, 0))
        return used / _MEGABYTE

    @property
    def memory_ran_out(self) -> bool:
        """Whether the kernel killed a process of the group for its memory."""
        with suppress(OSError):
            for line in self._file(self._places.memory_events).read_text().splitlines():
                name, _, value = line.partition(" ")
                if name == "oom_kill":
                    return int(value) > 0
        return False

    def kill(self) -> None:
        """Kill everything in it."""
        _kill(self._places.threads / self._name)

    def remove(self) -> None:
        """Kill the remaining processes, and remove the group."""
        for folder in self._folders:
            _remove(folder)


def remove_stale_cgroups() -> None:
    """Remove the groups of owners that were killed."""
    with suppress(OSError):
        for place in cgroup_places().folders:
            # Earlier owners may have been in a sibling of our group.
            beside = place.parent.glob(f"*/{SANDBOX_PREFIX}*")
            for folder in {*place.glob(f"{SANDBOX_PREFIX}*"), *beside}:
                if is_gone(folder.name.removeprefix(SANDBOX_PREFIX)):
                    _remove(folder)


def _kill(folder: Path) -> None:
    with suppress(OSError):
        if (folder / "cgroup.kill").exists():
            (folder / "cgroup.kill").write_text("1")
            return
        for process in map(int, (folder / "cgroup.procs").read_text().split()):
            # Invisible processes have the number 0, which would send the signal to ourselves.
            if process > 0:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(process, signal.SIGKILL)


def _remove(folder: Path) -> None:
    """Remove a group; its processes have to end first, which takes a moment."""
    for _ in range(_TRIES_TO_REMOVE):
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            _kill(folder)
            time.sleep(_SHORT_SECONDS)
        else:
            return
