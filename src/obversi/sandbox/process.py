"""The process of a sandbox, seen from the host: its start, its signals and its end."""

import json
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.lasting_thread import started_by_lasting_thread
from obversi.sandbox.watch import children

__all__ = ["SandboxProcess"]

_SECONDS_TO_END: Final = 5.0
_SHORT_SECONDS: Final = 0.0005


class SandboxProcess:
    """A process with two pipes for messages and one for its output.

    `reads` and `writes` are our ends for messages, `output` is ours of what it prints. The files
    that it is started with have the numbers `files_inside`.
    """

    def __init__(self) -> None:
        """Make the pipes; `launch` starts the process."""
        files = _pipes(3)
        inside_reads, self.writes, self.reads, inside_writes, self.output, self._printed = files
        self.files_inside: tuple[int, ...] = (inside_reads, inside_writes)
        for file in (self.writes, self.reads, self.output):
            os.set_blocking(file, False)
        self._popen: subprocess.Popen[bytes] | None = None
        self._handle: int | None = None
        self._wrapper: int | None = None
        self._wrapper_handle: int | None = None
        self._owner = os.getpid()
        self.number: int | None = None

    @property
    def handle(self) -> int | None:
        """A file that can be read when the process has ended, where Linux gives one."""
        return self._handle

    @property
    def status(self) -> int | None:
        """How it ended, below 0 by which signal; None while it has not."""
        return None if self._popen is None else self._popen.poll()

    @property
    def is_alive(self) -> bool:
        """Whether it has not ended."""
        if self._handle is None:
            return self._popen is not None and self.status is None
        poll = select.poll()
        poll.register(self._handle, select.POLLIN)
        return not poll.poll(0)

    @property
    def is_wrapped(self) -> bool:
        """Whether another process, whose status we see, waits for the one that matters."""
        return self._wrapper is not None

    def launch(self, command: Sequence[str], environment: dict[str, str]) -> None:
        """Start it directly."""
        self._start(command, environment, ())
        assert self._popen is not None
        self.number = self._popen.pid
        with suppress(OSError, AttributeError):  # not every system gives handles
            self._handle = os.pidfd_open(self.number)

    def launch_wrapped(
        self,
        command: Callable[[int], Sequence[str]],
        environment: dict[str, str],
        deadline: float,
    ) -> None:
        """Start it by a program that tells the number of a process whose only child it is.

        All that are started there end with that process.
        """
        told, tells = _pipes(1)
        try:
            try:
                self._start(command(tells), environment, (tells,))
            finally:
                os.close(tells)
            text = _read_all(told, deadline)
        finally:
            os.close(told)
        try:
            self._wrapper = int(json.loads(text)["child-pid"])
            self._wrapper_handle = os.pidfd_open(self._wrapper)
            self.number = _first_child(self._wrapper, deadline)
            self._handle = os.pidfd_open(self.number)
        except (ValueError, KeyError, ProcessLookupError):
            raise SandboxError(Cause.START, "the namespaces could not be made") from None

    def has_company(self) -> bool:
        """Return whether other processes were started."""
        others = [] if self._wrapper is None else children(self._wrapper)
        own = [] if self.number is None else children(self.number)
        return bool({*others, *own} - {self.number})

    def _start(
        self,
        command: Sequence[str],
        environment: dict[str, str],
        files: tuple[int, ...],
    ) -> None:
        def start() -> subprocess.Popen[bytes]:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=self._printed,
                stderr=self._printed,
                env=environment,
                cwd="/",
                pass_fds=(*self.files_inside, *files),
                start_new_session=True,  # Ctrl-C is for us, and all of it can be ended at once
            )

        try:
            self._popen = started_by_lasting_thread(start)
        except OSError as error:
            raise SandboxError(Cause.START, f"it cannot be run: {error.strerror}") from error
        for file in (*self.files_inside, self._printed):
            os.close(file)
        self.files_inside = ()
        self._printed = -1

    def signal(self, number: int) -> None:
        """Send a signal to the process, if it is still there, and to no other one ever."""
        if self.number is None or self._popen is None or os.getpid() != self._owner:
            return
        with suppress(ProcessLookupError, PermissionError):
            if not self.is_wrapped and self._popen.poll() is None:
                os.killpg(self.number, number)  # with those that it has started
            elif self._handle is not None:
                signal.pidfd_send_signal(self._handle, number)

    def wait(self, seconds: float = _SECONDS_TO_END) -> int | None:
        """Wait until it has ended, and return how."""
        assert self._popen is not None
        with suppress(subprocess.TimeoutExpired):
            return self._popen.wait(seconds)
        return None

    def end(self) -> None:
        """Kill it and close all files; one that was forked from the owner only closes."""
        if self._popen is not None and os.getpid() == self._owner:
            self.signal(signal.SIGKILL)
            # Who waits for it ends with it; killed at once, it would leave a dead one to others.
            ended = self.number is not None and self.wait() is not None
            with suppress(ProcessLookupError, PermissionError):
                if self._wrapper_handle is not None:
                    signal.pidfd_send_signal(self._wrapper_handle, signal.SIGKILL)
                if not ended:
                    os.killpg(self._popen.pid, signal.SIGKILL)
            self.wait()
        files = (*self.files_inside, self._printed, self.reads, self.writes, self.output)
        for file in (*files, self._handle, self._wrapper_handle):
            if file is not None and file >= 0:
                os.close(file)
        self.files_inside = ()
        self._printed = self.reads = self.writes = self.output = -1
        self._handle = self._wrapper_handle = None


def _pipes(number: int) -> list[int]:
    """Return the ends of pipes: one to read, one to write, and so on."""
    files: list[int] = []
    try:
        for _ in range(number):
            files += os.pipe()
    except OSError as error:
        for file in files:
            os.close(file)
        raise SandboxError(Cause.START, f"no pipe can be made: {error.strerror}") from error
    return files


def _first_child(process: int, deadline: float) -> int:
    """Wait until a process has started another one, and return that."""
    while not (found := children(process)):
        if time.monotonic() > deadline or not Path(f"/proc/{process}").exists():
            raise ProcessLookupError
        time.sleep(_SHORT_SECONDS)
    return found[0]


def _read_all(file: int, deadline: float) -> bytes:
    """Read a file to its end, or as much of it as comes in time."""
    data = b""
    poll = select.poll()
    poll.register(file, select.POLLIN)
    while poll.poll(max(deadline - time.monotonic(), 0.0) * 1000):
        more = os.read(file, 4096)
        if not more:
            break
        data += more
    return data
