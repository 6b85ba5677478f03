"""A client of servers that speak the wire of CS621, at one that is written from its description."""

import asyncio
import random

import pytest
from cs621_peers import CourseServer, Peer, at_random
from reference import margin

import obversi as ob
from obversi.net.client_connection import ConnectionLostError, ProtocolError
from obversi.net.cs621_client import Cs621Client
from obversi.net.online_game import OnlineGame
from obversi.rules import Rules
from obversi.wire.session import End, EndReason, Start, State, Turn


async def play_out(game: OnlineGame, seed: int) -> End:
    rng = random.Random(seed)
    async for board in game.turns():
        await game.play(rng.choice(board.legal_moves))
    return await game.finished()


@pytest.mark.parametrize("color", ["WHITE", "BLACK"])
@pytest.mark.parametrize("rules", ["normal", "reversed"])
@pytest.mark.parametrize("size", [4, 6])
async def test_whole_games_with_passes(size: int, rules: Rules, color: str) -> None:
    async def play(seed: int) -> int:
        server = CourseServer(at_random(seed), color, size)
        server.start()
        async with Cs621Client("127.0.0.1", server.port, "ada", rules=rules, size=size) as client:
            end = await play_out(client, seed)
            peer = await asyncio.to_thread(server.finished)
        assert server.handle == "ada"
        assert client.board.to_array().tolist() == peer.cells
        assert end.reason == EndReason.FINISHED
        black = margin(peer.cells, ob.BLACK, rules)
        assert end.margin == abs(black)
        assert end.winner == (None if black == 0 else "black" if black > 0 else "white")
        return peer.said.count("-20")

    assert sum([await play(seed) for seed in range(24 // size)]) > 0


class Scripted(CourseServer):
    """Says what the test wants, as it is, and keeps what it receives."""

    def __init__(self, *script: str, color: str = "BLACK") -> None:
        super().__init__(at_random(0), color, 8)
        self.script = script
        self.received: list[str] = []

    def serve(self, peer: Peer) -> None:
        for message in self.script:
            peer.send(message)
        while message := peer.receive():
            self.received.append(message)


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (["0 0"], "made a move that is none: '0 0' is illegal"),
        (["7 9"], "'7 9' is no message of CS621"),
        (["-20"], "made a move that is none: '-20' is illegal"),
        (["hello"], "'hello' is no message of CS621"),
        (["close"], "said 'close', as a client does"),
        (["2 4", "2 2"], "said '2 2' out of turn"),
    ],
)
async def test_a_server_that_breaks_the_rules_is_left(script: list[str], reason: str) -> None:
    server = Scripted(*script)
    server.start()
    async with Cs621Client("127.0.0.1", server.port) as client:
        with pytest.raises(ProtocolError, match=f"127.0.0.1 port {server.port}.*{reason}"):
            await client.finished()
        while True:  # the events before it come first
            try:
                await client.next_event()
            except ProtocolError:
                break
    await asyncio.to_thread(server.finished)
    assert server.received == ["close"]


async def test_a_new_start_begins_a_new_game() -> None:
    server = Scripted("2 4", "START WHI", "TE\n")
    server.start()
    async with Cs621Client("127.0.0.1", server.port, rules="reversed") as client:
        events = [await client.next_event() for _ in range(5)]
        assert [type(event) for event in events] == [Start, State, Turn, Start, Turn]
        assert client.color == ob.WHITE
        assert client.board.ply == 0
        assert client.board.rules == "reversed"
        assert client.is_my_turn
        for wrong in ("a1", "pass", "i9"):
            with pytest.raises(ob.ObversiError, match=wrong):
                await client.play(wrong)
        with pytest.raises(ob.ObversiError, match="no undo"):
            await client.undo()
        await client.play("e3")
        with pytest.raises(ob.ObversiError, match="not your turn"):
            await client.play("f4")
        await client.resign()
        end = await client.finished()
        assert (end.reason, end.winner) == (EndReason.RESIGN, "black")
    await asyncio.to_thread(server.finished)
    assert "".join(server.received).replace("\n", "") == "2 4close"


async def test_leaving_sends_close_and_a_closed_server_is_an_error() -> None:
    server = Scripted(color="WHITE")
    server.start()
    async with Cs621Client("127.0.0.1", server.port) as client:
        await client.begun()
    await asyncio.to_thread(server.finished)
    assert server.received == ["close"]

    class Gone(CourseServer):
        def serve(self, peer: Peer) -> None:
            """Hang up."""

    gone = Gone(at_random(0))
    gone.start()
    async with Cs621Client("127.0.0.1", gone.port) as client:
        with pytest.raises(ConnectionLostError, match="has closed the connection"):
            await client.finished()
    with pytest.raises(ConnectionLostError, match="no connection to 127"):
        await Cs621Client("127.0.0.1", gone.port).__aenter__()
