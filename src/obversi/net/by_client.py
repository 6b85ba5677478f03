"""Connections by client: their numbers, the largest number, and the longest silences."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Generic, TypeVar

_Connection = TypeVar("_Connection")


class ConnectionsByClient(Generic[_Connection]):
    """Counts connections; every call takes the same time, however many there are.

    >>> connections = ConnectionsByClient()
    >>> for name in "abc":
    ...     connections.add(name, "192.0.2.7")
    >>> connections.add("d", "192.0.2.8")
    >>> connections.mark_active("a")
    >>> len(connections), connections.fullest, list(connections.of("192.0.2.7"))
    (4, '192.0.2.7', ['b', 'c', 'a'])
    """

    def __init__(self) -> None:
        """Start without connections."""
        self._clients: dict[_Connection, str] = {}
        # A plain dict would take longer to find its first key after many changes.
        self._connections: dict[str, OrderedDict[_Connection, None]] = {}
        # The clients by the number of their connections, and the largest number.
        self._by_number: dict[int, OrderedDict[str, None]] = {}
        self._most = 0

    def __len__(self) -> int:
        """Return the number of connections."""
        return len(self._clients)

    def __contains__(self, connection: _Connection) -> bool:
        """Whether a connection was added and not removed."""
        return connection in self._clients

    def __iter__(self) -> Iterator[_Connection]:
        """Go through the connections, the oldest first."""
        return iter(self._clients)

    def count(self, client: str) -> int:
        """Return the number of connections of a client."""
        return len(self._connections.get(client, ()))

    def counts(self) -> dict[str, int]:
        """Return the number of connections of each client."""
        return {client: len(own) for client, own in self._connections.items() if own}

    def of(self, client: str) -> Iterator[_Connection]:
        """Go through the connections of a client, those that were silent for longest first."""
        return iter(self._connections.get(client, ()))

    @property
    def fullest(self) -> str:
        """A client with the most connections, or an empty text if there are none."""
        return next(iter(self._by_number.get(self._most, ())), "")

    def add(self, connection: _Connection, client: str) -> None:
        """Add a connection of a client."""
        self.remove(connection)
        self._clients[connection] = client
        own = self._connections.setdefault(client, OrderedDict())
        own[connection] = None
        self._move(client, len(own) - 1, len(own))
        self._most = max(self._most, len(own))

    def mark_active(self, connection: _Connection) -> None:
        """Note that a connection was not silent just now."""
        if connection in self._clients:
            self._connections[self._clients[connection]].move_to_end(connection)

    def remove(self, connection: _Connection) -> None:
        """Remove a connection; a second call does nothing."""
        client = self._clients.pop(connection, None)
        if client is None:
            return
        own = self._connections[client]
        del own[connection]
        self._move(client, len(own) + 1, len(own))
        if not own:
            del self._connections[client]
        if self._most not in self._by_number:
            self._most -= 1

    def _move(self, client: str, before: int, now: int) -> None:
        """Note that a client has another number of connections."""
        if before:
            del self._by_number[before][client]
            if not self._by_number[before]:
                del self._by_number[before]
        if now:
            self._by_number.setdefault(now, OrderedDict())[client] = None
