"""Common parts of all games of a server: the store, the engines, the limits, the time."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from obversi.errors import ObversiError
from obversi.net.limits import ServerLimits
from obversi.net.operations.measures import Measures
from obversi.net.store import GameStore
from obversi.net.workers.pool import EnginePool
from obversi.wire.session import ErrorCode, Id, Reply


class Peer(Protocol):
    """The client at the other end of a connection; two peers are equal if they are identical."""

    number: str  # such as v12
    name: str  # empty before hello
    address: str  # the client key

    def send(self, reply: Reply, id: Id | None = None) -> None:
        """Send a reply without waiting, and without an error if the client has gone.

        `id` is that of the request that is answered.
        """

    def close(self, text: str, *, again: bool = False) -> None:
        """Send the reason, and whether to connect again, and close the connection."""


class RequestRejectedError(ObversiError):
    """A request is rejected, with the code of the reply."""

    def __init__(self, code: ErrorCode, reason: str) -> None:
        """Store the code."""
        super().__init__(reason)
        self.code = code


class Timer(Protocol):
    """A call that will be made unless it is cancelled."""

    def cancel(self) -> object:
        """Do not make the call."""


Later = Callable[[float, Callable[[], None]], Timer]


def call_later(seconds: float, callback: Callable[[], None]) -> Timer:
    """Make a call after some seconds, in the running event loop."""
    return asyncio.get_running_loop().call_later(seconds, callback)


@dataclass(slots=True, eq=False)
class _Pause:
    abandon: Callable[[], None]
    games: "PausedGames"

    def cancel(self) -> None:
        """End the pause."""
        self.games.discard(self)


class PausedGames:
    """The games that wait for their only player; beyond a maximum the oldest is abandoned."""

    def __init__(self, most: int) -> None:
        """Start without games."""
        self._most = most
        self._pauses: dict[_Pause, None] = {}

    def __len__(self) -> int:
        """Return the number of paused games."""
        return len(self._pauses)

    def add(self, abandon: Callable[[], None]) -> _Pause:
        """Pause a game until the pause is cancelled, or until `abandon` is called."""
        pause = _Pause(abandon, self)
        self._pauses[pause] = None
        if len(self._pauses) > self._most:
            oldest = next(iter(self._pauses))
            self.discard(oldest)
            oldest.abandon()
        return pause

    def discard(self, pause: _Pause) -> None:
        """End a pause, if it lasts."""
        self._pauses.pop(pause, None)


@dataclass(frozen=True, slots=True)
class ServerContext:
    """The store, the engines, the limits and the time.

    `input_time` is when the request that is handled now became readable, `now` the current time.
    """

    store: GameStore
    engines: EnginePool
    limits: ServerLimits
    paused_games: PausedGames
    now: Callable[[], float] = time.monotonic
    input_time: Callable[[], float] = time.monotonic
    later: Later = call_later
    measures: Measures = field(default_factory=Measures)
