"""An event loop that knows since when what it does may have waited for it."""

import asyncio
import time
from selectors import DefaultSelector, SelectorKey

__all__ = ["PunctualLoop", "heard_at"]


class _TimedSelector(DefaultSelector):
    """Knows when what it returns may have come at the earliest.

    What is there when it is asked has come since it returned the last time, while the loop was at
    work; what it waits for comes when it returns.
    """

    def __init__(self) -> None:
        super().__init__()
        self._returned = self.heard_at = time.monotonic()

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        ready = super().select(0)
        if ready or timeout == 0:
            self.heard_at = self._returned
        else:
            ready = super().select(timeout)
            self.heard_at = time.monotonic()
        self._returned = time.monotonic()
        return ready


class PunctualLoop(asyncio.SelectorEventLoop):
    """Tells by `heard_at` how long somebody at the other end of a socket took at the most."""

    def __init__(self) -> None:
        """Begin to watch the time."""
        self.selector = _TimedSelector()
        super().__init__(self.selector)


def heard_at() -> float:
    """Return the earliest time at which what the loop does now can have been asked for.

    While a loop has much to do, messages wait for it: who sent one is not to be charged for that.
    """
    loop = asyncio.get_running_loop()
    if isinstance(loop, PunctualLoop):
        return loop.selector.heard_at
    return time.monotonic()
