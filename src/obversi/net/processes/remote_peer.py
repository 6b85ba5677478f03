"""A client of another process, in the process that has its game."""

from collections.abc import Callable

from obversi.net.processes.bus import Message
from obversi.wire.session import Id, Reply, Turn, write


class RemotePeer:
    """Sends replies to the process that has the connection of the client."""

    def __init__(
        self, home: str, there: str, name: str, address: str, send: Callable[[str, Message], None]
    ) -> None:
        """Represent the client that is called `there` in its home process."""
        self.home, self.there = home, there
        self.number = f"{home}-{there}"
        self.name, self.address = name, address
        self._send = send

    def send(self, reply: Reply, id: Id | None = None) -> None:
        """Send a reply."""
        self.send_text(write(reply, id), getattr(reply, "game", None), isinstance(reply, Turn))

    def send_text(self, text: str, game: str | None = None, urgent: bool = False) -> None:
        """Send a reply that is written already."""
        message = {"kind": "reply", "peer": self.there, "text": text, "game": game}
        self._send(self.home, message | {"urgent": urgent})

    def close(self, text: str, *, again: bool = False) -> None:
        """Let the other process close the connection."""
        message = {"kind": "close", "peer": self.there, "text": text, "again": again}
        self._send(self.home, message)
