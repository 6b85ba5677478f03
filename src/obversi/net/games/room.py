"""What all tables of a room share."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from obversi.net.bounds import Bounds
from obversi.net.games.resting import Resting
from obversi.net.games.seats import Timer
from obversi.net.store import Store
from obversi.net.thinkers import Thinkers

__all__ = ["Later", "Room", "loop_later"]

Later = Callable[[float, Callable[[], None]], Timer]


def loop_later(seconds: float, callback: Callable[[], None]) -> Timer:
    """Call something in so many seconds, in the loop that runs."""
    return asyncio.get_running_loop().call_later(seconds, callback)


@dataclass(frozen=True, slots=True)
class Room:
    """The file of games, those who think, the bounds and the time.

    `heard` is when what is answered now was asked for, which may have waited until now.
    """

    store: Store
    thinkers: Thinkers
    bounds: Bounds
    resting: Resting
    now: Callable[[], float] = time.monotonic
    heard: Callable[[], float] = time.monotonic
    later: Later = loop_later
