"""HTTP connections of browsers: what the app changes in uvicorn, and what it relies on.

After an update of uvicorn these tests show what has changed.
"""

import asyncio
import inspect
import logging
import socket
import sys
from contextlib import suppress
from typing import Any

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


async def test_a_connection_costs_the_same_however_many_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = HttpProtocol.connection_made
    calls: list[int] = []

    def counted(self: HttpProtocol, transport: asyncio.Transport) -> None:
        count = 0

        def note(_frame: Any, event: str, _argument: Any) -> None:
            nonlocal count
            count += event in ("call", "c_call")

        sys.setprofile(note)
        try:
            made(self, transport)
        finally:
            sys.setprofile(None)
        calls.append(count)

    monkeypatch.setattr(HttpProtocol, "connection_made", counted)
    async with app_server() as server:
        writers = [(await opened(server))[1] for _ in range(90)]
        while len(calls) < 90:
            await asyncio.sleep(0.01)
        for writer in writers:
            writer.close()
    # The garbage collector may add calls to some.
    assert min(calls[80:]) == min(calls[10:20])


async def test_a_client_that_connects_too_often_is_not_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("obversi.web.http.protocol._CONNECTS_PER_SECOND", 1e-9)
    monkeypatch.setattr("obversi.web.http.protocol._CONNECTS_BURST", 4)
    homes = iter([*5 * ["crowd"], "other", "crowd"])
    monkeypatch.setattr(HttpProtocol, "_client_key", property(lambda _: next(homes)))

    async with app_server() as server:
        served = []
        for _ in range(7):
            reader, writer = await opened(server)
            reply = b""
            with suppress(ConnectionError):
                writer.write(request(server, "Connection: close"))
                reply = await reader.read()
            served.append(reply.startswith(b"HTTP/1.1 200 "))
            writer.close()
        assert served == [True, True, True, True, False, True, False]


LONG = f"X-Long: {20_000 * 'x'}"
UPGRADE = (
    *("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"),
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
)


@pytest.mark.parametrize("headers", [[LONG], [*UPGRADE, LONG]])
async def test_a_head_of_more_than_16_kib_is_rejected_even_in_one_piece(headers: list[str]) -> None:
    async with app_server() as server:
        for wanted in (b"431 ", b"200 "):
            reader, writer = await opened(server)
            sent = [*headers] if wanted == b"431 " else ["Connection: close", LONG[:15_000]]
            writer.write(request(server, *sent))
            reply = await reader.read()
            assert reply.startswith(b"HTTP/1.1 " + wanted), reply[:60]
            writer.close()


@pytest.mark.parametrize("upgrade", [(), UPGRADE])
async def test_two_lengths_of_a_body_are_rejected(upgrade: tuple[str, ...]) -> None:
    """Otherwise a proxy and the app could see different requests in the same bytes."""
    async with app_server() as server:
        host, chunked = f"Host: {server.address}", "Transfer-Encoding: chunked"
        kind = "Content-Type: application/json"
        for lengths in (["Content-Length: 4", chunked], [chunked, "content-length: 4"]):
            reader, writer = await opened(server)
            lines = ["POST /api/line HTTP/1.1", host, kind, *upgrade, *lengths, "", "0", "", ""]
            writer.write("\r\n".join(lines).encode())
            reply = await reader.read()
            assert reply.startswith(b"HTTP/1.1 400 "), reply[:60]
            assert b"Transfer-Encoding" in reply
            writer.close()
