"""What a process writes, kept as far as anyone reads it."""

from typing import Final

__all__ = ["KeptOutput"]

_KEPT_AT_EACH_END: Final = 32 * 1024


class KeptOutput:
    r"""Keeps the first and the last 32 KB of any amount of output, and counts the rest.

    >>> output = KeptOutput(kept=3)
    >>> output.add(b"abcdefghij")
    >>> output.text
    'abc\n… 4 bytes left out …\nhij'
    """

    def __init__(self, kept: int = _KEPT_AT_EACH_END) -> None:
        """Keep so many bytes at each end."""
        self._kept = kept
        self._first = bytearray()
        self._last = bytearray()
        self.size = 0

    def add(self, data: bytes) -> None:
        """Take what was written next."""
        self.size += len(data)
        room = self._kept - len(self._first)
        self._first += data[:room]
        self._last += data[room:]
        if len(self._last) > 2 * self._kept:
            del self._last[: -self._kept]

    @property
    def text(self) -> str:
        """What is kept, as text; bytes that are no UTF-8 become marks that stand for them."""
        last = self._last[-self._kept :]
        left_out = self.size - len(self._first) - len(last)
        if not left_out:
            return (self._first + last).decode("utf-8", "replace")
        between = f"\n… {left_out} bytes left out …\n"
        return self._first.decode("utf-8", "replace") + between + last.decode("utf-8", "replace")
