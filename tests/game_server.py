"""A game server for tests, and a client of its lines that knows nothing but JSON."""

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Self

from obversi.net.bounds import Bounds
from obversi.net.server import Server, ServerSettings
from obversi.net.store import Store

Message = dict[str, Any]

# What hangs is a failure; what is slow is not.
PATIENCE = 60.0


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run what a test does, which may hang but not for ever."""

    async def closing() -> None:
        try:
            await asyncio.wait_for(work, PATIENCE)
        finally:
            await _hang_up()

    asyncio.run(closing())


@asynccontextmanager
async def serving(
    path: Path | None = None, *, port: int = 0, agents: tuple[str, ...] = (), **bounds: Any
) -> AsyncIterator[Server]:
    """Serve in this process, on free ports unless told, with one thread to think."""
    settings = ServerSettings(
        port=port, web_port=0, workers=1, hash_mb=1, agents=agents, bounds=Bounds(**bounds)
    )
    with Store.open(path) as store:
        server = Server(store, settings)
        try:
            await server.open()
            yield server
        finally:
            await _hang_up()  # so that the server has nobody to wait for
            await server.close("the test is over")


class LineClient:
    """One end of a connection: says and hears objects, a line each."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        _CONNECTED.append(self)

    @classmethod
    async def connect(cls, address: str, name: str = "tester") -> Self:
        """Connect, and say hello if there is a name."""
        host, _, port = address.rpartition(":")
        client = cls(*await asyncio.open_connection(host, int(port)))
        if name:
            await client.say(type="hello", version=1, name=name)
            await client.hear("welcome")
        return client

    async def say(self, **message: Any) -> None:
        await self.say_bytes(json.dumps(message).encode() + b"\n")

    async def say_bytes(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def next(self) -> Message | None:
        """Return what comes next, or None at the end of the conversation."""
        try:
            line = await self.reader.readline()
        except ConnectionResetError:
            return None
        return json.loads(line) if line else None

    async def hear(self, kind: str) -> Message:
        """Return the next message of a type, and pass over others."""
        while (message := await self.next()) is not None:
            if message["type"] == kind:
                return message
        raise AssertionError(f"the conversation has ended without {kind!r}")

    async def rest(self) -> list[Message]:
        """Return all that comes until the other end hangs up."""
        messages = []
        while (message := await self.next()) is not None:
            messages.append(message)
        return messages

    async def play(self, **join: Any) -> Message:
        """Play a game with the first legal move of each turn, and return how it ended."""
        await self.say(type="join", **join)
        return await self.go_on()

    async def go_on(self) -> Message:
        """Go on with a game to its end."""
        while (message := await self.next()) is not None:
            if message["type"] == "turn":
                await self.say(type="move", game=message["game"], move=message["legal"][0])
            elif message["type"] == "end":
                return message
            assert message["type"] != "error", message
        raise AssertionError("the conversation has ended before the game")

    async def close(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()


# To be closed when their test is over.
_CONNECTED: list[LineClient] = []


async def _hang_up() -> None:
    while _CONNECTED:
        await _CONNECTED.pop().close()
