"""Messages with a process that may do anything but answer."""

import math
import os
import select
import time
from collections.abc import Callable
from typing import Final

from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.frames import FrameReader, framed
from obversi.sandbox.output import KeptOutput
from obversi.sandbox.process import SandboxProcess

__all__ = ["ClosedError", "Conversation", "NoAnswerError"]

_CHUNK: Final = 1 << 16

# While one waits, so often is looked at the process; and not more often, however much it prints.
_LOOK_SECONDS: Final = 0.02


class NoAnswerError(SandboxError):
    """Nothing came in time, and nothing else is wrong: it could still come."""


class ClosedError(SandboxError):
    """The process has ended, or has closed the files that messages go through."""


class Conversation:
    """Sends and receives; meanwhile it keeps the output and looks at the process.

    `look` is called every now and then, and with True when a message is there.
    """

    def __init__(self, process: SandboxProcess, output_bytes: float) -> None:
        """Speak with a process that may print so much."""
        self._process = process
        self._frames = FrameReader(process.reads)
        self._most_output = output_bytes
        self._output_is_open = True
        self._next_look = 0.0
        self.output = KeptOutput()
        self.look: Callable[[bool], None] = lambda _: None

    @property
    def has_unasked(self) -> bool:
        """Whether something was sent that nobody has received."""
        poll = select.poll()
        poll.register(self._process.reads, select.POLLIN)
        return self._frames.is_begun or any(event & select.POLLIN for _, event in poll.poll(0))

    def send(self, message: bytes, deadline: float) -> None:
        """Send a message; a process that does not read blocks it until the deadline."""
        data = framed(message)
        while data:
            try:
                data = data[os.write(self._process.writes, data[:_CHUNK]) :]
            except BlockingIOError:
                self._wait(deadline, sending=True)
            except BrokenPipeError:
                raise ClosedError(Cause.DEATH, "it is gone") from None

    def receive(self, deadline: float, most_bytes: int) -> bytes:
        """Wait for a message."""
        while (message := self._frames.read(most_bytes)) is None:
            if self._frames.is_closed:
                raise ClosedError(Cause.DEATH, "it is gone")
            self._wait(deadline)
        self.hear()
        self.look(True)
        return message

    def hear(self) -> None:
        """Keep what was printed."""
        while self._output_is_open:
            try:
                data = os.read(self._process.output, _CHUNK)
            except BlockingIOError:
                return
            self._output_is_open = bool(data)
            self.output.add(data)
            if self.output.size > self._most_output:
                words = f"it printed more than {self._most_output / 1024:g} KB"
                raise SandboxError(Cause.FLOOD, words)

    def _wait(self, deadline: float, sending: bool = False) -> None:
        """Wait until there may be something to read or to send."""
        process = self._process
        poll = select.poll()
        wanted = process.writes if sending else process.reads
        poll.register(wanted, select.POLLOUT if sending else select.POLLIN)
        if self._output_is_open:
            poll.register(process.output, select.POLLIN)
        if process.handle is not None:
            poll.register(process.handle, select.POLLIN)
        left = deadline - time.monotonic()
        ready = dict(poll.poll(math.ceil(max(min(left, _LOOK_SECONDS), 0.0) * 1000)))
        self.hear()
        if time.monotonic() >= self._next_look:
            self._next_look = time.monotonic() + _LOOK_SECONDS
            self.look(False)
        # An answer that is there is in time. To send goes on, and one that reads bit by bit would
        # hold it up.
        if wanted in ready and not (sending and left <= 0):
            return
        if process.handle in ready or process.status is not None:
            raise ClosedError(Cause.DEATH, "it is gone")
        if left <= 0:
            raise NoAnswerError(Cause.HANG, "it did not answer in time")
