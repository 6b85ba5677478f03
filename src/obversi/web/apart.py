"""Work that takes a while, beside the event loop."""

import asyncio
from collections.abc import Callable
from typing import TypeVar
from weakref import WeakValueDictionary

__all__ = ["Apart"]

Result = TypeVar("Result")


class Apart:
    """Does in threads what would keep everybody else waiting.

    Few are at it at a time, for all of Python's threads share one core, and of an address one: so
    who asks for much waits for himself.
    """

    def __init__(self, most: int) -> None:
        """Let so many be at it at a time."""
        self._few = asyncio.Semaphore(most)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def do(self, address: str, work: Callable[[], Result]) -> Result:
        """Do something for somebody at an address when it is his turn."""
        turn = self._turns.setdefault(address, asyncio.Lock())
        async with turn, self._few:
            return await asyncio.to_thread(work)
