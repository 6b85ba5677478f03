"""What a session says: whole lines, at once, from any thread."""

from threading import Lock
from typing import TextIO

__all__ = ["Voice"]


class Voice:
    """Writes texts to a stream one after another, and keeps none back."""

    def __init__(self, stream: TextIO) -> None:
        """Write to this stream."""
        self._stream = stream
        self._lock = Lock()

    def __call__(self, message: object) -> None:
        """Write a message and the end of its line."""
        with self._lock:
            self._stream.write(f"{message}\n")
            self._stream.flush()
