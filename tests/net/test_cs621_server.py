"""A server for clients of CS621: one that is written from its description plays there."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from cs621_peers import COLORS, at_random, run_client
from reference import margin

import obversi as ob
from obversi.net.cs621_client import Cs621Client
from obversi.net.cs621_connection import Cs621Settings
from obversi.net.limits import ServerLimits
from obversi.net.server import Server, ServerSettings
from obversi.net.store import GameStore
from obversi.rules import Rules


@asynccontextmanager
async def course_server(store: GameStore, **settings: Any) -> AsyncIterator[int]:
    """Serve on a free port."""
    server = Server(
        store,
        ServerSettings(
            port=0,
            web_port=None,
            workers=1,
            hash_mb=1,
            limits=ServerLimits(hello_seconds=30),
            cs621=Cs621Settings(**settings),
        ),
    )
    await server.open()
    try:
        yield int(server.address.rpartition(":")[2])
    finally:
        await server.close("the test is over")


@pytest.mark.parametrize(
    ("size", "rules", "color", "games"),
    [
        (4, "normal", "white", 20),
        (4, "reversed", "black", 20),
        (6, "normal", "black", 3),
        (8, "reversed", "white", 2),
    ],
)
async def test_whole_games_are_played_and_stored(
    size: int, rules: Rules, color: str, games: int
) -> None:
    settings = {"against": "random", "color": color, "rules": rules, "size": size}
    with GameStore.open(None) as store:
        async with course_server(store, **settings) as port:
            peers = await asyncio.gather(
                *(
                    asyncio.to_thread(run_client, port, at_random(seed), size)
                    for seed in range(games)
                )
            )
        records = list(store.records())
    assert len(records) == len(peers)
    # Two games of three on 4×4 have passes, and the server plays by chance.
    assert size > 4 or any("-20" in peer.said for peer in peers)
    assert {peer.color for peer in peers} == {COLORS[color.upper()]}
    stored = {record.transcript(): record for record in records}
    for peer in peers:
        record = stored[peer.moves]
        assert record.start.turn == ob.WHITE
        assert record.board().to_array().tolist() == peer.cells
        assert record.result == margin(peer.cells, ob.BLACK, rules)
        assert getattr(record, color) == "163050000"


def talk(port: int, *said: bytes) -> bytes:
    """Say things, each as soon as something came, and return all that is received until the end."""
    received = b""
    with socket.create_connection(("127.0.0.1", port), 60) as connection:
        for data in said:
            connection.sendall(data)
            received += (part := connection.recv(1024))
            if not part:
                return received
        while part := connection.recv(1024):
            received += part
    return received


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ([b"ada\n", b"0 0\n"], "'0 0' is illegal"),
        ([b"ada\n", b"-20\n"], "'-20' is illegal"),
        ([b"ada\n", b"d3\n"], "'d3.n' is no message of CS621"),
        ([b"ada\n", b"START WHITE\n"], "'START WHITE' is a message of a server"),
        ([b"ada\n", b"1 3\n1 3\n"], "'1 3' comes out of turn"),
        ([b"ada\n", b"close"], "the client has closed the game"),
        ([b"ada\n", b"\xff\xfe"], "is no message of CS621"),
        ([b"ada\n", b"3" * 5000], "is no message of CS621|more than 4096 bytes"),
    ],
)
async def test_a_bad_message_loses_the_game(
    said: list[bytes], reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "obversi"):
        with GameStore.open(None) as store:
            async with course_server(store, against="random", color="white", size=4) as port:
                received = await asyncio.to_thread(talk, port, *said)
            [record] = store.records()
        assert received.startswith(b"START WHITE")
        assert record.result == 16  # black's
    assert any("ada" in line and _found(reason, line) for line in caplog.messages), caplog.messages


def _found(reason: str, line: str) -> bool:
    return any(part.replace(".n", "\\n") in line for part in reason.split("|"))


@pytest.mark.parametrize("said", [b"ada\n1 3\n", b"ada\nclose", b"get /ada HTTP/1.1\r\n\r\n"])
async def test_a_bad_message_before_the_game_closes_the_connection(said: bytes) -> None:
    with GameStore.open(None) as store:
        async with course_server(store, against="random", color="white", size=4) as port:
            assert await asyncio.to_thread(talk, port, said) == b""
        assert store.unfinished() == ([], [])
        assert list(store.records()) == []


async def test_a_disconnected_client_loses_the_game() -> None:
    with GameStore.open(None) as store:
        async with course_server(store, against="random", color="black", size=4) as port:
            with socket.create_connection(("127.0.0.1", port), 60) as connection:
                connection.sendall(b"ada\n")
                await asyncio.to_thread(connection.recv, 1024)
            while (result := next(store.records()).result) is None:
                await asyncio.sleep(0.01)
    assert result == -16


async def test_a_handle_without_an_end_and_a_move_in_pieces() -> None:
    def talk_in_pieces(port: int) -> bytes:
        with socket.create_connection(("127.0.0.1", port), 60) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.sendall(b"ada")
            received = connection.recv(1024)
            for part in (b"1", b" ", b"3"):
                connection.sendall(part)
            return received + connection.recv(1024)

    with GameStore.open(None) as store:
        async with course_server(store, against="random", color="white", size=4) as port:
            received = await asyncio.to_thread(talk_in_pieces, port)
    assert received.startswith(b"START WHITE")
    assert len(received) == len("START WHITE0 3")


async def test_our_own_client_at_our_own_server() -> None:
    with GameStore.open(None) as store:
        async with (
            course_server(store, against="greedy", color="any", size=4) as port,
            Cs621Client("127.0.0.1", port, "ada", size=4) as client,
        ):
            async for board in client.turns():
                await client.play(board.legal_moves[-1])
            end = await client.finished()
        [record] = store.records()
    assert record.transcript() == "".join(
        move for move in client.board.move_stack if move != "pass"
    )
    assert abs(record.result or 0) == end.margin
