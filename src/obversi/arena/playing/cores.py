"""The cores of a machine, for games that take several of them at once."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["Cores"]

_SECONDS_BETWEEN_LOOKS: Final = 0.5


class Cores:
    """Cores that are taken all at once or not at all, in the order in which they were asked for.

    So games that need some more than others get their turn, and none waits for a core while it has
    one.
    """

    def __init__(self) -> None:
        """Have none taken."""
        self._taken = 0
        self._queue: deque[object] = deque()
        self._changed = threading.Condition()

    @contextmanager
    def taken(self, wanted: int, of: int, on_look: Callable[[], None]) -> Iterator[None]:
        """Wait until so many of all cores are free, and have them; who wants more has all.

        `on_look` is called from time to time, and may raise something that ends the waiting.
        """
        wanted = min(wanted, of)
        ticket = object()
        with self._changed:
            self._queue.append(ticket)
            try:
                while self._queue[0] is not ticket or self._taken + wanted > of:
                    self._changed.wait(_SECONDS_BETWEEN_LOOKS)
                    on_look()
                self._taken += wanted
            finally:
                self._queue.remove(ticket)
                self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                self._taken -= wanted
                self._changed.notify_all()
