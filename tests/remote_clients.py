"""Clients of a server in this process, and a relay that can cut their connections."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from obversi.net.client import Client
from obversi.net.online_game import JoinedGame
from obversi.net.server import Server
from obversi.wire.session import End


def client_of(server: Server, name: str = "ada") -> Client:
    host, _, port = server.address.rpartition(":")
    return Client(host, int(port), name)


async def play_out(game: JoinedGame, seed: int = 0) -> End:
    rng = random.Random(seed)
    async for board in game.turns():
        await game.play(rng.choice(board.legal_moves))
    return await game.finished()


class Relay:
    """Forwards between clients and a server, and can cut all connections."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self.target = host, int(port)
        self.port = 0
        self.delivers = True
        self.dropped = asyncio.Event()
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Relay"]:
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            self.cut()
            await asyncio.gather(*self._tasks)

    def cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection(*self.target)
        self._writers += [writer, server_writer]
        for source, sink in ((reader, server_writer), (server_reader, writer)):
            task = asyncio.create_task(self._forward(source, sink))
            self._tasks.add(task)

    async def _forward(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(4096):
                if self.delivers:
                    sink.write(data)
                else:
                    self.dropped.set()
        except OSError:
            pass
        sink.close()
