"""HTTP connections of browsers: what the app changes in uvicorn, and what it relies on.

After an update of uvicorn these tests show what has changed.
"""

import asyncio
import inspect
import logging
import socket
from contextlib import suppress

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol
from web_app import app_server

from obversi.web.app_server import AppServer
from obversi.web.http.protocol import HttpProtocol


def test_what_we_change_is_still_there_to_be_changed() -> None:
    for name, own in vars(HttpProtocol).items():
        if not name.startswith("_") and inspect.isfunction(own):
            theirs = getattr(H11Protocol, name, None)
            assert theirs is not None, f"uvicorn has no {name} any more"
            assert list(inspect.signature(theirs).parameters) == list(
                inspect.signature(own).parameters
            ), f"uvicorn asks {name} for something else"


async def test_what_we_rely_on_is_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    wires: list[HttpProtocol] = []
    made = HttpProtocol.connection_made

    def noted(self: HttpProtocol, transport: asyncio.Transport) -> None:
        made(self, transport)
        wires.append(self)

    monkeypatch.setattr(HttpProtocol, "connection_made", noted)

    async with app_server() as server:
        reader, writer = await opened(server)
        writer.write(request(server))
        await reader.readuntil(b"}")
        [wire] = wires
        assert wire in wire.connections
        assert wire.client is not None
        assert wire.client[0] == "127.0.0.1"
        while not wire.cycle.response_complete:
            await asyncio.sleep(0.01)
        assert wire.conn.our_state is not None
        assert wire.conn.trailing_data == (b"", False)
        assert wire.loop is asyncio.get_running_loop()
        writer.close()


async def opened(server: AppServer) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, _, port = server.address.rpartition(":")
    return await asyncio.open_connection(host, int(port))


def request(server: AppServer, *headers: str) -> bytes:
    lines = ["GET /api/about HTTP/1.1", f"Host: {server.address}", *headers, "", ""]
    return "\r\n".join(lines).encode()


async def test_a_body_that_goes_wrong_after_the_answer_is_no_failure(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING):
        async with app_server() as server:
            for headers in (["Transfer-Encoding: chunked"], []):
                reader, writer = await opened(server)
                writer.write(request(server, *headers))
                assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200 ")
                writer.write(b"no length\r\n\r\n")
                assert b"HTTP/1.1 500" not in await reader.read()
                writer.close()
    assert caplog.text == ""


async def test_simultaneous_connections_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.web.http.protocol._MAX_PER_CLIENT", 5)
    monkeypatch.setattr("obversi.web.http.protocol._REQUEST_SECONDS", 3600.0)

    async with app_server() as server:
        host, _, port = server.address.rpartition(":")
        # The server has no turn before all of them are at its door.
        crowd = [socket.create_connection((host, int(port))) for _ in range(30)]
        pairs = [await asyncio.open_connection(sock=each) for each in crowd]
        gone = [asyncio.create_task(end_of(reader)) for reader, _ in pairs]
        while sum(task.done() for task in gone) < 25:
            await asyncio.sleep(0.01)
        for _, writer in pairs:
            writer.close()
        await asyncio.gather(*gone)


async def end_of(reader: asyncio.StreamReader) -> None:
    with suppress(ConnectionResetError):
        assert await reader.read() == b""


async def test_a_few_addresses_do_not_keep_all_others_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.web.http.protocol._MAX", 3)
    # The number of a connection decides its client key.
    homes = iter(["crowd", "crowd", "crowd", "other", "third"])
    home_of_wire: dict[HttpProtocol, str] = {}

    def home(wire: HttpProtocol) -> str:
        if wire not in home_of_wire:
            home_of_wire[wire] = next(homes)
        return home_of_wire[wire]

    monkeypatch.setattr(HttpProtocol, "_client_key", property(home))

    async with app_server() as server:
        crowd = []
        for _ in range(3):
            reader, writer = await opened(server)
            writer.write(request(server))
            await reader.readuntil(b"}")
            crowd.append((reader, writer))
        # One who has just said something is not the one to go.
        crowd[0][1].write(request(server))
        await crowd[0][0].readuntil(b"}")
        others = []
        for place in (1, 2):
            reader, writer = await opened(server)
            writer.write(request(server))
            assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200 ")
            others.append(writer)
            await end_of(crowd[place][0])
        for writer in (*others, *(writer for _, writer in crowd)):
            writer.close()
