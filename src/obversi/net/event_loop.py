"""An event loop that records when input became readable."""

import asyncio
import time
from selectors import DefaultSelector, SelectorKey


class _TimedSelector(DefaultSelector):
    """Records the earliest time at which its last events can have come.

    What is ready at once has come since the last call returned, while the loop was busy; what has
    to be waited for comes when the call returns.
    """

    def __init__(self) -> None:
        super().__init__()
        self._returned = self.input_time = time.monotonic()

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        ready = super().select(0)
        if ready or timeout == 0:
            self.input_time = self._returned
        else:
            ready = super().select(timeout)
            self.input_time = time.monotonic()
        self._returned = time.monotonic()
        return ready


class TimestampingEventLoop(asyncio.SelectorEventLoop):
    """An event loop whose own delays need not be charged to a player's clock."""

    def __init__(self) -> None:
        """Use a selector that records times."""
        self.selector = _TimedSelector()
        super().__init__(self.selector)


def input_time() -> float:
    """Return the earliest time at which the input that is handled now can have become readable."""
    loop = asyncio.get_running_loop()
    if isinstance(loop, TimestampingEventLoop):
        return loop.selector.input_time
    return time.monotonic()
