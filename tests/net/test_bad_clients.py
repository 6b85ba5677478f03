"""Clients that send what they should not: each gets an error, and others are not disturbed."""

import asyncio
import json
import os
import socket
from collections.abc import Callable
from typing import Any

import pytest
from game_server import LineClient, Message, serving
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from obversi.net.server import Server

MANY = 1_000_000


async def well(client: LineClient) -> None:
    """Check that the server still replies."""
    await client.send(type="ping", number=1)
    await client.receive("pong")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "format"),
        (b"hello", "format"),
        (b"[]", "format"),
        (b"null", "format"),
        (b'{"type": "ping"', "format"),
        (b'{"type": "ping", "number": NaN}', "format"),
        (b'{"type": "ping", "number": 1, "number": 2}', "format"),
        (b'{"type": "ping", "number": ' + b"9" * 3000 + b"}", "format"),
        (b"[" * 4000, "format"),
        (b'{"type": "ping", "number": "\xff\xfe"}', "format"),
        (b"\x00\x01\x02", "format"),
        (b'{"type": "pign", "number": 1}', "format"),
        (b'{"type": ["ping"], "number": 1}', "format"),
        (b'{"type": "join", "size": 5}', "format"),
        (b'{"type": "join", "sise": 4}', "format"),
        (b'{"type": "join", "clock": {"seconds": -1}}', "format"),
        (b'{"type": "join", "moves": "f5f5"}', None),
        (b'{"type": "join", "against": "engine:seconds=1000"}', "agent"),
        (b'{"type": "join", "against": "python:os:system"}', "agent"),
        (b'{"type": "hello", "version": 1, "name": "again"}', "hello"),
        (b'{"type": "move", "game": "g-1", "move": "f5"}', "unknown-game"),
        (b'{"type": "rejoin", "game": "g-1", "token": "guessed"}', None),
        # What only a server may say
        (b'{"type": "welcome", "version": 1}', "format"),
        (b'{"type": "state", "game": "g-1", "ply": 1, "move": "f5"}', "format"),
        (b'{"type": "end", "game": "g-1", "reason": "resign", "winner": "black"}', "format"),
    ],
)
async def test_a_bad_line_is_rejected_and_the_next_is_read(line: bytes, code: str | None) -> None:
    async with serving() as server:
        client = await LineClient.connect(server.address)
        await client.send_bytes(line + b"\n")
        error = await client.receive("error")
        assert error["text"]
        assert "Traceback" not in error["text"]
        if code is not None:
            assert error["code"] == code
        await well(client)


async def test_random_bytes_are_answered() -> None:
    async with serving() as server:
        good = await LineClient.connect(server.address)
        for address in (server.address, server.web_address):
            for _ in range(3):
                client = await LineClient.connect(address, "")
                await client.send_bytes(os.urandom(2000).replace(b"\n", b" ") + b"\n\r\n\r\n")
                assert await client.reader.readline()
                await client.close()
        await well(good)


async def test_requests_before_hello_are_rejected() -> None:
    async with serving() as server:
        client = await LineClient.connect(server.address, "")
        await client.send(type="join", against="random")
        assert (await client.receive("error"))["code"] == "hello"
        await client.send(type="hello", version=99, name="later")
        assert (await client.receive("error"))["code"] == "version"


@pytest.mark.parametrize("end", [b"", b"\n"])
async def test_a_line_that_is_too_long_is_the_last(end: bytes) -> None:
    async with serving() as server:
        good = await LineClient.connect(server.address)
        bad = await LineClient.connect(server.address, "")
        # More than the server reads before it has hung up.
        bad.writer.write(b'{"type": "hello", "name": "' + 200_000 * b"a" + b'"}' + end)
        said = await bad.receive_rest()
        assert [message["type"] for message in said] == ["error", "closing"]
        assert said[0]["code"] == "size"
        assert "4096 bytes" in said[0]["text"]
        await well(good)


async def test_a_flood_is_rejected_and_then_its_sender() -> None:
    async with serving(messages_per_second=0.1, burst=20) as server:
        good = await LineClient.connect(server.address)
        bad = await LineClient.connect(server.address)
        bad.writer.write(5000 * b'{"type": "ping", "number": 1}\n')
        said = await bad.receive_rest()
        kinds = [message["type"] for message in said]
        assert kinds == ["pong"] * 19 + ["error"] * 20 + ["closing"]
        assert {message["code"] for message in said if message["type"] == "error"} == {"rate"}
        await well(good)


@pytest.mark.parametrize("method", [b"POST", b"anything"])
async def test_a_page_cannot_smuggle_lines_into_a_request(method: bytes) -> None:
    async with serving() as server:
        client = await LineClient.connect(server.address, "")
        request = method + b" / HTTP/1.1\r\nContent-Length: 60\r\n\r\n"
        await client.send_bytes(request + b'{"type": "hello", "version": 1, "name": "page"}\n')
        assert [message["type"] for message in await client.receive_rest()] == ["closing"]


async def test_a_handshake_has_a_head_of_16_kib_at_most() -> None:
    async with serving() as server:
        good = await LineClient.connect(server.address)
        request = b"GET / HTTP/1.1\r\nHost: localhost\r\n" + 10 * (b"X: " + 2000 * b"x" + b"\r\n")
        for end in (b"", b"\r\n"):
            client = await LineClient.connect(server.web_address, "")
            client.writer.write(request + end)
            reply = await client.reader.read()
            assert reply.startswith(b"HTTP/1.1 431 ")
            assert b"at most 16384 bytes" in reply
            await client.close()
        await well(good)


async def test_a_handshake_has_no_body() -> None:
    async with serving() as server:
        for lengths in (b"Content-Length: 4\r\nTransfer-Encoding: chunked", b"Content-Length: 4"):
            client = await LineClient.connect(server.web_address, "")
            request = b"GET / HTTP/1.1\r\nHost: localhost\r\n" + lengths + b"\r\n\r\n"
            client.writer.write(request + b"0\r\n\r\n")
            assert (await client.reader.read()).startswith(b"HTTP/1.1 400 ")
            await client.close()


async def test_a_client_that_does_not_read_is_disconnected() -> None:
    async with serving(messages_per_second=MANY, burst=MANY, unsent_bytes=20_000) as server:
        good = await LineClient.connect(server.address)
        deaf = await LineClient.connect(server.address)
        deaf.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.reader._transport.pause_reading()  # type: ignore[attr-defined]
        ping = b'{"type": "ping", "number": %d}\n' % (10**18)

        async def ask_and_ask() -> None:
            while True:
                await deaf.send_bytes(100 * ping)

        with pytest.raises(ConnectionError):
            await ask_and_ask()
        await well(good)
        while len(server.connections) > 1:
            await asyncio.sleep(0.01)


async def test_others_games_are_others() -> None:
    async with serving() as server:
        anna, bert, thief = [
            await LineClient.connect(server.address, name) for name in ("Anna", "Bert", "Thief")
        ]
        await anna.send(type="join", size=4, color="black")
        own = await anna.receive("waiting")
        await bert.send(type="join", size=4)
        other = await bert.receive("start")
        game = own["game"]
        await thief.send(type="rejoin", game=game, token=own["token"][::-1])
        assert (await thief.receive("error"))["code"] == "token"
        await bert.send(type="rejoin", game=game, token="")
        assert (await bert.receive("error"))["code"] in ("format", "token")
        for message in (
            {"type": "move", "game": game, "move": "a2"},
            {"type": "resign", "game": game},
            {"type": "undo", "game": game},
        ):
            await thief.send(**message)
            assert (await thief.receive("error"))["code"] == "not-yours"
        await bert.send(type="move", game=game, move="b1")
        assert (await bert.receive("error"))["code"] == "not-your-turn"
        await anna.send(type="move", game=game, move="a1")
        assert (await anna.receive("error"))["code"] == "illegal"
        assert other["token"] != own["token"]
        # A token is the key of one seat: a client that has it takes the seat over.
        await thief.send(type="rejoin", game=game, token=own["token"])
        assert (await thief.receive("start"))["color"] == "black"


async def test_there_is_an_end_to_how_many_can_come() -> None:
    async with serving(connections=3) as server:
        good = [await LineClient.connect(server.address) for _ in range(3)]
        rejected = [await LineClient.connect(server.address, "") for _ in range(20)]
        for client in rejected:
            said = await client.receive_rest()
            assert [message["type"] for message in said] == ["error", "closing"]
            assert said[0]["code"] == "busy"
            assert "3 connections" in said[0]["text"]
        with pytest.raises(InvalidStatus) as status:
            await connect(f"ws://{server.web_address}")
        assert status.value.response.status_code == 503
        for client in good:
            await well(client)
        await good.pop().close()
        while len(server.connections) == 3:
            await asyncio.sleep(0.01)
        await well(await LineClient.connect(server.address))
    async with serving(connections_per_address=1) as server:
        await LineClient.connect(server.address)
        rejection = await (await LineClient.connect(server.address, "")).receive("error")
        assert "127.0.0.1" in rejection["text"]


# WebSockets


async def replies_to(server: Server, *frames: str | bytes, hello: bool = True) -> list[Message]:
    """Return what is answered to frames, after a welcome, until the server hangs up or has none."""
    messages: list[Message] = []
    async with connect(f"ws://{server.web_address}", max_queue=None) as client:
        if hello:
            await client.send('{"type": "hello", "version": 1, "name": "browser"}')
            await client.recv()
        try:
            for frame in frames:
                await client.send(frame)
            await client.send('{"type": "ping", "number": 77}')
            while messages[-1:] != [{"type": "pong", "number": 77}]:
                messages.append(json.loads(await client.recv()))
        except ConnectionClosed:
            pass
    return messages


@pytest.mark.parametrize("frame", [b"\x00\xff", '{"type": "ping"}', "", "\ud7ff", "[" * 4000])
async def test_a_bad_frame_is_rejected_and_the_next_is_read(frame: str | bytes) -> None:
    async with serving() as server:
        error, pong = await replies_to(server, frame)
        assert (error["code"], pong["type"]) == ("format", "pong")


async def test_a_frame_that_is_too_long_is_the_last() -> None:
    async with serving() as server:
        good = await LineClient.connect(server.address)
        error, closing = await replies_to(server, 100_000 * "a")
        assert (error["code"], closing["type"]) == ("size", "closing")
        await well(good)


def handshake(*more: str, path: str = "/") -> bytes:
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: localhost",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Version: 13",
        *more,
    ]
    return "\r\n".join([*lines, "", ""]).encode()


@pytest.mark.parametrize(
    ("request_bytes", "status"),  # 400 too, where the library of WebSockets is older
    [
        (handshake(), 101),
        (handshake("Sec-WebSocket-Extensions: permessage-deflate"), 101),
        (handshake("Origin: http://evil.example", "Origin: http://localhost"), 403),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 426),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
        (b'{"type": "hello", "version": 1, "name": "lost"}\n', 400),
        (handshake(path="/" + 9000 * "a"), 414),
        (handshake(*(200 * ["X: y"])), 431),
        (handshake("X: " + 9000 * "y"), 431),
    ],
)
async def test_handshakes(request_bytes: bytes, status: int) -> None:
    async with serving() as server:
        client = await LineClient.connect(server.web_address, "")
        await client.send_bytes(request_bytes)
        first = await client.reader.readline()
        assert int(first.split()[1]) in ((101,) if status == 101 else (status, 400))
        if status == 101:
            head = await client.reader.readuntil(b"\r\n\r\n")
            assert b"deflate" not in head  # so that no small frame becomes a large one
        else:
            assert (await client.reader.read()).rpartition(b"\r\n\r\n")[2]
        await client.close()


def masked(first: int, payload: bytes) -> bytes:
    assert len(payload) < 126
    return bytes([first, 0x80 | len(payload), 0, 0, 0, 0]) + payload


@pytest.mark.parametrize(
    "frames",
    [
        b"\x81\x02hi",  # without a mask
        masked(0xC1, b"hi"),  # as if it were compressed
        masked(0x83, b"hi"),  # of no kind
        masked(0x80, b"hi"),  # goes on with nothing
        b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",  # nine million terabytes
        5000 * masked(0x89, b""),  # a flood of pings
        5000 * masked(0x01, b"")[:6],  # a message in crumbs
        masked(0x88, b""),
    ],
)
async def test_what_no_browser_sends(frames: bytes) -> None:
    async with serving(messages_per_second=0.1, burst=20) as server:
        good = await LineClient.connect(server.address)
        client = await LineClient.connect(server.web_address, "")
        client.writer.write(handshake() + frames)
        await client.reader.readuntil(b"\r\n\r\n")
        answer = await client.reader.read()
        assert b"\x88" in answer  # which closes the conversation
        await client.close()
        await well(good)


async def half_open(server: Server) -> LineClient:
    """Connect and say half a line."""
    client = await LineClient.connect(server.address, "")
    await client.send_bytes(b'{"type": "hel')
    return client


async def vanishing(server: Server) -> LineClient:
    """Begin a game, and be gone without a word."""
    client = await LineClient.connect(server.address)
    await client.send(type="join", against="level=1", size=4)
    client.writer.get_extra_info("socket").setsockopt(
        socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00"
    )
    client.writer.transport.abort()
    return client


@pytest.mark.parametrize("come", [half_open, vanishing])
async def test_a_good_game_beside_many_bad_clients(come: Callable[[Server], Any]) -> None:
    async with serving() as server:
        good = await LineClient.connect(server.address)
        crowd = [await come(server) for _ in range(30)]
        assert (await good.play(against="level=1", size=4))["reason"] == "finished"
        for client in crowd:
            await client.close()
