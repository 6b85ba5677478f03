"""A game server for tests, and a client of its lines that knows nothing but JSON."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Self

from obversi.net.limits import ServerLimits
from obversi.net.server import Server, ServerSettings
from obversi.net.store import GameStore

Message = dict[str, Any]


@asynccontextmanager
async def serving(
    path: Path | None = None, *, port: int = 0, agents: tuple[str, ...] = (), **limits: Any
) -> AsyncIterator[Server]:
    """Serve in this process, on free ports by default, with one worker."""
    settings = ServerSettings(
        port=port, web_port=0, workers=1, hash_mb=1, agents=agents, limits=ServerLimits(**limits)
    )
    with GameStore.open(path) as store:
        server = Server(store, settings)
        try:
            await server.open()
            yield server
        finally:
            await close_clients()  # or the server waits for them
            await server.close("the test is over")


class LineClient:
    """A client that sends and receives objects, one per line."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        _CONNECTED.append(self)

    @classmethod
    async def connect(cls, address: str, name: str = "tester") -> Self:
        """Connect, and send hello if there is a name."""
        host, _, port = address.rpartition(":")
        client = cls(*await asyncio.open_connection(host, int(port)))
        if name:
            await client.send(type="hello", version=1, name=name)
            await client.receive("welcome")
        return client

    async def send(self, **message: Any) -> None:
        await self.send_bytes(json.dumps(message).encode() + b"\n")

    async def send_bytes(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def next(self) -> Message | None:
        """Return the next message, or None when the connection is closed."""
        try:
            line = await self.reader.readline()
        except ConnectionResetError:
            return None
        return json.loads(line) if line else None

    async def receive(self, kind: str) -> Message:
        """Return the next message of a type; skip others."""
        while (message := await self.next()) is not None:
            if message["type"] == kind:
                return message
        raise AssertionError(f"the connection was closed without {kind!r}")

    async def receive_rest(self) -> list[Message]:
        """Return all messages until the server closes the connection."""
        messages = []
        while (message := await self.next()) is not None:
            messages.append(message)
        return messages

    async def play(self, **join: Any) -> Message:
        """Play a game with the first legal move of each turn, and return how it ended."""
        await self.send(type="join", **join)
        return await self.finish_game()

    async def finish_game(self) -> Message:
        """Play a running game to its end, by the first legal move of each turn."""
        while (message := await self.next()) is not None:
            if message["type"] == "turn":
                await self.send(type="move", game=message["game"], move=message["legal"][0])
            elif message["type"] == "end":
                return message
            assert message["type"] != "error", message
        raise AssertionError("the connection was closed before the end of the game")

    async def close(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()


# Closed at the end of their test.
_CONNECTED: list[LineClient] = []


async def close_clients() -> None:
    while _CONNECTED:
        await _CONNECTED.pop().close()
