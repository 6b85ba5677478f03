"""The server as visitors see it: games over lines and over WebSockets, time-outs, the end."""

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

import pytest
from game_server import LineClient, Message, serving
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

import obversi as ob
from obversi.net.server import Server
from obversi.rules import Rules

SOON = 1.0


async def web_client(server: Server, name: str = "browser", **options: Any) -> ClientConnection:
    """Connect as a browser does, and say hello."""
    client = await connect(f"ws://{server.web_address}", **options)
    await client.send(json.dumps({"type": "hello", "version": 1, "name": name}))
    assert json.loads(await client.recv())["type"] == "welcome"
    return client


async def web_receive(client: ClientConnection, kind: str) -> Message:
    while True:
        message: Message = json.loads(await client.recv())
        if message["type"] == kind:
            return message


def now() -> float:
    return asyncio.get_running_loop().time()


@pytest.mark.parametrize("rules", ["normal", "reversed"])
async def test_games_at_once_on_all_sizes(rules: Rules) -> None:
    async with serving() as server:
        agents = ["random", "greedy", "level=1", "level=3"]
        games = [(agent, 4) for agent in agents] + [("level=1", 6), ("random", 8)]
        clients = [await LineClient.connect(server.address) for _ in games]
        ends = await asyncio.gather(
            *(
                client.play(against=agent, rules=rules, size=size, color="black")
                for client, (agent, size) in zip(clients, games, strict=True)
            )
        )
        for end in ends:
            assert end["reason"] == "finished"
            discs = {"black": end["black_discs"], "white": end["white_discs"]}
            more = max(discs, key=lambda color: discs[color])
            if end["winner"] is not None:
                assert (end["winner"] == more) == (rules == "normal")


async def test_a_line_client_plays_a_websocket_client() -> None:
    async with serving() as server:
        anna = await LineClient.connect(server.address, "Anna")
        bert = await web_client(server, "Bert")
        await anna.send(type="join", size=4, color="black", id=7)
        waiting = await anna.receive("waiting")
        assert waiting["id"] == 7
        await bert.send(json.dumps({"type": "join", "size": 4}))
        starts = [await anna.receive("start"), await web_receive(bert, "start")]
        assert [start["color"] for start in starts] == ["black", "white"]
        assert {start["game"] for start in starts} == {waiting["game"]}
        turn = await anna.receive("turn")
        await anna.send(type="move", game=turn["game"], move=turn["legal"][0])
        states = [await anna.receive("state"), await web_receive(bert, "state")]
        assert states[0] == states[1]
        await bert.send(json.dumps({"type": "resign", "game": turn["game"]}))
        ends = [await anna.receive("end"), await web_receive(bert, "end")]
        assert [end["winner"] for end in ends] == ["black", "black"]
        await bert.close()


async def test_a_message_may_come_in_pieces_and_several_at_once() -> None:
    async with serving() as server:
        client = await LineClient.connect(server.address)
        pings = b"".join(b'{"type": "ping", "number": %d}\n' % number for number in range(30))
        for place in range(0, len(pings), 100):
            await client.send_bytes(pings[place : place + 100])
        assert [(await client.receive("pong"))["number"] for _ in range(30)] == list(range(30))
        browser = await web_client(server)
        await browser.send(iter(['{"type": "pi', 'ng", ', '"number": 5}']))
        assert (await web_receive(browser, "pong"))["number"] == 5
        await browser.close()


async def test_an_analysis_can_be_stopped_and_has_its_place_beside_games() -> None:
    async with serving() as server:
        client = await LineClient.connect(server.address)
        for number in (1, 2):
            limit = {"seconds": 9}
            await client.send(type="analyse", id=number, limit=limit, steps=True, top="all")
        assert not (await client.receive("analysis"))["final"]
        end = await (await LineClient.connect(server.address)).play(against="level=2", size=4)
        assert end["reason"] == "finished"
        await client.send(type="stop", target=1)
        while not (found := await client.receive("analysis"))["final"]:
            pass
        assert found["id"] == 1
        assert len(found["lines"]) == 4


async def test_clients_without_hello_and_idle_clients_are_disconnected() -> None:
    async with serving() as server:
        silent = await LineClient.connect(server.address, "")
        half_a_handshake = await LineClient.connect(server.web_address, "")
        await half_a_handshake.send_bytes(b"GET / HTTP/1.1\r\nHost: local")
        server.connections.check(now() + SOON)
        server.connections.check(now() + server.connections.limits.hello_seconds + SOON)
        assert "hello" in (await silent.receive("closing"))["text"]
        assert (await half_a_handshake.reader.read()).startswith(b"HTTP/1.1 408 ")
        idle = await LineClient.connect(server.address, "idle")
        player = await LineClient.connect(server.address, "player")
        await player.send(type="join", against="random", size=4, color="black")
        await player.receive("turn")
        server.connections.check(now() + server.connections.limits.idle_seconds + SOON)
        assert "silent" in (await idle.receive("closing"))["text"]
        await player.send(type="ping", number=1)
        await player.receive("pong")


async def answers_pings(browser: ClientConnection) -> None:
    """Wait until the server has the answer to its ping: it is on its way before our second one."""
    for _ in range(2):
        await (await browser.ping())


async def test_a_browser_that_does_not_answer_pings_is_sent_away() -> None:
    async with serving() as server:
        browsers = [await web_client(server) for _ in range(2)]
        for browser in browsers:
            join = {"type": "join", "against": "random", "color": "black"}
            await browser.send(json.dumps(join))
            await web_receive(browser, "turn")
        server.connections.check(now())
        for browser in browsers:
            await answers_pings(browser)
        reads, does_not = browsers
        # The second of its pings is not answered: it is not read.
        does_not.transport.pause_reading()
        server.connections.check(now() + 30)
        await answers_pings(reads)
        server.connections.check(now() + 60)
        does_not.transport.resume_reading()
        assert "pings" in (await web_receive(does_not, "closing"))["text"]
        await does_not.wait_closed()
        await reads.send(json.dumps({"type": "ping", "number": 1}))
        await web_receive(reads, "pong")
        await reads.close()


@pytest.mark.parametrize(
    ("headers", "welcome"),
    [
        ({}, True),
        ({"Origin": "http://localhost:8000"}, True),
        ({"Origin": "http://127.0.0.1"}, True),
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "null"}, False),
    ],
)
async def test_pages_of_others_cannot_use_it(headers: dict[str, str], welcome: bool) -> None:
    async with serving() as server:
        if welcome:
            await (await web_client(server, additional_headers=headers)).close()
            return
        with pytest.raises(InvalidStatus) as rejected:
            await web_client(server, additional_headers=headers)
        assert rejected.value.response.status_code == 403
        assert headers["Origin"].encode() in (rejected.value.response.body or b"")


async def test_an_internal_error_is_reported_without_details(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "obversi.net"):
        async with serving() as server:
            client = await LineClient.connect(server.address)

            def fail(*_: object) -> None:
                raise RuntimeError("a secret of the inside")

            with monkeypatch.context() as patched:
                patched.setattr(server.game_server, "handle", fail)
                await client.send(type="ping", number=1, id=5)
                error = await client.receive("error")
                patched.setattr("obversi.net.server_connection.parse_request", fail)
                await client.send(type="ping", number=1, id=5)
                unread = await client.receive("error")
            assert (error["code"], error["id"]) == ("refused", 5)
            assert (unread["code"], "id" in unread) == ("refused", False)
            assert "secret" not in json.dumps([error, unread])
            await client.send(type="ping", number=2)
            await client.receive("pong")
    assert "a secret of the inside" in caplog.text
    caplog.clear()


async def test_closing_notifies_clients_and_games_resume_later(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    keys: list[tuple[str, str, str]] = []

    clients: list[LineClient] = []
    async with serving(path) as server:
        for against in ("random", "level=1"):
            client = await LineClient.connect(server.address)
            await client.send(type="join", against=against, size=4, color="black")
            start = await client.receive("start")
            turn = await client.receive("turn")
            await client.send(type="move", game=turn["game"], move=turn["legal"][0])
            await client.receive("turn")
            keys.append((start["game"], start["token"], turn["legal"][0]))
            clients.append(client)
        end = asyncio.create_task(server.close("until tomorrow"))
        for client in clients:
            assert "until tomorrow" in (await client.receive("closing"))["text"]
            await client.close()
        await end

    async with serving(path) as server:
        for game, token, move in keys:
            client = await LineClient.connect(server.address)
            await client.send(type="rejoin", game=game, token=token)
            start = await client.receive("start")
            assert start["moves"].startswith(move)
            assert start["ply"] >= 2
            assert (await client.finish_game())["reason"] == "finished"


async def test_a_port_in_use_is_an_error() -> None:
    async with serving() as server:
        from obversi.net.server import ServerSettings
        from obversi.net.store import GameStore

        port = int(server.address.rpartition(":")[2])
        with GameStore.open(None) as store:
            second = Server(store, ServerSettings(port=port, workers=1, hash_mb=1))
            problem = f"cannot listen on 127.0.0.1:{port}: Address already in use$"
            with pytest.raises(ob.ObversiError, match=problem):
                await second.open()
            await second.close("")
