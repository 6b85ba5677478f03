"""Messages over a pipe to a process that nobody trusts: a length of four bytes, then the bytes."""

import os

from obversi.sandbox.error import Cause, SandboxError

__all__ = ["FrameReader", "framed"]

_LENGTH_BYTES = 4
_CHUNK = 1 << 16


def framed(message: bytes) -> bytes:
    r"""Return a message as it is sent.

    >>> framed(b"go")
    b'\x00\x00\x00\x02go'
    """
    return len(message).to_bytes(_LENGTH_BYTES, "big") + message


class FrameReader:
    """Takes messages from a pipe, and never more than is asked for."""

    def __init__(self, file: int) -> None:
        """Read from a file that does not block."""
        self._file = file
        self._begun = bytearray()
        self.is_closed = False

    @property
    def is_begun(self) -> bool:
        """Whether a part of a message was read."""
        return bool(self._begun)

    def read(self, most_bytes: int) -> bytes | None:
        """Return the next message if it is there; its own length says how much is read."""
        while not self.is_closed:
            wanted = self._wanted(most_bytes) - len(self._begun)
            if not wanted and len(self._begun) >= _LENGTH_BYTES:
                message = bytes(self._begun[_LENGTH_BYTES:])
                self._begun.clear()
                return message
            try:
                data = os.read(self._file, min(wanted, _CHUNK))
            except BlockingIOError:
                return None
            self.is_closed = not data
            self._begun += data
        return None

    def _wanted(self, most_bytes: int) -> int:
        """Return how many bytes the message has, with its length, as far as that is known."""
        if len(self._begun) < _LENGTH_BYTES:
            return _LENGTH_BYTES
        length = int.from_bytes(self._begun[:_LENGTH_BYTES], "big")
        if length > most_bytes:
            raise SandboxError(
                Cause.PROTOCOL, f"it sent a message of {length} bytes, where {most_bytes} are most"
            )
        return _LENGTH_BYTES + length
