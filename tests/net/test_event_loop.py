"""Whose time it is while the server has something else to do: not that of who waits for it."""

import asyncio
import json
import socket
import threading
import time
from typing import Any

from game_server import serving

from obversi.net.event_loop import TimestampingEventLoop, input_time
from obversi.net.server_connection import LineConnection
from obversi.wire.session import Pong, Turn


def note_time(received: "asyncio.Future[float]") -> None:
    if not received.done():
        received.set_result(input_time())


def test_input_during_a_busy_loop_has_the_time_before_it() -> None:
    async def test() -> None:
        loop = asyncio.get_running_loop()
        here, there = socket.socketpair()
        here.setblocking(False)
        received: asyncio.Future[float] = loop.create_future()
        loop.add_reader(here, lambda: note_time(received))
        await asyncio.sleep(0.01)  # so that the loop has waited for something
        began = time.monotonic()
        there.send(b"!")
        time.sleep(0.05)  # the loop is at work
        assert await received <= began
        loop.remove_reader(here)
        for end in (here, there):
            end.close()

    with asyncio.Runner(loop_factory=TimestampingEventLoop) as runner:
        runner.run(test())


def test_input_time_advances_while_the_loop_waits() -> None:
    async def test() -> None:
        began = time.monotonic()
        async with asyncio.timeout(60):
            while input_time() <= began:
                await asyncio.sleep(0.02)  # on a busy machine it is over before the loop waits

    with asyncio.Runner(loop_factory=TimestampingEventLoop) as runner:
        runner.run(test())


async def test_other_event_loops_use_the_current_time() -> None:
    before = time.monotonic()
    assert before <= input_time() <= time.monotonic()


class Player:
    """Plays by lines in a thread of its own, and knows how long a move took at the most."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self._lines = socket.create_connection((host, int(port)), timeout=60)
        self._file = self._lines.makefile()
        self.is_to_move, self.may_move = threading.Event(), threading.Event()
        self.has_moved = threading.Event()
        self.seconds = 0.0

    def send(self, **message: Any) -> None:
        self._lines.sendall(json.dumps(message).encode() + b"\n")

    def receive(self, wanted: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self._file.readline())
            assert message["type"] not in ("error", "closing"), message
            if message["type"] == wanted:
                return message

    def play(self) -> list[dict[str, Any]]:
        self.send(type="hello", version=1, name="Ann")
        self.receive("welcome")
        began = time.monotonic()
        clock = {"seconds": 60}
        self.send(type="join", against="level=3", color="black", clock=clock, size=6)
        turn = self.receive("turn")
        self.is_to_move.set()
        self.may_move.wait()
        self.send(type="move", game=turn["game"], move=turn["legal"][0])
        self.seconds = time.monotonic() - began
        self.has_moved.set()
        states = [self.receive("state"), self.receive("state")]
        self._file.close()
        self._lines.close()
        return states


def test_a_clock_is_not_charged_for_a_busy_server() -> None:
    """The server is at work for others from before the move is sent until long after that."""

    async def test() -> None:
        async with serving() as server:
            loop = asyncio.get_running_loop()
            player = Player(server.address)
            playing = loop.run_in_executor(None, player.play)
            while not player.is_to_move.is_set():
                await asyncio.sleep(0.01)
            player.may_move.set()
            player.has_moved.wait()
            time.sleep(2 * player.seconds + 0.1)
            own, answer = await playing
            assert own["mover"] == "black"
            charged = 60 - own["clocks"]["black"]
            assert charged <= player.seconds + 0.001
            assert answer["mover"] == "white"

    with asyncio.Runner(loop_factory=TimestampingEventLoop) as runner:
        runner.run(test())


class Wire(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""

    def write(self, data: Any) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return 0


async def test_a_turn_is_sent_at_once() -> None:
    """Not when the server has done everything else that it has to do."""

    async with serving() as server:
        connection, wire = LineConnection(server.connections), Wire()
        connection.connection_made(wire)
        connection.send(Pong(1))
        assert wire.written == b""
        connection.send(Turn("g", ("f5",), None))
        assert wire.written.count(b"\n") == 2
        connection.connection_lost(None)
