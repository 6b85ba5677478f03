"""Not more messages a second than a server hears."""

import asyncio

from obversi.net.rate import Rate

__all__ = ["Pace"]


class Pace:
    """Lets as many messages pass as a server says that it hears, and makes others wait."""

    def __init__(self, per_second: float) -> None:
        """Begin when the connection does."""
        self._per_second = per_second
        now = asyncio.get_running_loop().time()
        self._rate = Rate(per_second, max(1, int(per_second)), now)

    async def keep(self) -> None:
        """Wait until another message may be sent."""
        loop = asyncio.get_running_loop()
        while not self._rate.take(loop.time()):
            await asyncio.sleep(1 / self._per_second)
