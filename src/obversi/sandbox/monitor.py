"""The host watches a process: memory, threads, processor time and files, against the limits."""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from obversi.machine import processor_seconds
from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.scratch import ScratchUse
from obversi.sandbox.settings import SandboxLimits

_KILOBYTE = 1024
_MEGABYTE = 1 << 20

# Memory of the process itself, without the library files that all processes share. Page tables
# count too: a large map that is only read has no other pages.
_OWN_MEMORY = (b"RssAnon:", b"RssShmem:", b"VmSwap:", b"VmPTE:", b"HugetlbPages:")


@dataclass(frozen=True, slots=True)
class ProcessState:
    """The memory and the threads of a process now."""

    memory_mb: float
    threads: int


def process_state(process: int) -> ProcessState | None:
    """Return the state of a process, or None if it has ended or there is no /proc."""
    memory = threads = 0
    try:
        lines = read_short(f"/proc/{process}/status").splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith(_OWN_MEMORY):
            memory += int(line.split()[1]) * _KILOBYTE
        elif line.startswith(b"Threads:"):
            threads = int(line.split()[1])
    return ProcessState(memory / _MEGABYTE, threads)


def children(process: int) -> list[int]:
    """Return the living processes that threads of a process have started."""
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):  # noqa: PTH208 - much faster
            with suppress(OSError):
                text = read_short(f"/proc/{process}/task/{thread}/children")
                found += [int(word) for word in text.split()]
    return found


def number_inside(process: int) -> int:
    """Return the number that a process has in its own namespace."""
    with suppress(OSError):
        for line in read_short(f"/proc/{process}/status").splitlines():
            if line.startswith(b"NSpid:"):
                return int(line.split()[-1])
    return process


def read_short(path: str) -> bytes:
    """Read a short file; this is called often and ten times as fast as `Path.read_bytes`."""
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 8192)
    finally:
        os.close(file)


# The most files in a scratch folder, however small they are.
MOST_FILES = 10_000


# A folder with less space left is full.
_LITTLE_BYTES = 1 << 16

_SECONDS_BETWEEN_FILES = 0.1

# Below this, the memory of a group need not be known exactly.
_LITTLE_MEMORY_MB = 16.0


class LimitMonitor:
    """Checks a process against its limits; the memory at the beginning is not counted."""

    def __init__(
        self,
        limits: SandboxLimits,
        process: int,
        scratch_use: Callable[[], ScratchUse | None],
        has_children: Callable[[], bool] | None,
        group_mb: Callable[[], float | None],
    ) -> None:
        """Begin to count; `has_children` is for processes that may be able to start others.

        `group_mb` is the memory of the control group, with shared memory that the process does
        not map, page tables and buffers of the kernel; None without such a group.
        """
        self._limits = limits
        self._process = process
        self._scratch_use = scratch_use
        self._has_children = has_children
        self._group_mb = group_mb
        self._next_files = 0.0
        self.peak_mb = 0.0
        self.processor_seconds = 0.0
        state = process_state(process)
        self._baseline_mb = state.memory_mb if state else 0.0
        self._group_baseline_mb = group_mb() or 0.0

    @property
    def has_used_up_its_time(self) -> bool:
        """Whether the processor time was used up at the last check."""
        return self.processor_seconds > self._limits.processor_seconds - 0.05

    @property
    def time_words(self) -> str:
        """The explanation for a process that used up its time."""
        return f"it used up its {self._limits.processor_seconds:g} s of processor time"

    def check(self, is_last: bool) -> None:
        """Raise a `SandboxError` for the first limit that is exceeded.

        Counting files takes longer, so this is done every 0.1 s, and when a wait ends (`is_last`).
        """
        self.update_time()
        if self.processor_seconds > self._limits.processor_seconds:
            raise SandboxError(Cause.HANG, self.time_words)
        self._check_memory()
        if self._has_children is not None and self._has_children():
            raise SandboxError(Cause.THREADS, "it started another process")
        if is_last or time.monotonic() > self._next_files:
            self._check_files()
            self._next_files = time.monotonic() + _SECONDS_BETWEEN_FILES

    def update_time(self) -> None:
        """Update the processor time."""
        used = processor_seconds(self._process)
        self.processor_seconds = max(self.processor_seconds, used or 0.0)

    def _check_memory(self) -> None:
        state = process_state(self._process)
        if state is None:
            return
        most = self._limits.memory_mb
        memory = state.memory_mb - self._baseline_mb
        if memory <= most:
            memory = max(memory, self._memory_of_group())
        self.peak_mb = max(self.peak_mb, memory)
        if memory > most:
            words = f"it held {memory:.0f} MB of memory, where {most:g} MB are allowed"
            raise SandboxError(Cause.MEMORY, words)
        if state.threads > self._limits.threads:
            words = f"it had {state.threads} threads, where {self._limits.threads} are allowed"
            raise SandboxError(Cause.THREADS, words)

    def _memory_of_group(self) -> float:
        """Return what the group holds beside files of the scratch folder, which may be in memory.

        Those have a limit of their own. To count them takes longer, so it is done only if needed.
        """
        memory = (self._group_mb() or 0.0) - self._group_baseline_mb
        if memory > max(self.peak_mb, _LITTLE_MEMORY_MB) and (use := self._scratch_use()):
            memory -= use.size / _MEGABYTE
        return memory

    def _check_files(self) -> None:
        use = self._scratch_use()
        if use is None:
            return
        if use.size > self._limits.scratch_mb * _MEGABYTE - _LITTLE_BYTES:
            words = f"it filled the {self._limits.scratch_mb:g} MB that it may write to files"
            raise SandboxError(Cause.DISK, words)
        if use.is_hidden:
            raise SandboxError(Cause.DISK, "it hides files: in locked folders, or far too deep")
        if use.files > MOST_FILES:
            raise SandboxError(Cause.DISK, f"it made more than {MOST_FILES} files")
