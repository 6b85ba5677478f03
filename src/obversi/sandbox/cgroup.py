"""A control group of the kernel's: it counts the memory and the threads of a process.

There are two kinds of them. In the newer one a single folder does it all; in the older one memory
and threads have a folder each.
"""

import os
import signal
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

from obversi.sandbox.cgroup_places import cgroup_places
from obversi.sandbox.limits import SandboxLimits
from obversi.sandbox.owner import is_gone, owner_mark

__all__ = ["Cgroup", "remove_stale_cgroups"]

_PREFIX: Final = "obversi-sandbox-"
_MEGABYTE: Final = 1 << 20

# Beyond what a process may hold: Python, libraries and the files that were read, which all count.
_MEMORY_TO_SPARE_MB: Final = 384

# More threads than allowed, so that it is seen that there are.
_THREADS_TO_SPARE: Final = 8

# A core for the process, and something for the thread that watches its clock; the kernel hands out
# the time in slices to each core, so who moves from one to another needs a little more.
_CORES: Final = 1.25

_TRIES_TO_REMOVE: Final = 100
_SHORT_SECONDS: Final = 0.005

_numbers = count()


class Cgroup:
    """A group for one process, which is killed and removed at the end."""

    def __init__(self, limits: SandboxLimits) -> None:
        """Make it; an `OSError` says why it cannot be made."""
        self._places = cgroup_places()
        self._name = f"{_PREFIX}{owner_mark()}-{next(_numbers)}"
        memory = limits.memory_mb + limits.scratch_mb + _MEMORY_TO_SPARE_MB
        threads = limits.threads + _THREADS_TO_SPARE
        try:
            for folder in self._folders:
                folder.mkdir()
            for name, value in self._places.limits(int(memory * _MEGABYTE), threads).items():
                self._file(name).write_text(value)
        except OSError:
            self.remove()
            raise
        for name, value in self._places.extras(_CORES).items():
            with suppress(OSError):
                self._file(name).write_text(value)

    @property
    def _folders(self) -> list[Path]:
        return [place / self._name for place in self._places.folders]

    def _file(self, name: str) -> Path:
        """Return a file of the group; its name begins with what it is about."""
        places = self._places
        about = {"memory": places.memory, "cpu": places.processor or places.threads}
        return about.get(name.partition(".")[0], places.threads) / self._name / name

    def add(self, process: int) -> None:
        """Take a process in, with all that it starts from now on."""
        for folder in self._folders:
            (folder / "cgroup.procs").write_text(str(process))

    @property
    def memory_ran_out(self) -> bool:
        """Whether the kernel killed it for its memory."""
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
        """Kill what is left, and remove the group."""
        for folder in self._folders:
            _remove(folder)


def remove_stale_cgroups() -> None:
    """Remove the groups of those who were killed before they could."""
    with suppress(OSError):
        for place in cgroup_places().folders:
            # Those before us may have been in another group beside ours.
            beside = place.parent.glob(f"*/{_PREFIX}*")
            for folder in {*place.glob(f"{_PREFIX}*"), *beside}:
                if is_gone(folder.name.removeprefix(_PREFIX)):
                    _remove(folder)


def _kill(folder: Path) -> None:
    with suppress(OSError):
        if (folder / "cgroup.kill").exists():
            (folder / "cgroup.kill").write_text("1")
            return
        for process in map(int, (folder / "cgroup.procs").read_text().split()):
            # Those whom we cannot see have the number 0, by which a signal would go to ourselves.
            if process > 0:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(process, signal.SIGKILL)


def _remove(folder: Path) -> None:
    """Remove a group; those in it have to be gone first, which takes them a moment."""
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
