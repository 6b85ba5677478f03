"""A process with untrusted code, from its start to its end."""

import json
import select
import signal
import time
import weakref
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress

from obversi.errors import MachineError
from obversi.sandbox.conversation import ClosedError, Conversation, NoAnswerError
from obversi.sandbox.error import Cause, SandboxError, ending_words
from obversi.sandbox.isolation import Isolation
from obversi.sandbox.monitor import LimitMonitor
from obversi.sandbox.settings import Layer, SandboxLimits

_MOST_BYTES = 1 << 16

# A waiting process reads a message well within this time.
_SECONDS_TO_SEND = 5.0
# The processor time that all stops together may take until the last thread has stopped.
_SECONDS_TO_STOP = 0.1

_SECONDS_TO_DIE = 0.2


class Sandbox:
    """An isolated Python process that answers messages.

    `script` is the text of a script that defines `main(receive, send, scratch)`: a function that
    waits for the next message of the host, a function that sends bytes to it, and the folder that
    may be written to. Its first message says that it is ready: memory that the process holds by
    then is not counted, and only after that it may run untrusted code.

    >>> script = '''
    ... def main(receive, send, scratch):
    ...     send(b"ready")
    ...     while True:
    ...         send(receive().upper())
    ... '''
    >>> sandbox = Sandbox(SandboxLimits(memory_mb=50), script)
    >>> sandbox.start(seconds=30)
    >>> sandbox.send(b"hello")
    >>> sandbox.receive(seconds=30)
    b'HELLO'
    >>> sandbox.end()
    """

    def __init__(
        self,
        limits: SandboxLimits,
        script: str,
        *,
        without: Collection[Layer] = (),
        even_as_root: bool = False,
    ) -> None:
        """Take the script; `start` runs it. Layers may be switched off, for tests.

        As root without any layer that protects files, nothing is started, except with
        `even_as_root` or if such a layer is switched off.
        """
        if not hasattr(select, "poll"):
            raise MachineError(
                "there is no sandbox on this system: it needs Linux (on Windows: WSL 2)"
            )
        self._limits = limits
        self._script = script
        with _start_errors():
            self._isolation = Isolation(limits, without, even_as_root=even_as_root)
        self._conversation = Conversation(self._isolation.process, limits.output_kb * 1024)
        self._monitor: LimitMonitor | None = None
        self._time_at_stop: float | None = None
        self._computed_while_stopped = 0.0
        self._error: SandboxError | None = None
        self._finish = weakref.finalize(self, self._isolation.end)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers that are in use."""
        return self._isolation.layers

    @property
    def missing(self) -> Mapping[Layer, str]:
        """Why the other layers are not in use."""
        return dict(self._isolation.missing)

    @property
    def process(self) -> int | None:
        """The number of the Python process inside, as the host sees it."""
        return self._isolation.process.number

    @property
    def output(self) -> str:
        """What the process printed, to stdout and stderr, without the middle if it is long."""
        return self._conversation.output.text

    @property
    def output_bytes(self) -> int:
        """The number of bytes that were printed."""
        return self._conversation.output.size

    @property
    def peak_mb(self) -> float:
        """The most memory that was measured."""
        return 0.0 if self._monitor is None else self._monitor.peak_mb

    @property
    def processor_seconds(self) -> float:
        """The processor time of its process."""
        return 0.0 if self._monitor is None else self._monitor.processor_seconds

    def start(self, seconds: float) -> None:
        """Run the script, and wait until it is ready."""
        if self.process is not None or not self._finish.alive:
            raise SandboxError(Cause.START, "it was started before: one sandbox is one process")
        deadline = time.monotonic() + seconds
        try:
            with _start_errors():
                self._isolation.launch(deadline)
                self._conversation.send(self._isolation.plan(self._script), deadline)
                self._isolation.note_failures(
                    json.loads(self._conversation.receive(deadline, _MOST_BYTES))
                )
                self._conversation.receive(deadline, _MOST_BYTES)
        except SandboxError as error:
            raise self._no_start(error) from error
        except BaseException:
            self.end()
            raise
        self._monitor = LimitMonitor(
            self._limits,
            self._isolation.number,
            self._isolation.scratch_use,
            None if Layer.SECCOMP in self.layers else self._isolation.process.has_children,
            self._isolation.group_mb,
        )
        self._conversation.check = self._monitor.check

    def send(self, message: bytes) -> None:
        """Resume the process and send it a message."""
        with self._ending_on_error():
            if self._conversation.has_unread:
                raise SandboxError(Cause.PROTOCOL, "it sent a message without a request")
            self._resume()
            self._conversation.send(message, time.monotonic() + _SECONDS_TO_SEND)

    def receive(self, seconds: float, most_bytes: int = _MOST_BYTES) -> bytes:
        """Wait for a message; meanwhile store the output and check the limits.

        Any error ends the process, except `NoAnswerError`: then the answer may still come.
        """
        with self._ending_on_error():
            return self._conversation.receive(time.monotonic() + seconds, most_bytes)

    def sleep(self) -> None:
        """Stop the process until the next message is sent."""
        if self._finish.alive:
            self._isolation.process.signal(signal.SIGSTOP)
            self._time_at_stop = self._time_now()

    def end(self) -> None:
        """End the process with all its children, and remove its files."""
        if self._finish.alive:
            self._time_now()
            self._isolation.process.signal(signal.SIGKILL)
            with suppress(SandboxError):
                self._conversation.read_output()
            self._finish()

    def _resume(self) -> None:
        """Resume the process, unless it computed while it was stopped."""
        if self._time_at_stop is None:
            return
        self._computed_while_stopped += self._time_now() - self._time_at_stop
        if self._computed_while_stopped > _SECONDS_TO_STOP:
            words = f"it computed for {self._computed_while_stopped:.1f} s while it was stopped"
            raise SandboxError(Cause.THREADS, words)
        self._time_at_stop = None
        self._isolation.process.signal(signal.SIGCONT)

    def _time_now(self) -> float:
        if self._monitor is not None and self._isolation.process.is_alive:
            self._monitor.update_time()
        return self.processor_seconds

    @contextmanager
    def _ending_on_error(self) -> Iterator[None]:
        """End the process on an error; later calls raise the same error."""
        if self._error is not None:
            raise SandboxError(self._error.cause, self._error.words)
        if not self._finish.alive or self._monitor is None:
            raise SandboxError(Cause.DEATH, "it was ended, or never started")
        try:
            yield
        except NoAnswerError:
            raise
        except ClosedError as error:
            self._error = self._death()
            self.end()
            raise self._error from error
        except SandboxError as error:
            self._error = error
            self.end()
            raise

    def _death(self) -> SandboxError:
        """Return why the process ended; it may also have closed its pipes only."""
        process = self._isolation.process
        status = process.wait(_SECONDS_TO_DIE)
        if self._isolation.memory_ran_out:
            words = f"it needed much more than the {self._limits.memory_mb:g} MB that are allowed"
            return SandboxError(Cause.MEMORY, words)
        if status is None:
            return SandboxError(Cause.DEATH, "it closed the pipes for messages")
        if self._monitor is not None and status and self._monitor.has_used_up_its_time:
            return SandboxError(Cause.HANG, self._monitor.time_words)
        return SandboxError(Cause.DEATH, ending_words(status, is_wrapped=process.is_wrapped))

    def _no_start(self, error: SandboxError) -> SandboxError:
        """End a process that did not become ready; return why, with its last line of output."""
        words = error.words
        if isinstance(error, NoAnswerError):
            words = "it was not ready in time"
        elif isinstance(error, ClosedError):
            words = self._death().words
        self.end()
        last = self.output.strip().rpartition("\n")[2]
        return SandboxError(Cause.START, f"{words}: {last}" if last else words)


@contextmanager
def _start_errors() -> Iterator[None]:
    """Turn errors of the system into `SandboxError`."""
    try:
        yield
    except OSError as error:
        words = f"it cannot be started: {error.strerror or error}"
        raise SandboxError(Cause.START, words) from error
