"""The app server on a port: games, rejoining, and the end of the server."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from game_server import LineClient
from web_app import app_server, error_of
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from obversi import Board
from obversi.errors import ObversiError
from obversi.net.limits import ServerLimits
from obversi.web.app_server import AppServer, PortTakenError
from obversi.web.http.security import SAFE_HEADERS
from obversi.web.services import Services
from obversi.web.settings import AppSettings

Message = dict[str, Any]


class Browser:
    """A page's end of the WebSocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    async def send(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def receive(self, kind: str) -> Message:
        """Return the next message of a type, and pass over others."""
        while True:
            message: Message = json.loads(await self.socket.recv())
            assert message["type"] in (kind, "presence", "state", "start", "turn"), message
            if message["type"] == kind:
                return message

    async def finish_game(self) -> Message:
        """Go on with a game to its end, by the first legal move of each turn."""
        while True:
            message: Message = json.loads(await self.socket.recv())
            if message["type"] == "turn":
                await self.send(type="move", game=message["game"], move=message["legal"][0])
            elif message["type"] == "end":
                return message
            assert message["type"] != "error", message


@asynccontextmanager
async def browser(server: AppServer, name: str = "Ann") -> AsyncIterator[Browser]:
    """Come by WebSocket as a page of the app does, and say hello if there is a name."""
    origin: Any = f"http://{server.address}"
    async with connect(f"ws://{server.address}/ws", origin=origin) as socket:
        visitor = Browser(socket)
        if name:
            await visitor.send(type="hello", version=1, name=name)
            await visitor.receive("welcome")
        yield visitor


async def test_a_game_to_its_end() -> None:
    async with app_server() as server, browser(server) as visitor:
        await visitor.send(type="join", against="random", size=4, rules="reversed")
        end = await visitor.finish_game()
        assert end["reason"] == "finished"


async def test_weights_are_read_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[bool] = []
    monkeypatch.setattr("obversi.web.app_server.preload_weights", lambda: begun.append(True))

    async with app_server():
        assert begun == [True]


async def test_a_browser_meets_a_program_that_speaks_lines() -> None:
    async with app_server(lines_port=0) as server, browser(server) as visitor:
        await visitor.send(type="join", size=4, color="black")
        await visitor.receive("waiting")
        program = await LineClient.connect(server.games.address)
        one, other = await asyncio.gather(
            visitor.finish_game(), program.play(size=4, color="white")
        )
        assert one["text"] == other["text"]
        await program.close()


async def test_a_client_can_rejoin_its_seat() -> None:
    async with app_server() as server:
        async with browser(server) as visitor:
            await visitor.send(type="join", against="random", size=4, color="black")
            start = await visitor.receive("start")
            turn = await visitor.receive("turn")
            await visitor.send(type="move", game=start["game"], move=turn["legal"][0])
            await visitor.receive("turn")
        async with browser(server) as visitor:
            await visitor.send(type="rejoin", game=start["game"], token=start["token"])
            again = await visitor.receive("start")
            assert (again["game"], again["color"], again["ply"]) == (start["game"], "black", 2)
            assert (await visitor.finish_game())["reason"] == "finished"


async def test_games_go_on_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    async with app_server(path) as server, browser(server) as visitor:
        await visitor.send(type="join", against="random", size=4, color="black")
        start = await visitor.receive("start")
        turn = await visitor.receive("turn")
        await visitor.send(type="move", game=start["game"], move=turn["legal"][0])
        await visitor.receive("turn")
        closing = asyncio.create_task(visitor.receive("closing"))
        await server.close("the server ends now")
        assert await closing == {
            "type": "closing",
            "text": "the server ends now",
            "again": True,
        }
        with pytest.raises(ConnectionClosed):
            await visitor.socket.recv()
    async with app_server(path) as server, browser(server) as visitor:
        await visitor.send(type="rejoin", game=start["game"], token=start["token"])
        assert (await visitor.receive("start"))["ply"] == 2
        assert (await visitor.finish_game())["reason"] == "finished"


async def test_pages_and_answers_come_by_the_same_door() -> None:
    async with app_server() as server, httpx.AsyncClient() as client:
        here = f"http://{server.address}"
        assert (await client.get(f"{here}/")).headers["Content-Type"].startswith("text/html")
        line = await client.post(f"{here}/api/line", json={"moves": "f5"})
        assert line.json()["nodes"][-1]["move"] == "f5"
        head = await client.head(f"{here}/api/about")
        assert (head.status_code, head.content) == (200, b"")
        assert int(head.headers["Content-Length"]) > 0
        assert "Server" not in head.headers
        reply = error_of(await client.get(f"{here}/ws"))
        assert reply == (404, "not found: /ws", None)


@pytest.mark.parametrize(
    ("headers", "status", "text"),
    [
        ({"Origin": "http://evil.example"}, 403, "pages of 'http://evil.example' are not allowed"),
        ({"Origin": "null"}, 403, "pages of 'null' are not allowed"),
        ({"Sec-Fetch-Site": "cross-site"}, 403, "pages of other sites are not allowed"),
    ],
)
async def test_a_foreign_page_has_no_websocket(
    headers: dict[str, str], status: int, text: str
) -> None:
    async with app_server() as server:
        with pytest.raises(InvalidStatus) as caught:
            await connect(f"ws://{server.address}/ws", additional_headers=headers)
        response = caught.value.response
        assert response.status_code == status
        assert response.body.decode().startswith(text)
        assert {name: response.headers[name] for name in SAFE_HEADERS} == SAFE_HEADERS


async def test_nor_has_one_that_calls_this_machine_by_its_own_name() -> None:
    async with app_server() as server:
        request = (
            "GET /ws HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        answer = await reply_to(server, request.encode())
        assert answer.startswith(b"HTTP/1.1 421 ")
        assert b"this server is not 'evil.example'" in answer


async def test_there_is_one_websocket() -> None:
    async with app_server() as server:
        with pytest.raises(InvalidStatus) as caught:
            await connect(f"ws://{server.address}/api/line")
        assert caught.value.response.status_code == 404
        async with connect(f"ws://{server.address}/ws?again=1"):
            pass


async def test_a_message_that_is_too_long_is_rejected() -> None:
    async with app_server() as server, browser(server) as visitor:
        await visitor.send(type="ping", number=1, more="x" * 5000)
        assert (await visitor.receive("error"))["code"] == "size"
        assert json.loads(await visitor.socket.recv())["type"] == "closing"


async def test_a_connection_beyond_the_limit_is_rejected() -> None:
    limits = ServerLimits(connections_per_address=1)
    async with app_server(limits=limits) as server, browser(server):
        with pytest.raises(InvalidStatus) as caught:
            await connect(f"ws://{server.address}/ws")
        assert caught.value.response.status_code == 503


async def reply_to(server: AppServer, said: bytes) -> bytes:
    """Say something, and return all that is answered until the server hangs up."""
    host, _, port = server.address.rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(said)
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()


async def test_malformed_http_gets_an_error() -> None:
    async with app_server() as server:
        answer = await reply_to(server, b"{}\r\n\r\n")
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 400 ")
        assert b"x-content-type-options: nosniff" in head
        text = "this is not an HTTP request"
        assert json.loads(body) == {"error": {"text": text, "where": None}}
        long = b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000
        answer = await reply_to(server, long)
        assert answer.startswith(b"HTTP/1.1 431 ")
        assert b"x-content-type-options: nosniff" in answer


async def test_an_unfinished_request_ends_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.web.http.protocol._REQUEST_SECONDS", 0.05)

    async with app_server() as server:
        assert await reply_to(server, b"") == b""
        assert await reply_to(server, b"GET / HTTP/1.1\r\n") == b""
        # So is who finishes one, and begins another.
        host, _, port = server.address.rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"GET /api/about HTTP/1.1\r\nHost: {server.address}\r\n\r\n".encode())
        assert (await reader.readuntil(b"}")).startswith(b"HTTP/1.1 200 ")
        writer.write(b"GET")
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        writer.close()


async def test_a_missing_body_is_status_408(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.web.http.limits._ARRIVAL_SECONDS", 0.05)

    async with app_server() as server:
        head = f"POST /api/line HTTP/1.1\r\nHost: {server.address}\r\nContent-Length: 9\r\n"
        kind = "Content-Type: application/json\r\n\r\n{"
        answer = await reply_to(server, (head + kind).encode())
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"the request did not arrive within 0.05 s" in answer


async def test_the_connections_of_an_address_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("obversi.web.http.protocol._MAX_PER_CLIENT", 2)

    async with app_server() as server:
        host, _, port = server.address.rpartition(":")
        # Those who play by WebSocket are counted by the game server.
        async with browser(server), browser(server), browser(server):
            both = [await asyncio.open_connection(host, int(port)) for _ in range(2)]
            async with httpx.AsyncClient() as client:
                about = await client.get(f"http://{server.address}/api/about")
            assert about.status_code == 200
            # Who has said nothing for longest had to go.
            with suppress(ConnectionResetError):
                assert await both[0][0].read() == b""
            for _, writer in both:
                writer.close()


async def test_a_port_that_is_taken() -> None:
    async with app_server() as server:
        port = int(server.address.rpartition(":")[2])
        with pytest.raises(PortTakenError) as caught:
            async with app_server(port=port):
                pass
        assert str(caught.value) == (
            f"the server cannot listen on 127.0.0.1:{port}: Address already in use"
        )


async def test_a_host_that_is_not_there() -> None:
    with pytest.raises(ObversiError, match=r"the server cannot listen on 192\.0\.2\.1:0: "):
        async with app_server(host="192.0.2.1"):
            pass


async def test_an_analysis_by_http_shares_the_engines() -> None:
    async with app_server() as server:
        services = Services(server.games.engines, AppSettings(), server.games.game_server)
        analysis = await services.solve(Board(4, "reversed"), seconds=30)
        assert analysis.exact
        assert len(analysis.lines) == 4
