"""Messages to and from an untrusted process, and the output that it prints.

A message is sent as its length in four bytes, followed by its bytes.
"""

import math
import os
import select
import time
from collections.abc import Callable

from obversi.sandbox.error import Cause, SandboxError
from obversi.sandbox.process import SandboxProcess

_LENGTH_BYTES = 4
_CHUNK = 1 << 16


def framed(message: bytes) -> bytes:
    r"""Return a message with its length.

    >>> framed(b"go")
    b'\x00\x00\x00\x02go'
    """
    return len(message).to_bytes(_LENGTH_BYTES, "big") + message


class FrameReader:
    """Reads messages from a pipe; `is_closed` when the other end is closed."""

    def __init__(self, file: int) -> None:
        """Read from a non-blocking file."""
        self._file = file
        self._partial = bytearray()
        self.is_closed = False

    @property
    def is_partial(self) -> bool:
        """Whether only a part of a message was read."""
        return bool(self._partial)

    def read(self, most_bytes: int) -> bytes | None:
        """Return the next message, or None if it is not complete yet."""
        while not self.is_closed:
            missing = self._expected_bytes(most_bytes) - len(self._partial)
            if not missing and len(self._partial) >= _LENGTH_BYTES:
                message = bytes(self._partial[_LENGTH_BYTES:])
                self._partial.clear()
                return message
            try:
                data = os.read(self._file, min(missing, _CHUNK))
            except BlockingIOError:
                return None
            self.is_closed = not data
            self._partial += data
        return None

    def _expected_bytes(self, most_bytes: int) -> int:
        """Return the bytes of the message with its length, or of the length alone at first."""
        if len(self._partial) < _LENGTH_BYTES:
            return _LENGTH_BYTES
        length = int.from_bytes(self._partial[:_LENGTH_BYTES], "big")
        if length > most_bytes:
            raise SandboxError(
                Cause.PROTOCOL,
                f"it sent a message of {length} bytes, but at most {most_bytes} are allowed",
            )
        return _LENGTH_BYTES + length


_BYTES_AT_EACH_END = 32 * 1024


class BoundedOutput:
    r"""Stores the first and the last 32 KB of the output, and counts the rest.

    >>> output = BoundedOutput(at_each_end=3)
    >>> output.add(b"abcdefghij")
    >>> output.text
    'abc\n… 4 bytes left out …\nhij'
    """

    def __init__(self, at_each_end: int = _BYTES_AT_EACH_END) -> None:
        """Store this number of bytes at each end."""
        self._most = at_each_end
        self._first = bytearray()
        self._last = bytearray()
        self.size = 0

    def add(self, data: bytes) -> None:
        """Add the next bytes."""
        self.size += len(data)
        free = self._most - len(self._first)
        self._first += data[:free]
        self._last += data[free:]
        if len(self._last) > 2 * self._most:
            del self._last[: -self._most]

    @property
    def text(self) -> str:
        """The stored output as text; bytes that are not UTF-8 become replacement characters."""
        last = self._last[-self._most :]
        omitted = self.size - len(self._first) - len(last)
        if not omitted:
            return (self._first + last).decode("utf-8", "replace")
        between = f"\n… {omitted} bytes left out …\n"
        return self._first.decode("utf-8", "replace") + between + last.decode("utf-8", "replace")


# While waiting, seconds between two checks of the process, however much it prints.
_CHECK_SECONDS = 0.02


class NoAnswerError(SandboxError):
    """No answer in time, but nothing else is wrong: it may still come."""


class ClosedError(SandboxError):
    """The process has ended, or has closed its pipes."""


class Conversation:
    """Sends and receives messages; meanwhile it stores the output and checks the process.

    `check` is called repeatedly, with True when a message has arrived.
    """

    def __init__(self, process: SandboxProcess, output_bytes: float) -> None:
        """Talk to a process that may print at most `output_bytes`."""
        self._process = process
        self._frames = FrameReader(process.reads)
        self._most_output = output_bytes
        self._output_is_open = True
        self._next_check = 0.0
        self.output = BoundedOutput()
        self.check: Callable[[bool], None] = lambda _: None

    @property
    def has_unread(self) -> bool:
        """Whether the process sent something that was not received yet."""
        poll = select.poll()
        poll.register(self._process.reads, select.POLLIN)
        return self._frames.is_partial or any(event & select.POLLIN for _, event in poll.poll(0))

    def send(self, message: bytes, deadline: float) -> None:
        """Send a message, until the deadline if the process does not read."""
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
        self.read_output()
        self.check(True)
        return message

    def read_output(self) -> None:
        """Store the output so far."""
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
        """Wait until reading or sending may be possible."""
        process = self._process
        poll = select.poll()
        pipe = process.writes if sending else process.reads
        poll.register(pipe, select.POLLOUT if sending else select.POLLIN)
        if self._output_is_open:
            poll.register(process.output, select.POLLIN)
        if process.handle is not None:
            poll.register(process.handle, select.POLLIN)
        left = deadline - time.monotonic()
        ready = dict(poll.poll(math.ceil(max(min(left, _CHECK_SECONDS), 0.0) * 1000)))
        self.read_output()
        if time.monotonic() >= self._next_check:
            self._next_check = time.monotonic() + _CHECK_SECONDS
            self.check(False)
        # An answer that has arrived is in time. But a process that reads slowly must not delay
        # sending past the deadline.
        if pipe in ready and not (sending and left <= 0):
            return
        if process.handle in ready or process.status is not None:
            raise ClosedError(Cause.DEATH, "it is gone")
        if left <= 0:
            raise NoAnswerError(Cause.HANG, "it did not answer in time")
