"""The time of a call inside a sandbox; the host sends this file there as text, before the runner.

It imports the standard library only.
"""

import _thread
import os
import queue
import signal
import sys
import threading
import time
import types
from collections.abc import Callable
from typing import Any

# A signal that is hardly ever used: files may use SIGALRM themselves.
TIME_IS_UP = signal.SIGRTMAX - 3 if hasattr(signal, "SIGRTMAX") else signal.SIGUSR2

# The exception is raised again after this time, if the file catches it.
AGAIN_SECONDS = 0.005

# The system counts what was stolen from a core in this column of /proc/stat.
STEAL_COLUMN = 8

# The path of the student's main file and its folder, for line numbers and tracebacks.
STUDENT = {"path": "", "folder": ""}


class TimeIsUp(BaseException):
    """Raised in the student's code at the time-out; no `except Exception` catches it."""


class TimedCall:
    """A call of the student's code with a time limit."""

    def __init__(
        self, seconds: float, look: Callable[[], Any], token: str = "", stop_seconds: float = 1.0
    ) -> None:
        """Begin now; `look` returns the candidates, to be sent with the token at the time-out.

        It should end within `stop_seconds` after the time-out.
        """
        self.seconds = seconds
        self.look = look
        self.token = token
        self.stop_seconds = stop_seconds
        self.begun = time.monotonic()
        self.waited, self.computed, self.stolen = core_times()
        self.done = _thread.allocate_lock()
        self.done.acquire()
        self.is_over = self.is_up = self.is_reported = False
        self.seen: list[Any] = []
        self.line: int | None = None
        self.compiles = False
        # After the time-out: when it was noticed last, and how often the exception was raised.
        self.noticed = self.computed_at_time_out = 0.0
        self.raised = 0

    def check(self) -> float:
        """Return the seconds that are left; if there are none, store the candidates."""
        elapsed = time.monotonic() - self.begun
        if elapsed < self.seconds:
            return self.seconds - elapsed
        if self.is_up:
            return 0.0
        # This comes first: the other thread may continue whenever this one reads a file.
        if not self.seen:
            self.seen = [self.look()]
        # The time in which the process could not run does not count.
        now = core_times()
        before = (self.waited, self.computed, self.stolen)
        waited, computed, stolen = (new - old for new, old in zip(now, before, strict=True))
        excuse = min(waited + stolen, elapsed - max(computed - stolen, 0.0))
        left = self.seconds - (elapsed - max(excuse, 0.0))
        if left > 0:
            self.seen = []
            return left
        self.noticed, self.computed_at_time_out = time.monotonic(), now[1] - time.thread_time()
        self.is_up = True
        return 0.0

    def watch(self, frame: types.FrameType | None) -> bool:
        """Look at the main thread after the time-out; return whether to notify of it again."""
        self.line = line_of(frame) or self.line
        if time.monotonic() - self.noticed < self.stop_seconds / 2:
            return False
        self.noticed = time.monotonic()
        return True

    def computed_since(self) -> float:
        """Return what other threads than this one have computed since the time-out."""
        return time.process_time() - time.thread_time() - self.computed_at_time_out


class CoreStatistics:
    """The statistics of the kernel about this process and its cores.

    The files stay open: each call of the system lets the student's threads continue.
    """

    def __init__(self) -> None:
        """Open the files, as far as the system has them."""
        self._waits = opened("/proc/self/schedstat")
        self._cores = opened("/proc/stat")
        cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
        self._names = frozenset(b"cpu%d" % core for core in cores)
        self._ticks = os.sysconf("SC_CLK_TCK") * max(len(cores), 1)

    def times(self) -> tuple[float, float, float]:
        """Return how long the main thread waited, all threads computed, and a core was stolen."""
        if self._waits is None:
            return 0.0, 0.0, 0.0
        try:
            waited = int(os.pread(self._waits, 100, 0).split()[1]) * 1e-9
            return waited, time.process_time(), self._stolen()
        except (OSError, ValueError, IndexError):
            return 0.0, 0.0, 0.0

    def _stolen(self) -> float:
        if self._cores is None:
            return 0.0
        lines = os.pread(self._cores, 1 << 16, 0).splitlines()
        rows = [words for line in lines if (words := line.split()) and words[0] in self._names]
        return sum(int(words[STEAL_COLUMN]) for words in rows) / self._ticks


def opened(path: str) -> int | None:
    """Open a file, if there is one."""
    try:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None


# Opened by the first call, before there is any code of the student.
STATISTICS: list[CoreStatistics] = []


def core_times() -> tuple[float, float, float]:
    """Return how long the main thread waited, all threads computed, and a core was stolen."""
    if not STATISTICS:
        STATISTICS.append(CoreStatistics())
    return STATISTICS[0].times()


class CallTimer:
    """Measures the time in a thread of its own, and interrupts the main thread."""

    def __init__(self, on_time_up: Callable[[TimedCall, bool], None]) -> None:
        """Time calls of this thread; `on_time_up` runs for each call that is too slow.

        It runs at the time-out, and then with True now and then until the call ends.
        """
        self._on_time_up = on_time_up
        self._lock = _thread.allocate_lock()
        self._calls: queue.SimpleQueue[TimedCall] = queue.SimpleQueue()
        self._main = threading.get_ident()
        self._current: TimedCall | None = None
        signal.signal(TIME_IS_UP, self._interrupt)
        threading.Thread(target=self._watch, daemon=True).start()

    def run(self, call: TimedCall, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call the student's code, which raises `TimeIsUp` if its time is up."""
        self._current = call
        self._calls.put(call)
        try:
            return function(*arguments)
        finally:
            call.check()
            if call.is_up:
                self._report(call)
            with self._lock:
                call.is_over = True
            self._current = None
            call.done.release()

    def _watch(self) -> None:
        while True:
            call = self._calls.get()
            while not call.is_over:
                left = call.check()
                if call.is_up:
                    self._report(call)
                    signal.pthread_kill(self._main, TIME_IS_UP)
                    if call.watch(sys._current_frames().get(self._main)):
                        self._report(call, does_not_stop=True)
                call.done.acquire(timeout=max(left, AGAIN_SECONDS))

    def _report(self, call: TimedCall, *, does_not_stop: bool = False) -> None:
        with self._lock:  # nothing may be sent after the answer
            if not call.is_over and (does_not_stop or not call.is_reported):
                call.is_reported = True
                self._on_time_up(call, does_not_stop)

    def _interrupt(self, _number: int, frame: types.FrameType | None) -> None:
        call = self._current
        # The code of this file is not interrupted: the call is about to begin or to end.
        if call is None or not call.is_up or frame is None or frame.f_globals is globals():
            return
        if not call.raised:
            call.line = line_of(frame)
            call.compiles = is_compiling(frame)
        call.raised += 1
        raise TimeIsUp


def line_of(frame: types.FrameType | None) -> int | None:
    """Return the innermost running line of the student's file."""
    while frame is not None:
        if frame.f_code.co_filename == STUDENT["path"]:
            return frame.f_lineno
        frame = frame.f_back
    return None


def is_compiling(frame: types.FrameType | None) -> bool:
    """Return whether Numba compiles a function now."""
    while frame is not None:
        if frame.f_code.co_name == "_compile_for_args":
            return str(frame.f_globals.get("__name__")).startswith("numba.")
        frame = frame.f_back
    return False


def receives_signals() -> bool:
    """Return whether the signal of the time-out reaches the main thread, if that is known."""
    if not isinstance(getattr(signal.getsignal(TIME_IS_UP), "__self__", None), CallTimer):
        return False
    try:
        with open("/proc/self/status", "rb") as file:  # noqa: PTH123 - nothing more is imported
            masks = [line.split()[1] for line in file if line.startswith((b"SigBlk:", b"SigIgn:"))]
    except OSError:
        return True
    return not any(int(mask, 16) >> (TIME_IS_UP - 1) & 1 for mask in masks)
