"""A client of another process, as the process that has its game sees it."""

from collections.abc import Callable

from obversi.net.cluster.bus import Message
from obversi.wire.session import Id, Reply, write

__all__ = ["RemotePeer"]


class RemotePeer:
    """Sends replies to the process that has the connection of the client."""

    def __init__(
        self, home: str, there: str, name: str, address: str, send: Callable[[str, Message], None]
    ) -> None:
        """Stand for the client that is called `there` in its home process."""
        self.home, self.there = home, there
        self.number = f"{home}-{there}"
        self.name, self.address = name, address
        self._send = send

    def send(self, reply: Reply, id: Id | None = None) -> None:
        """Send a reply."""
        self._send(self.home, {"kind": "reply", "peer": self.there, "text": write(reply, id)})

    def close(self, text: str, *, again: bool = False) -> None:
        """Let the other process close the connection."""
        message = {"kind": "close", "peer": self.there, "text": text, "again": again}
        self._send(self.home, message)
