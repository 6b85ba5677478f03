"""The host's eyes: what a process holds, and whether that is more than it may."""

import time
from collections.abc import Callable
from typing import Final

from obversi.machine import processor_seconds
from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.limits import SandboxLimits
from obversi.sandbox.scratch_use import ScratchUse
from obversi.sandbox.watch import process_state

__all__ = ["MOST_FILES", "Guard"]

# So many files fill a scratch folder, however small they are.
MOST_FILES: Final = 10_000

_MEGABYTE: Final = 1 << 20

# A folder is full when so little is left.
_LITTLE_BYTES: Final = 1 << 16

_SECONDS_BETWEEN_FILES: Final = 0.1


class Guard:
    """Looks at a process; what it held at the beginning is not counted as memory."""

    def __init__(
        self,
        limits: SandboxLimits,
        process: int,
        scratch_use: Callable[[], ScratchUse | None],
        has_company: Callable[[], bool] | None,
    ) -> None:
        """Begin to count; where processes can be started, somebody tells whether some were."""
        self._limits = limits
        self._process = process
        self._scratch_use = scratch_use
        self._has_company = has_company
        self._next_files = 0.0
        self.peak_mb = 0.0
        self.processor_seconds = 0.0
        state = process_state(process)
        self._baseline_mb = state.memory_mb if state else 0.0

    @property
    def has_used_up_its_time(self) -> bool:
        """Whether the limit on processor time was met, as far as was seen."""
        return self.processor_seconds > self._limits.processor_seconds - 0.05

    @property
    def time_words(self) -> str:
        """What to say of one who has."""
        return f"it used up its {self._limits.processor_seconds:g} s of processor time"

    def look(self, is_last: bool) -> None:
        """Raise a `SandboxError` for the first limit that is exceeded.

        Files, which take longer to count, are looked at now and then, and the last time of a wait.
        """
        self.look_at_time()
        if self.processor_seconds > self._limits.processor_seconds:
            raise SandboxError(Cause.HANG, self.time_words)
        self._look_at_memory()
        if self._has_company is not None and self._has_company():
            raise SandboxError(Cause.THREADS, "it started another process")
        if is_last or time.monotonic() > self._next_files:
            self._look_at_files()
            self._next_files = time.monotonic() + _SECONDS_BETWEEN_FILES

    def look_at_time(self) -> None:
        """Note the processor time."""
        used = processor_seconds(self._process)
        self.processor_seconds = max(self.processor_seconds, used or 0.0)

    def _look_at_memory(self) -> None:
        state = process_state(self._process)
        if state is None:
            return
        memory, most = state.memory_mb - self._baseline_mb, self._limits.memory_mb
        self.peak_mb = max(self.peak_mb, memory)
        if memory > most:
            words = f"it held {memory:.0f} MB of memory, where {most:g} MB are allowed"
            raise SandboxError(Cause.MEMORY, words)
        if state.threads > self._limits.threads:
            words = f"it had {state.threads} threads, where {self._limits.threads} are allowed"
            raise SandboxError(Cause.THREADS, words)

    def _look_at_files(self) -> None:
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
