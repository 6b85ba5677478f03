"""Who is in the room: somebody at the other end of a connection, whatever that is made of."""

from typing import Protocol

from obversi.wire.session import Id, Reply

__all__ = ["Visitor"]


class Visitor(Protocol):
    """Somebody to whom replies are sent; two visitors are the same if they are one object."""

    number: str  # such as v12
    name: str  # empty before hello
    address: str

    def send(self, reply: Reply, id: Id | None = None) -> None:
        """Send a reply, without waiting until it has arrived; a visitor who is gone misses it.

        Nothing is raised. `id` is that of the request that is answered.
        """

    def close(self, text: str, *, again: bool = False) -> None:
        """Tell why, and whether to come again, and hang up; the room hears of it later."""
