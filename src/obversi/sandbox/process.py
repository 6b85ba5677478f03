"""The process of a sandbox as the host sees it: start, signals and end."""

import json
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.monitor import children

# By process number: a fork does not copy threads.
_threads: dict[int, ThreadPoolExecutor] = {}


def start_in_spawner_thread(
    start: Callable[[], subprocess.Popen[bytes]],
) -> subprocess.Popen[bytes]:
    """Start a process in the main thread or in a spawner thread that lives as long.

    PR_SET_PDEATHSIG fires when the spawning thread dies, not when its process does.
    """
    if threading.current_thread() is threading.main_thread():
        return start()
    if os.getpid() not in _threads:
        _threads[os.getpid()] = ThreadPoolExecutor(1, "sandbox-spawner")
    return _threads[os.getpid()].submit(start).result()


_SECONDS_TO_END = 5.0
_SHORT_SECONDS = 0.0005


class SandboxProcess:
    """A process with two pipes for messages and one for its output.

    `reads` and `writes` are the host's ends for messages, `output` is its end of the output.
    `files_inside` are the ends for messages that the process is started with. `handle` is a pidfd,
    which becomes readable when the process has ended; None if there are none.
    """

    def __init__(self) -> None:
        """Create the pipes; `launch` starts the process."""
        files = _pipes(3)
        inside_reads, self.writes, self.reads, inside_writes, self.output, self._printed = files
        self.files_inside: tuple[int, ...] = (inside_reads, inside_writes)
        for file in (self.writes, self.reads, self.output):
            os.set_blocking(file, False)
        self._popen: subprocess.Popen[bytes] | None = None
        self.handle: int | None = None
        self._wrapper: int | None = None
        self._wrapper_handle: int | None = None
        self._owner = os.getpid()
        self.number: int | None = None

    @property
    def status(self) -> int | None:
        """The exit status, below 0 the signal that killed it; None while it runs."""
        return None if self._popen is None else self._popen.poll()

    @property
    def is_alive(self) -> bool:
        """Whether the process is running."""
        if self.handle is None:
            return self._popen is not None and self.status is None
        poll = select.poll()
        poll.register(self.handle, select.POLLIN)
        return not poll.poll(0)

    @property
    def is_wrapped(self) -> bool:
        """Whether bubblewrap started it, so that `status` is that of bubblewrap."""
        return self._wrapper is not None

    def launch(self, command: Sequence[str], environment: dict[str, str]) -> None:
        """Start the process directly."""
        self._start(command, environment, ())
        assert self._popen is not None
        self.number = self._popen.pid
        with suppress(OSError, AttributeError):  # some systems have no pidfd
            self.handle = os.pidfd_open(self.number)

    def launch_wrapped(
        self, command: Callable[[int], Sequence[str]], environment: dict[str, str], deadline: float
    ) -> None:
        """Start the process by bubblewrap, which reports the first process of the namespace.

        Our process is the only child of that one, and all processes there end with it.
        """
        info_reads, info_writes = _pipes(1)
        try:
            try:
                self._start(command(info_writes), environment, (info_writes,))
            finally:
                os.close(info_writes)
            text = _read_all(info_reads, deadline)
        finally:
            os.close(info_reads)
        try:
            self._wrapper = int(json.loads(text)["child-pid"])
            self._wrapper_handle = os.pidfd_open(self._wrapper)
            self.number = _first_child(self._wrapper, deadline)
            self.handle = os.pidfd_open(self.number)
        except (ValueError, KeyError, ProcessLookupError):
            raise SandboxError(Cause.START, "the namespaces could not be created") from None

    def has_children(self) -> bool:
        """Return whether the process started other processes."""
        others = [] if self._wrapper is None else children(self._wrapper)
        own = [] if self.number is None else children(self.number)
        return bool({*others, *own} - {self.number})

    def _start(
        self, command: Sequence[str], environment: dict[str, str], files: tuple[int, ...]
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
                start_new_session=True,  # no Ctrl-C, and one signal ends all
            )

        try:
            self._popen = start_in_spawner_thread(start)
        except OSError as error:
            raise SandboxError(Cause.START, f"it cannot be run: {error.strerror}") from error
        for file in (*self.files_inside, self._printed):
            os.close(file)
        self.files_inside = ()
        self._printed = -1

    def signal(self, number: int) -> None:
        """Send a signal to the process, and never to another one that got its number."""
        if self.number is None or self._popen is None or os.getpid() != self._owner:
            return
        with suppress(ProcessLookupError, PermissionError):
            if not self.is_wrapped and self._popen.poll() is None:
                os.killpg(self.number, number)  # with its children
            elif self.handle is not None:
                signal.pidfd_send_signal(self.handle, number)

    def wait(self, seconds: float = _SECONDS_TO_END) -> int | None:
        """Wait for the end, and return the exit status; None if it still runs."""
        assert self._popen is not None
        with suppress(subprocess.TimeoutExpired):
            return self._popen.wait(seconds)
        return None

    def end(self) -> None:
        """Kill the process and close all files; a fork of the owner only closes them."""
        if self._popen is not None and os.getpid() == self._owner:
            self.signal(signal.SIGKILL)
            # Bubblewrap ends by itself then; killed at once, it would leave a zombie to others.
            ended = self.number is not None and self.wait() is not None
            with suppress(ProcessLookupError, PermissionError):
                if self._wrapper_handle is not None:
                    signal.pidfd_send_signal(self._wrapper_handle, signal.SIGKILL)
                if not ended:
                    os.killpg(self._popen.pid, signal.SIGKILL)
            self.wait()
        files = (*self.files_inside, self._printed, self.reads, self.writes, self.output)
        for file in (*files, self.handle, self._wrapper_handle):
            if file is not None and file >= 0:
                os.close(file)
        self.files_inside = ()
        self._printed = self.reads = self.writes = self.output = -1
        self.handle = self._wrapper_handle = None


def _pipes(number: int) -> list[int]:
    """Return the ends of pipes: one to read, one to write, and so on."""
    files: list[int] = []
    try:
        for _ in range(number):
            files += os.pipe()
    except OSError as error:
        for file in files:
            os.close(file)
        raise SandboxError(Cause.START, f"no pipe can be created: {error.strerror}") from error
    return files


def _first_child(process: int, deadline: float) -> int:
    """Wait until a process has a child, and return it."""
    while not (found := children(process)):
        if time.monotonic() > deadline or not Path(f"/proc/{process}").exists():
            raise ProcessLookupError
        time.sleep(_SHORT_SECONDS)
    return found[0]


def _read_all(file: int, deadline: float) -> bytes:
    data = b""
    poll = select.poll()
    poll.register(file, select.POLLIN)
    while poll.poll(max(deadline - time.monotonic(), 0.0) * 1000):
        more = os.read(file, 4096)
        if not more:
            break
        data += more
    return data
