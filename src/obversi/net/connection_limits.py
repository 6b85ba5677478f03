"""The connections of a server: how many there may be, and how long they may be silent."""

import asyncio
import logging
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Protocol

from obversi.net.by_client import ConnectionsByClient
from obversi.net.game_server import GameServer
from obversi.net.games.context import Peer
from obversi.net.limits import ServerLimits

_LOG = logging.getLogger(__name__)

# A rejected client gets a moment to read the reason; with more of them there is no reason.
_MOST_LEAVING = 1000

_CROWDED = "the server is full, and most connections are from your address"


class ConnectedPeer(Peer, Protocol):
    """A peer with the times that the limits need."""

    connected_at: float
    last_input: float

    def check(self, now: float) -> None:
        """Do what is due from time to time, such as a ping."""


class ConnectionLimits:
    """Accepts connections up to the limits, and closes those that are silent for too long."""

    def __init__(self, game_server: GameServer, limits: ServerLimits) -> None:
        """Start without connections."""
        self.game_server, self.limits = game_server, limits
        self._peers: ConnectionsByClient[ConnectedPeer] = ConnectionsByClient()
        self._leaving: set[ConnectedPeer] = set()
        self._rejected = 0  # since the last check
        self._numbers = count(1)
        self._closed = ""
        self.elsewhere: Counter[str] = Counter()  # connections of other processes, by address
        game_server.share_counts("connections", self._peers.counts, self.elsewhere)
        self._is_empty = asyncio.Event()
        self._is_empty.set()

    def __len__(self) -> int:
        """Return the number of connections."""
        return len(self._peers)

    def __iter__(self) -> Iterator[ConnectedPeer]:
        """Go through a copy of the connections."""
        return iter(list(self._peers))

    def next_number(self) -> str:
        """Return a new number for a connection."""
        return f"v{next(self._numbers)}"

    @property
    def is_overloaded(self) -> bool:
        """Whether rejected connections are closed without a reason."""
        return len(self._leaving) > _MOST_LEAVING

    @property
    def is_closed(self) -> bool:
        """Whether all new connections are rejected, as the server is about to end."""
        return bool(self._closed)

    def admit(self, peer: ConnectedPeer) -> str:
        """Add a connection, or return why not."""
        reason = self._rejection(peer.address)
        if reason:
            self._leaving.add(peer)
            self._rejected += 1
            if self._rejected == 1:
                _LOG.info("a connection from %s is rejected: %s", peer.address, reason)
            return reason
        self._peers.add(peer, peer.address)
        self._is_empty.clear()
        return ""

    def mark_active(self, peer: ConnectedPeer) -> None:
        """Note that a peer was not silent just now."""
        self._peers.mark_active(peer)

    def remove(self, peer: ConnectedPeer) -> None:
        """Remove a connection; a second call does nothing."""
        self._leaving.discard(peer)
        self._release(peer)

    def _release(self, peer: ConnectedPeer) -> None:
        self._peers.remove(peer)
        if not self._peers:
            self._is_empty.set()

    def check(self, now: float) -> None:
        """Close connections without hello, and those that were silent for too long."""
        hello, idle = self.limits.hello_seconds, self.limits.idle_seconds
        silent = self.limits.silent_seconds
        if self._rejected > 1:
            _LOG.info("%d more connections were rejected", self._rejected - 1)
        self._rejected = 0
        for peer in self:
            if not peer.name and now - peer.connected_at > hello:
                peer.close(f"hello did not come within {hello:g} s")
            elif now - peer.last_input > idle and not self.game_server.is_engaged(peer):
                peer.close(f"you were silent for {idle:g} s without a game: connect again")
            elif now - peer.last_input > silent and not self.game_server.has_clock(peer):
                peer.close(f"you were silent for {silent:g} s: connect again")
            else:
                peer.check(now)

    async def wait_until_empty(self) -> None:
        """Wait until the last connection is closed."""
        await self._is_empty.wait()

    def close(self, reason: str) -> None:
        """Reject all new connections."""
        self._closed = reason

    def _rejection(self, address: str) -> str:
        """Return why a connection from an address is rejected, or an empty text."""
        if self._closed:
            return self._closed
        number = self._peers.count(address) + self.elsewhere[address]
        if number >= self.limits.connections_per_address:
            most = self.limits.connections_per_address
            return f"there are {most} connections from {address}, which is the maximum"
        if len(self) >= self.limits.connections and not self._make_place(address):
            return f"the server has {len(self)} connections, which is its maximum: try again later"
        return ""

    def _make_place(self, address: str) -> bool:
        """Close a connection for one from an address that has fewer of them than another.

        So a few addresses cannot keep all others out. It is the connection of the address with the
        most that was silent for the longest time.
        """
        fullest = self._peers.fullest
        if self.is_overloaded or self._peers.count(fullest) <= self._peers.count(address) + 1:
            return False
        leaving = next(self._peers.of(fullest))
        self._release(leaving)
        self._leaving.add(leaving)
        leaving.close(_CROWDED)
        return True
