"""Where on this machine control groups can be made."""

import os
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["CgroupPlaces", "cgroup_places"]

# Both are needed; the third is welcome.
_CONTROLLERS: Final = ("memory", "pids")
_PROCESSOR: Final = "cpu"

# Turns that are far longer than the slices of 5 ms in which the kernel hands them out.
_TURN_MICROSECONDS: Final = 100_000


@dataclass(frozen=True, slots=True)
class CgroupPlaces:
    """The folders to make groups in, which may be one and the same."""

    memory: Path
    threads: Path
    processor: Path | None
    is_newer: bool

    @property
    def folders(self) -> tuple[Path, ...]:
        """All of them, each once."""
        folders = (self.memory, self.threads, self.processor)
        return tuple(dict.fromkeys(folder for folder in folders if folder is not None))

    @property
    def memory_events(self) -> str:
        """The file that says whether memory ran out."""
        return "memory.events" if self.is_newer else "memory.oom_control"

    def limits(self, memory: int, threads: int) -> dict[str, str]:
        """Return what to write to which files of a group."""
        file = "memory.max" if self.is_newer else "memory.limit_in_bytes"
        return {file: str(memory), "pids.max": str(threads)}

    def extras(self, cores: float) -> dict[str, str]:
        """Return what else to write, where it can be done."""
        turn, share = _TURN_MICROSECONDS, int(cores * _TURN_MICROSECONDS)
        found: dict[str, str] = {}
        if self.is_newer:
            found |= {"memory.swap.max": "0", "memory.oom.group": "1"}
        if self.processor is not None and self.is_newer:
            found["cpu.max"] = f"{share} {turn}"
        elif self.processor is not None:
            found |= {"cpu.cfs_period_us": str(turn), "cpu.cfs_quota_us": str(share)}
        return found


@cache
def cgroup_places() -> CgroupPlaces:
    """Find the places; an `OSError` says why there are none."""
    if sys.platform != "linux":
        raise OSError("only Linux has control groups")
    mounted, ours = _mounted(), _ours()
    older = {name: _inner(place, ours.get(name, "/")) for name, place in mounted.items() if name}
    older = {name: folder for name, folder in older.items() if os.access(folder, os.W_OK)}
    if {*_CONTROLLERS} <= older.keys():
        memory, threads = (older[name] for name in _CONTROLLERS)
        return CgroupPlaces(memory, threads, older.get(_PROCESSOR), is_newer=False)
    if "" in mounted:
        for folder in _upwards(mounted[""], ours.get("", "/")):
            controllers = _divided(folder)
            if {*_CONTROLLERS} <= controllers and os.access(folder, os.W_OK):
                processor = folder if _PROCESSOR in controllers else None
                return CgroupPlaces(folder, folder, processor, is_newer=True)
    raise OSError("no control group that counts memory and threads may be made by this user here")


def _mounted() -> dict[str, Path]:
    """Return where each controller of the older kind is, and by "" those of the newer one."""
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
    """Return the group that we are in, by the controller as above."""
    found: dict[str, str] = {}
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, names, path = line.split(":", 2)
        found |= dict.fromkeys(names.split(","), path)
    return found


def _inner(place: Path, path: str) -> Path:
    """Return the folder of a group; in a container its name may be that of another world."""
    folder = place / path.lstrip("/")
    return folder if folder.is_dir() else place


def _upwards(place: Path, path: str) -> list[Path]:
    folder = _inner(place, path)
    return [folder, *(above for above in folder.parents if above.is_relative_to(place))]


def _divided(folder: Path) -> set[str]:
    """Return the controllers that the groups in a folder have."""
    try:
        return {*(folder / "cgroup.subtree_control").read_text().split()}
    except OSError:
        return set()
