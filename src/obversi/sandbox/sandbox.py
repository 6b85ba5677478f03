"""One process with code that nobody trusts, from its start to its end."""

import json
import select
import signal
import time
import weakref
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final

from obversi.errors import MachineError
from obversi.sandbox.cell import Cell
from obversi.sandbox.conversation import ClosedError, Conversation, NoAnswerError
from obversi.sandbox.error import Cause, SandboxError, ending_words
from obversi.sandbox.guard import Guard
from obversi.sandbox.layer import Layer
from obversi.sandbox.limits import SandboxLimits

__all__ = ["Sandbox"]

_MOST_BYTES: Final = 1 << 16

# A process that waits for a message takes it well within this time.
_SECONDS_TO_SEND: Final = 5.0
# All threads have stopped long before, in all the times that it sleeps together.
_SECONDS_TO_FALL_ASLEEP: Final = 0.1

_SECONDS_TO_DIE: Final = 0.2


class Sandbox:
    """A Python process behind walls, which answers messages.

    The guest is the text of a script that defines `main(receive, send, scratch)`: a function that
    waits for the next message of the host, one that sends bytes to it, and the folder that may be
    written to. Its first message says that it is ready: what the process holds by then is not
    counted as memory, and only after that may it run code of others.

    >>> guest = '''
    ... def main(receive, send, scratch):
    ...     send(b"ready")
    ...     while True:
    ...         send(receive().upper())
    ... '''
    >>> sandbox = Sandbox(SandboxLimits(memory_mb=50), guest)
    >>> sandbox.start(seconds=30)
    >>> sandbox.send(b"hello")
    >>> sandbox.receive(seconds=30)
    b'HELLO'
    >>> sandbox.end()
    """

    def __init__(
        self,
        limits: SandboxLimits,
        guest: str,
        *,
        without: Collection[Layer] = (),
        even_as_root: bool = False,
    ) -> None:
        """Take the script; `start` runs it. Layers may be switched off, for tests.

        Where we are root and nothing keeps the process from the files of root, it is not started,
        unless that is wanted: by `even_as_root`, or since a layer before files is switched off.
        """
        if not hasattr(select, "poll"):
            raise MachineError(
                "there is no sandbox on this system: it needs Linux (on Windows: WSL 2)"
            )
        self._limits = limits
        self._guest = guest
        with _machine_to_blame():
            self._cell = Cell(limits, without, even_as_root=even_as_root)
        self._conversation = Conversation(self._cell.process, limits.output_kb * 1024)
        self._guard: Guard | None = None
        self._slept_at: float | None = None
        self._computed_asleep = 0.0
        self._error: SandboxError | None = None
        self._finish = weakref.finalize(self, self._cell.end)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers that hold."""
        return self._cell.layers

    @property
    def missing(self) -> Mapping[Layer, str]:
        """Why the others do not."""
        return dict(self._cell.missing)

    @property
    def process(self) -> int | None:
        """The number of the Python process inside, as the host knows it."""
        return self._cell.process.number

    @property
    def output(self) -> str:
        """What was printed, to the output and as errors, as far as it is kept."""
        return self._conversation.output.text

    @property
    def output_bytes(self) -> int:
        """How much was printed."""
        return self._conversation.output.size

    @property
    def peak_mb(self) -> float:
        """The most memory that it was seen to hold."""
        return 0.0 if self._guard is None else self._guard.peak_mb

    @property
    def processor_seconds(self) -> float:
        """The processor time of its process."""
        return 0.0 if self._guard is None else self._guard.processor_seconds

    def start(self, seconds: float) -> None:
        """Run the script, and wait until it says that it is ready."""
        if self.process is not None or not self._finish.alive:
            raise SandboxError(Cause.START, "it was started before: one sandbox is one process")
        deadline = time.monotonic() + seconds
        try:
            with _machine_to_blame():
                self._cell.launch(deadline)
                self._conversation.send(self._cell.plan(self._guest), deadline)
                self._cell.note(json.loads(self._conversation.receive(deadline, _MOST_BYTES)))
                self._conversation.receive(deadline, _MOST_BYTES)
        except SandboxError as error:
            raise self._no_start(error) from error
        except BaseException:
            self.end()
            raise
        self._guard = Guard(
            self._limits,
            self._cell.number,
            self._cell.scratch_use,
            None if Layer.SECCOMP in self.layers else self._cell.process.has_company,
        )
        self._conversation.look = self._guard.look

    def send(self, message: bytes) -> None:
        """Wake it and send it a message."""
        with self._blaming():
            if self._conversation.has_unasked:
                raise SandboxError(Cause.PROTOCOL, "it sent a message that nobody asked for")
            self._wake()
            self._conversation.send(message, time.monotonic() + _SECONDS_TO_SEND)

    def receive(self, seconds: float, most_bytes: int = _MOST_BYTES) -> bytes:
        """Wait for a message, and meanwhile keep its output and watch what it holds.

        Whatever is wrong ends the process, but if only the time is up it lives on, and the answer
        can still be received.
        """
        with self._blaming():
            return self._conversation.receive(time.monotonic() + seconds, most_bytes)

    def sleep(self) -> None:
        """Let it do nothing until the next message is sent."""
        if self._finish.alive:
            self._cell.process.signal(signal.SIGSTOP)
            self._slept_at = self._time_now()

    def end(self) -> None:
        """End it with all that it has started, and remove what it left."""
        if self._finish.alive:
            self._time_now()
            self._cell.process.signal(signal.SIGKILL)
            with suppress(SandboxError):
                self._conversation.hear()
            self._finish()

    def _wake(self) -> None:
        """Let it go on, unless it has done so by itself."""
        if self._slept_at is None:
            return
        self._computed_asleep += self._time_now() - self._slept_at
        if self._computed_asleep > _SECONDS_TO_FALL_ASLEEP:
            words = f"it computed for {self._computed_asleep:.1f} s while it had to sleep"
            raise SandboxError(Cause.THREADS, words)
        self._slept_at = None
        self._cell.process.signal(signal.SIGCONT)

    def _time_now(self) -> float:
        if self._guard is not None and self._cell.process.is_alive:
            self._guard.look_at_time()
        return self.processor_seconds

    @contextmanager
    def _blaming(self) -> Iterator[None]:
        """End a process that does wrong; later calls are told the same."""
        if self._error is not None:
            raise SandboxError(self._error.cause, self._error.words)
        if not self._finish.alive or self._guard is None:
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
        """Say how it ended; one that only closed its files is ended too."""
        process = self._cell.process
        status = process.wait(_SECONDS_TO_DIE)
        if self._cell.memory_ran_out:
            words = f"it needed far more than the {self._limits.memory_mb:g} MB that are allowed"
            return SandboxError(Cause.MEMORY, words)
        if status is None:
            return SandboxError(Cause.DEATH, "it closed the files that messages go through")
        if self._guard is not None and status and self._guard.has_used_up_its_time:
            return SandboxError(Cause.HANG, self._guard.time_words)
        return SandboxError(Cause.DEATH, ending_words(status, is_told=process.is_wrapped))

    def _no_start(self, error: SandboxError) -> SandboxError:
        """End what did not come to be ready, and say why, with the last that it printed."""
        words = error.words
        if isinstance(error, NoAnswerError):
            words = "it was not ready in time"
        elif isinstance(error, ClosedError):
            words = self._death().words
        self.end()
        last = self.output.strip().rpartition("\n")[2]
        return SandboxError(Cause.START, f"{words}: {last}" if last else words)


@contextmanager
def _machine_to_blame() -> Iterator[None]:
    """Say of errors of the system that there is no sandbox for that reason."""
    try:
        yield
    except OSError as error:
        words = f"it cannot be started: {error.strerror or error}"
        raise SandboxError(Cause.START, words) from error
