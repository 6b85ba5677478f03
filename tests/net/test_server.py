"""The server as visitors see it: games over lines and over WebSockets, time-outs, the end."""

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

import pytest
from game_server import LineClient, Message, run, serving
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

import obversi as ob
from obversi.net.server import Server

SOON = 1.0


async def web_client(server: Server, name: str = "browser", **options: Any) -> ClientConnection:
    """Connect as a browser does, and say hello."""
    client = await connect(f"ws://{server.web_address}", **options)
    await client.send(json.dumps({"type": "hello", "version": 1, "name": name}))
    assert json.loads(await client.recv())["type"] == "welcome"
    return client


async def web_hear(client: ClientConnection, kind: str) -> Message:
    while True:
        message: Message = json.loads(await client.recv())
        if message["type"] == kind:
            return message


def now() -> float:
    return asyncio.get_running_loop().time()


@pytest.mark.parametrize("rules", ["normal", "reversed"])
def test_games_at_once_on_all_sizes(rules: str) -> None:
    async def test() -> None:
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

    run(test())


def test_one_over_lines_meets_one_over_a_websocket() -> None:
    async def test() -> None:
        async with serving() as server:
            anna = await LineClient.connect(server.address, "Anna")
            bert = await web_client(server, "Bert")
            await anna.say(type="join", size=4, color="black", id=7)
            waiting = await anna.hear("waiting")
            assert waiting["id"] == 7
            await bert.send(json.dumps({"type": "join", "size": 4}))
            starts = [await anna.hear("start"), await web_hear(bert, "start")]
            assert [start["color"] for start in starts] == ["black", "white"]
            assert {start["game"] for start in starts} == {waiting["game"]}
            turn = await anna.hear("turn")
            await anna.say(type="move", game=turn["game"], move=turn["legal"][0])
            states = [await anna.hear("state"), await web_hear(bert, "state")]
            assert states[0] == states[1]
            await bert.send(json.dumps({"type": "resign", "game": turn["game"]}))
            ends = [await anna.hear("end"), await web_hear(bert, "end")]
            assert [end["winner"] for end in ends] == ["black", "black"]
            await bert.close()

    run(test())


def test_a_message_may_come_in_pieces_and_several_at_once() -> None:
    async def test() -> None:
        async with serving() as server:
            client = await LineClient.connect(server.address)
            pings = b"".join(b'{"type": "ping", "number": %d}\n' % number for number in range(30))
            for place in range(0, len(pings), 100):
                await client.say_bytes(pings[place : place + 100])
            assert [(await client.hear("pong"))["number"] for _ in range(30)] == list(range(30))
            browser = await web_client(server)
            await browser.send(iter(['{"type": "pi', 'ng", ', '"number": 5}']))
            assert (await web_hear(browser, "pong"))["number"] == 5
            await browser.close()

    run(test())


def test_an_analysis_can_be_stopped_and_has_its_place_beside_games() -> None:
    async def test() -> None:
        async with serving() as server:
            client = await LineClient.connect(server.address)
            for number in (1, 2):
                limit = {"seconds": 9}
                await client.say(type="analyse", id=number, limit=limit, steps=True, top="all")
            assert not (await client.hear("analysis"))["final"]
            end = await (await LineClient.connect(server.address)).play(against="level=2", size=4)
            assert end["reason"] == "finished"
            await client.say(type="stop", target=1)
            while not (found := await client.hear("analysis"))["final"]:
                pass
            assert found["id"] == 1
            assert len(found["lines"]) == 4

    run(test())


def test_who_says_no_hello_and_who_is_idle_is_sent_away() -> None:
    async def test() -> None:
        async with serving() as server:
            silent = await LineClient.connect(server.address, "")
            half_a_handshake = await LineClient.connect(server.web_address, "")
            await half_a_handshake.say_bytes(b"GET / HTTP/1.1\r\nHost: local")
            server.reception.look_after(now() + SOON)
            server.reception.look_after(now() + server.reception.bounds.hello_seconds + SOON)
            assert "hello" in (await silent.hear("closing"))["text"]
            assert (await half_a_handshake.reader.read()).startswith(b"HTTP/1.1 408 ")
            idle = await LineClient.connect(server.address, "idle")
            player = await LineClient.connect(server.address, "player")
            await player.say(type="join", against="random", size=4, color="black")
            await player.hear("turn")
            server.reception.look_after(now() + server.reception.bounds.idle_seconds + SOON)
            assert "silent" in (await idle.hear("closing"))["text"]
            await player.say(type="ping", number=1)
            await player.hear("pong")

    run(test())


async def answers_pings(browser: ClientConnection) -> None:
    """Wait until the server has the answer to its ping: it is on its way before our second one."""
    for _ in range(2):
        await (await browser.ping())


def test_a_browser_that_does_not_answer_pings_is_sent_away() -> None:
    async def test() -> None:
        async with serving() as server:
            browsers = [await web_client(server) for _ in range(2)]
            for browser in browsers:
                join = {"type": "join", "against": "random", "color": "black"}
                await browser.send(json.dumps(join))
                await web_hear(browser, "turn")
            server.reception.look_after(now())
            for browser in browsers:
                await answers_pings(browser)
            reads, does_not = browsers
            # The second of its pings is not answered: it is not read.
            does_not.transport.pause_reading()
            server.reception.look_after(now() + 30)
            await answers_pings(reads)
            server.reception.look_after(now() + 60)
            does_not.transport.resume_reading()
            assert "pings" in (await web_hear(does_not, "closing"))["text"]
            await does_not.wait_closed()
            await reads.send(json.dumps({"type": "ping", "number": 1}))
            await web_hear(reads, "pong")
            await reads.close()

    run(test())


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
def test_pages_of_others_cannot_use_it(headers: dict[str, str], welcome: bool) -> None:
    async def test() -> None:
        async with serving() as server:
            if welcome:
                await (await web_client(server, additional_headers=headers)).close()
                return
            with pytest.raises(InvalidStatus) as refused:
                await web_client(server, additional_headers=headers)
            assert refused.value.response.status_code == 403
            assert headers["Origin"].encode() in (refused.value.response.body or b"")

    run(test())


def test_a_failure_of_the_server_is_told_without_its_inside(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with serving() as server:
            client = await LineClient.connect(server.address)

            def fail(*_: object) -> None:
                raise RuntimeError("a secret of the inside")

            with monkeypatch.context() as patched:
                patched.setattr(server.lobby, "hear", fail)
                await client.say(type="ping", number=1, id=5)
                error = await client.hear("error")
                patched.setattr("obversi.net.connection.parse_request", fail)
                await client.say(type="ping", number=1, id=5)
                unread = await client.hear("error")
            assert (error["code"], error["id"]) == ("refused", 5)
            assert (unread["code"], "id" in unread) == ("refused", False)
            assert "secret" not in json.dumps([error, unread])
            await client.say(type="ping", number=2)
            await client.hear("pong")

    with caplog.at_level(logging.ERROR, "obversi.net"):
        run(test())
    assert "a secret of the inside" in caplog.text
    caplog.clear()


def test_the_end_is_told_and_games_go_on_after_it(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    keys: list[tuple[str, str, str]] = []

    async def before() -> None:
        clients: list[LineClient] = []
        async with serving(path) as server:
            for against in ("random", "level=1"):
                client = await LineClient.connect(server.address)
                await client.say(type="join", against=against, size=4, color="black")
                start = await client.hear("start")
                turn = await client.hear("turn")
                await client.say(type="move", game=turn["game"], move=turn["legal"][0])
                await client.hear("turn")
                keys.append((start["game"], start["token"], turn["legal"][0]))
                clients.append(client)
            end = asyncio.create_task(server.close("until tomorrow"))
            for client in clients:
                assert "until tomorrow" in (await client.hear("closing"))["text"]
                await client.close()
            await end

    async def after() -> None:
        async with serving(path) as server:
            for game, token, move in keys:
                client = await LineClient.connect(server.address)
                await client.say(type="rejoin", game=game, token=token)
                start = await client.hear("start")
                assert start["moves"].startswith(move)
                assert start["ply"] >= 2
                assert (await client.go_on())["reason"] == "finished"

    run(before())
    run(after())


def test_nothing_can_listen_where_something_does() -> None:
    async def test() -> None:
        async with serving() as server:
            from obversi.net.server import ServerSettings
            from obversi.net.store import Store

            port = int(server.address.rpartition(":")[2])
            with Store.open(None) as store:
                second = Server(store, ServerSettings(port=port, workers=1, hash_mb=1))
                problem = f"cannot listen on 127.0.0.1:{port}: Address already in use$"
                with pytest.raises(ob.ObversiError, match=problem):
                    await second.open()
                await second.close("")

    run(test())
