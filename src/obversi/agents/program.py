"""An external program that is controlled by lines of text.

No program stops the process that started it: if a program ends, hangs or floods, this raises an
`AgentFailureError`, and the program can be started again.
"""

import os
import select
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from obversi.agents.agent import AgentFailureError, FailureKind
from obversi.errors import FormatError, InputError, MachineError
from obversi.formats.lines import quoted
from obversi.wire.line_buffer import LineBuffer

# The most that is read before an answer, in bytes and in lines, errors included.
_MOST_BYTES = 1 << 22
_MOST_LINES = 20_000

_CHUNK = 1 << 16
_LAST_ERRORS = 5
_LONGEST_ERROR = 200

# If children of a program keep its output open, its end does not end the output. So after this
# number of seconds it is checked whether the program still runs.
_LOOK_SECONDS = 0.25

_SECONDS_TO_END = 0.5
_SHORT_SECONDS = 0.005

# Linux ends the program when we end, even by `kill -9` and in the middle of a search. The process
# that becomes the program has to request this.
_LAUNCHER = """\
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
if os.getppid() != int(sys.argv[1]):
    sys.exit(1)
try:
    os.execv(sys.argv[2], sys.argv[3:])
except OSError as error:
    sys.exit(f"it cannot be run: {error.strerror}")
"""


class Program:
    """A program in a process group of its own; it is ended with all that it has started."""

    def __init__(self, command: str) -> None:
        """Take the command, which no shell reads; `start` runs it."""
        self._arguments = _arguments(command)
        self._running: _Running | None = None

    @property
    def name(self) -> str:
        """The name of the program, without its folder."""
        return Path(self._arguments[0]).name

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not ended, by itself or by others."""
        return self._running is not None and self._running.is_alive

    @property
    def is_started(self) -> bool:
        """Whether it was started and not ended by us; it may have ended itself."""
        return self._running is not None

    @property
    def last_line(self) -> str:
        """The last line that was read."""
        return "" if self._running is None else self._running.last_line

    @property
    def process(self) -> int | None:
        """The number of its process, if it was started."""
        return None if self._running is None else self._running.process

    def start(self) -> None:
        """Start the program; a running one is ended first."""
        self.end()
        self._running = _Running(self._arguments)

    def send(self, lines: Sequence[object], deadline: float) -> None:
        """Send lines, and start to count the output until the next call."""
        self._started().send("".join(f"{line}\n" for line in lines).encode(), deadline)

    def read_line(self, deadline: float) -> str:
        """Wait for a line until a time by `time.monotonic`; a program that sends none hangs."""
        return self._started().read_line(deadline)

    def end(self, farewell: object = None) -> None:
        """End the program; with a last line it may end by itself."""
        if self._running is not None:
            running, self._running = self._running, None
            running.end(farewell)

    def _started(self) -> "_Running":
        if self._running is None:
            raise InputError(f"the program {self.name!r} was not started")
        return self._running


class _Running:
    """A program from its start to its end."""

    def __init__(self, arguments: list[str]) -> None:
        if not hasattr(select, "poll"):
            raise MachineError(
                "other programs cannot play on this system: they need Linux or macOS (on Windows: "
                "WSL 2)"
            )
        self._process = _started_process(arguments)
        self._in, self._out, self._err = (file.fileno() for file in _files(self._process))
        for file in (self._in, self._out, self._err):
            os.set_blocking(file, False)
        self._end = weakref.finalize(self, _end_process, self._process, os.getpid())
        self._open = {self._out, self._err}
        self.last_line = ""
        self._lines: deque[str] = deque()
        self._out_buffer, self._err_buffer = LineBuffer(), LineBuffer(_CHUNK * 4)
        self._errors: deque[str] = deque(maxlen=_LAST_ERRORS)
        self._bytes_received = self._lines_received = 0

    @property
    def process(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._end.alive and _exit_status(self._process) is None

    def send(self, data: bytes, deadline: float) -> None:
        self._bytes_received = self._lines_received = 0
        while data:
            self._wait(deadline, sending=True)
            try:
                data = data[os.write(self._in, data[:_CHUNK]) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise self._death() from None

    def read_line(self, deadline: float) -> str:
        while not self._lines:
            if self._out not in self._open:
                raise self._death()
            self._wait(deadline)
        self.last_line = self._lines.popleft()
        return self.last_line

    def end(self, farewell: object) -> None:
        if farewell is not None and self.is_alive:
            with suppress(AgentFailureError):
                self.send(f"{farewell}\n".encode(), time.monotonic() + _SECONDS_TO_END)
            _files(self._process)[0].close()
            until = time.monotonic() + _SECONDS_TO_END
            while _exit_status(self._process) is None and time.monotonic() < until:
                self._receive_all()  # otherwise it might wait for a full pipe
                time.sleep(_SHORT_SECONDS)
        self._end()

    def _wait(self, deadline: float, sending: bool = False) -> None:
        """Wait until something was received or can be sent, and store what was received."""
        poll = select.poll()
        for file in self._open:
            poll.register(file, select.POLLIN)
        if sending:
            poll.register(self._in, select.POLLOUT)
        while True:
            left = deadline - time.monotonic()
            ready = poll.poll(max(min(left, _LOOK_SECONDS), 0.0) * 1000)
            for file, _ in ready:
                if file != self._in:
                    self._receive(file)
            if ready:
                return
            if _exit_status(self._process) is not None:
                self._receive_all()  # its last output may have come just now
                if self._lines:
                    return
                raise self._death()
            if left <= 0:
                raise AgentFailureError(FailureKind.HANG, "it does not answer")

    def _receive(self, file: int) -> bool:
        """Store the output of the program, and return whether there was any."""
        try:
            data = os.read(file, _CHUNK)
        except BlockingIOError:
            return False
        if not data:
            self._open.discard(file)
            return False
        self._bytes_received += len(data)
        try:
            if file == self._err:
                self._errors += [line for line in self._err_buffer.feed(data) if line.strip()]
            else:
                lines = self._out_buffer.feed(data)
                self._lines_received += len(lines)
                self._lines += lines
        except FormatError as error:
            raise AgentFailureError(FailureKind.FLOOD, f"it floods: {error}") from error
        if self._bytes_received > _MOST_BYTES:
            raise AgentFailureError(
                FailureKind.FLOOD, f"it floods: more than {_MOST_BYTES} bytes at a time"
            )
        if self._lines_received > _MOST_LINES:
            raise AgentFailureError(
                FailureKind.FLOOD, f"it floods: more than {_MOST_LINES} lines at a time"
            )
        return True

    def _receive_all(self) -> None:
        """Store all output that can be read now, unless it is a flood."""
        with suppress(AgentFailureError):
            while any(self._receive(file) for file in tuple(self._open)):
                pass

    def _death(self) -> AgentFailureError:
        """Return the failure: how the program ended, and its last line of errors."""
        until = time.monotonic() + _SECONDS_TO_END
        while (status := _exit_status(self._process)) is None and time.monotonic() < until:
            time.sleep(_SHORT_SECONDS)
        self._receive_all()
        if status is None:
            how = "it closed its output"
        elif status < 0:
            how = f"it was ended by {_signal_name(-status)}"
        else:
            how = f"it ended with status {status}"
        last = self._errors[-1].strip() if self._errors else ""
        return AgentFailureError(
            FailureKind.DEATH, f"{how}: {last[:_LONGEST_ERROR]}" if last else how
        )


def _arguments(command: str) -> list[str]:
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        raise InputError(f"{quoted(command)} is no command: {error}") from error
    if not arguments:
        raise InputError("there is no command to start the program with")
    return arguments


def _started_process(arguments: list[str]) -> subprocess.Popen[bytes]:
    path = shutil.which(arguments[0])
    if path is None:
        reason = f"there is no program {arguments[0]!r}"
        if Path(arguments[0]).exists():
            reason = f"{arguments[0]!r} is no program that can be run"
        raise AgentFailureError(FailureKind.DEATH, reason)
    # Linux watches the thread that starts the program. Threads other than the main thread may end
    # earlier than the program should.
    if sys.platform == "linux" and threading.current_thread() is threading.main_thread():
        launcher = [sys.executable, "-I", "-S", "-c", _LAUNCHER, str(os.getpid()), path]
        command = [*launcher, *arguments]
    else:
        command = [path, *arguments[1:]]
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # Ctrl-C is for us, and one signal ends all of it
        )
    except OSError as error:
        raise AgentFailureError(FailureKind.DEATH, f"it cannot be run: {error.strerror}") from error


def _files(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdin, process.stdout, process.stderr


def _exit_status(process: subprocess.Popen[bytes]) -> int | None:
    """Return how a process ended, or None; its number is still reserved."""
    if process.returncode is not None or not hasattr(os, "waitid"):
        return process.poll()
    try:
        found = os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:  # its status was already collected
        return process.poll()
    if found is None:
        return None
    return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _end_process(process: subprocess.Popen[bytes], owner: int) -> None:
    """End a process and its group, unless this process is a fork of the owner."""
    if os.getpid() == owner:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for file in _files(process):
        file.close()
