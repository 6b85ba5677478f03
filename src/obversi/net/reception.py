"""Who is connected: how many there may be, and who has been silent for too long."""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Final, Protocol

from obversi.net.bounds import Bounds
from obversi.net.lobby import Lobby
from obversi.net.visitor import Visitor

__all__ = ["Guest", "Reception"]

_LOG: Final = logging.getLogger(__name__)

# Who is told why he has to go takes a moment to do so; so many may take it at a time.
_MOST_ON_THEIR_WAY_OUT: Final = 1000

_CROWDED: Final = "all places are taken, most of them from your address: others want to come in"


class Guest(Visitor, Protocol):
    """A visitor at the other end of a socket, of whom the reception takes note."""

    came_at: float
    heard_at: float

    def look_after(self, now: float) -> None:
        """Do what is due from time to time, such as to ask whether somebody is still there."""


class Reception:
    """The way into the room, whatever a visitor comes by."""

    def __init__(self, lobby: Lobby, bounds: Bounds) -> None:
        """Begin with nobody."""
        self.lobby, self.bounds = lobby, bounds
        self._guests: dict[Guest, None] = {}  # in the order in which they came
        self._of_address: Counter[str] = Counter()
        self._on_their_way_out: set[Guest] = set()
        self._refused = 0  # since the last look
        self._numbers = count(1)
        self._closed = ""
        self._is_empty = asyncio.Event()
        self._is_empty.set()

    def __len__(self) -> int:
        """Return how many are connected."""
        return len(self._guests)

    def __iter__(self) -> Iterator[Guest]:
        """Go through those who are connected."""
        return iter(list(self._guests))

    def next_number(self) -> str:
        """Return a number that no visitor had before."""
        return f"v{next(self._numbers)}"

    @property
    def is_besieged(self) -> bool:
        """Whether so many have to go again that there is no time to tell each of them why."""
        return len(self._on_their_way_out) > _MOST_ON_THEIR_WAY_OUT

    def admit(self, guest: Guest) -> str:
        """Let somebody in who is connected, or return why not."""
        refusal = self._refusal(guest.address)
        if refusal:
            self._on_their_way_out.add(guest)
            self._refused += 1
            if self._refused == 1:
                _LOG.info("somebody from %s is refused: %s", guest.address, refusal)
            return refusal
        self._guests[guest] = None
        self._is_empty.clear()
        self._of_address[guest.address] += 1
        return ""

    def leave(self, guest: Guest) -> None:
        """Hear that somebody is gone; to say so twice does no harm."""
        self._on_their_way_out.discard(guest)
        self._give_up_place(guest)

    def _give_up_place(self, guest: Guest) -> None:
        if guest in self._guests:
            del self._guests[guest]
            self._of_address[guest.address] -= 1
            if not self._of_address[guest.address]:
                del self._of_address[guest.address]
        if not self._guests:
            self._is_empty.set()

    def look_after(self, now: float) -> None:
        """Send those away who did not say hello in time, or have been silent for too long."""
        hello, idle = self.bounds.hello_seconds, self.bounds.idle_seconds
        longest = self.bounds.silent_seconds
        if self._refused > 1:
            _LOG.info("%d more were refused", self._refused - 1)
        self._refused = 0
        for guest in self:
            if not guest.name and now - guest.came_at > hello:
                guest.close(f"hello did not come within {hello:g} s")
            elif now - guest.heard_at > idle and not self.lobby.is_engaged(guest):
                guest.close(f"you were silent for {idle:g} s and have no game: come again")
            elif now - guest.heard_at > longest and not self.lobby.has_clock(guest):
                guest.close(f"you were silent for {longest:g} s: come again")
            else:
                guest.look_after(now)

    async def wait_until_empty(self) -> None:
        """Wait until the last one is gone."""
        await self._is_empty.wait()

    def close(self, text: str) -> None:
        """Let nobody in any more."""
        self._closed = text

    def _refusal(self, address: str) -> str:
        """Return why nobody more can come from an address, or nothing if there is a place."""
        if self._closed:
            return self._closed
        if self._of_address[address] >= self.bounds.connections_of_address:
            most = self.bounds.connections_of_address
            return f"there are {most} connections from {address}, which is all there can be"
        if len(self) >= self.bounds.connections and not self._make_room(address):
            return f"the server has {len(self)} visitors, which is all it can have: try again later"
        return ""

    def _make_room(self, address: str) -> bool:
        """Send somebody away for one from an address that has fewer places than another one.

        So no address, and no few of them, can keep all others out. It is the one of the fullest
        address who has been silent for longest.
        """
        fullest, most = self._of_address.most_common(1)[0]
        if self.is_besieged or most <= self._of_address[address] + 1:
            return False
        those = (guest for guest in self._guests if guest.address == fullest)
        leaving = min(those, key=lambda guest: guest.heard_at)
        self._give_up_place(leaving)
        self._on_their_way_out.add(leaving)
        leaving.close(_CROWDED)
        return True
